import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lackingIn } from '#shared/kinds/test/blueprint.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { NumberField } from '#web/platform/ui/NumberField.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import type { SettingsEditorProps } from '#web/stages/kind.ts'
import { useStageBegun } from '#web/stages/stage-begun.ts'
import { overviewQuery, type Sections } from './panel-queries.ts'
import styles from './TestPanel.module.css'

type Section = Sections[number]
type Draw = Section['draws'][number]

const anyDifficulty = 'any'
/** A value that is never the code of a track. */
const everybody = ' '

/** «2 раздела, 30 вопросов, у 1 трека свой состав» */
function inBrief(ofAll: Sections, ofTracks: Record<string, Sections>): string {
  const questions = ofAll.flatMap(({ draws }) => draws).reduce((sum, { count }) => sum + count, 0)
  const own = Object.keys(ofTracks).length
  return [
    counted(ofAll.length, 'раздел', 'раздела', 'разделов'),
    counted(questions, 'вопрос', 'вопроса', 'вопросов'),
    ...(own > 0 ? [`свой состав у ${counted(own, 'трека', 'треков', 'треков')}`] : []),
  ].join(', ')
}

/**
 * What a paper is made of: sections, and in each so many questions of a topic and difficulty. A track may have its own.
 */
export default function Blueprint({ competition, code, settings, onChange }: SettingsEditorProps) {
  const { data } = useQuery(overviewQuery({ competition, code }))
  const begun = useStageBegun()
  const [track, setTrack] = useState(everybody)
  const ofTracks = (settings.track_sections ?? {}) as Record<string, Sections>
  const ofAll = (settings.sections ?? []) as Sections
  const own = track === everybody ? ofAll : (ofTracks[track] ?? null)
  const sections = own ?? []
  const tracks = data?.tracks ?? []
  const stock = data?.stock ?? []
  const used = [...ofAll, ...Object.values(ofTracks).flat()]
    .flatMap(({ draws }) => draws.map(({ topic }) => topic))
    .filter(Boolean)
  const topics = [...new Set([...stock.map(({ topic }) => topic), ...used])]
  const put = (next: readonly Section[] | null) => {
    if (track === everybody) return onChange({ ...settings, sections: next ?? [] })
    const { [track]: _before, ...others } = ofTracks
    const left = next === null || next.length === 0 ? others : { ...others, [track]: next }
    onChange({ ...settings, track_sections: left })
  }
  const putDraws = (at: number, draws: Draw[]) =>
    put(sections.map((section, place) => (place === at ? { ...section, draws } : section)))
  const newDraw: Draw = { topic: topics[0] ?? '', difficulty: null, count: 1, points: 1 }
  const lacking = data ? lackingIn({ sections: ofAll, track_sections: ofTracks }, tracks, stock) : []
  return (
    <Panel
      id="blueprint"
      title="Из чего составляется вариант"
      says={inBrief(ofAll, ofTracks)}
      open={!begun || ofAll.length === 0 || lacking.length > 0}
    >
      <div className={styles.part}>
        {topics.length === 0 && (
          <p className={styles.quiet}>В банке пока нет вопросов: загрузите их на этой странице, в банк.</p>
        )}
        {tracks.length > 1 && (
          <Select
            label="Чей вариант"
            name="blueprint-track"
            value={track}
            options={[
              { value: everybody, label: 'Общий, для всех треков без своего' },
              ...tracks.map(({ code: value, title }) => ({
                value,
                label: ofTracks[value] ? `${title}: свой` : `${title}: общий`,
              })),
            ]}
            onChange={setTrack}
          />
        )}
        {own === null ? (
          <div>
            <Button
              kind="secondary"
              disabled={topics.length === 0}
              onClick={() => put(ofAll.length > 0 ? ofAll : [{ title: '', draws: [newDraw] }])}
            >
              Задать треку свой состав
            </Button>
          </div>
        ) : (
          track !== everybody && (
            <div>
              <Button kind="quiet" size="s" flush onClick={() => put(null)}>
                Вернуть треку общий состав
              </Button>
            </div>
          )
        )}
        {sections.map((section, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sections have no name of their own and are never reordered
          <fieldset key={`${track} ${at}`} className={styles.block}>
            <legend>Раздел {at + 1}</legend>
            <TextField
              label="Название раздела"
              name={`section-${at}`}
              required={false}
              value={section.title}
              onChange={(title) => put(sections.map((one, place) => (place === at ? { ...one, title } : one)))}
            />
            {section.draws.map((draw, place) => (
              <DrawRow
                // biome-ignore lint/suspicious/noArrayIndexKey: the same as above
                key={place}
                name={`${at}-${place}`}
                draw={draw}
                topics={topics}
                onChange={(next) => putDraws(at, section.draws.with(place, next))}
                onRemove={section.draws.length > 1 ? () => putDraws(at, section.draws.toSpliced(place, 1)) : undefined}
              />
            ))}
            <div className={styles.row}>
              <Button kind="quiet" size="s" flush onClick={() => putDraws(at, [...section.draws, newDraw])}>
                Добавить строку
              </Button>
              <Button kind="quiet" size="s" flush onClick={() => put(sections.toSpliced(at, 1))}>
                Удалить раздел {at + 1}
              </Button>
            </div>
          </fieldset>
        ))}
        {own !== null && (
          <div>
            <Button
              kind="secondary"
              disabled={topics.length === 0}
              onClick={() => put([...sections, { title: '', draws: [newDraw] }])}
            >
              Добавить раздел
            </Button>
          </div>
        )}
        {lacking.length > 0 && (
          <Notice tone="danger" role="status" title="Вопросов не хватает">
            <ul className={styles.faults}>
              {lacking.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          </Notice>
        )}
      </div>
    </Panel>
  )
}

interface DrawRowProps {
  name: string
  draw: Draw
  topics: readonly string[]
  onChange: (draw: Draw) => void
  onRemove: (() => void) | undefined
}

function DrawRow({ name, draw, topics, onChange, onRemove }: DrawRowProps) {
  const whole = (text: string, fallback: number) => (/^\d{1,3}$/.test(text) ? Number(text) : fallback)
  return (
    <div className={`${styles.row} ${styles.draw}`}>
      <Select
        label="Тема"
        name={`topic-${name}`}
        value={draw.topic}
        options={topics.map((topic) => ({ value: topic, label: topic }))}
        onChange={(topic) => onChange({ ...draw, topic })}
      />
      <Select
        label="Сложность"
        name={`difficulty-${name}`}
        value={draw.difficulty === null ? anyDifficulty : String(draw.difficulty)}
        options={[
          { value: anyDifficulty, label: 'Любая' },
          ...[1, 2, 3, 4, 5].map((each) => ({ value: String(each), label: String(each) })),
        ]}
        onChange={(value) => onChange({ ...draw, difficulty: value === anyDifficulty ? null : Number(value) })}
      />
      <NumberField
        label="Сколько вопросов"
        name={`count-${name}`}
        maxLength={3}
        value={draw.count === 0 ? '' : String(draw.count)}
        onChange={(text) => onChange({ ...draw, count: whole(text, 0) })}
        error={draw.count < 1 || draw.count > 200 ? 'От 1 до 200' : null}
      />
      <NumberField
        label="Баллов за вопрос"
        name={`points-${name}`}
        maxLength={3}
        value={draw.points === 0 ? '' : String(draw.points)}
        onChange={(text) => onChange({ ...draw, points: whole(text, 0) })}
        error={draw.points <= 0 || draw.points > 100 ? 'От 1 до 100' : null}
      />
      {onRemove && (
        <Button kind="quiet" size="s" flush onClick={onRemove}>
          Удалить строку
        </Button>
      )}
    </div>
  )
}
