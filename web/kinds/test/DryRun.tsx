import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'
import { DataTable, Who } from '#web/platform/ui/DataTable.tsx'
import { DefinitionList } from '#web/platform/ui/DefinitionList.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { stageQuery } from '#web/seasons/console/queries.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { useStageBegun } from '#web/stages/stage-begun.ts'
import { Bars, inRussian } from './Bars.tsx'
import { overviewQuery, type Sections, useDryRun } from './panel-queries.ts'
import styles from './TestPanel.module.css'

/** Papers of a thousand people who do not exist, by the saved settings. */
export function DryRun({ place }: { place: StagePanelProps }) {
  const stage = useQuery(stageQuery(place.competition, place.code))
  const overview = useQuery(overviewQuery(place))
  const [track, setTrack] = useState('')
  const ofAll = (stage.data?.own.sections ?? []) as Sections
  const ofTracks = (stage.data?.own.track_sections ?? {}) as Record<string, Sections>
  const own = (overview.data?.tracks ?? []).filter(({ code }) => ofTracks[code])
  const sections = ofTracks[track] ?? ofAll
  const begun = useStageBegun()
  const run = useDryRun(place)
  const { data } = run
  return (
    <Panel
      id="papers"
      title="Проверка вариантов"
      says="Проба на 1000 воображаемых участников: никто ничего не получит"
      open={!begun}
      read
    >
      <div className={styles.part}>
        <p className={styles.quiet}>
          Портал составит варианты для 1000 воображаемых участников и покажет, как часто выпадает каждый вопрос и
          насколько варианты различаются по сложности. Никто ничего не получит.
        </p>
        {own.length > 0 && (
          <Select
            label="Чей вариант"
            name="dry-run-track"
            value={track === '' ? 'all' : track}
            options={[
              { value: 'all', label: 'Общий' },
              ...own.map(({ code, title }) => ({ value: code, label: title })),
            ]}
            onChange={(value) => {
              setTrack(value === 'all' ? '' : value)
              run.reset()
            }}
          />
        )}
        <div>
          <Button
            kind="secondary"
            disabled={sections.length === 0}
            pending={run.isPending}
            onClick={() => run.mutate(sections)}
          >
            Составить пробные варианты
          </Button>
        </div>
        {sections.length === 0 && (
          <p className={styles.quiet}>Сначала задайте, из чего составляется вариант, и сохраните этап.</p>
        )}
        <FailureNotice error={run.error} />
        {data && (
          <div className={styles.part} role="status">
            <DefinitionList
              items={[
                { term: 'Вопросов в варианте', value: String(data.questions) },
                { term: 'Средняя сложность', value: inRussian(data.difficulty.mean) },
                {
                  term: 'От самого лёгкого до самого трудного',
                  value: `${inRussian(data.difficulty.least)} – ${inRussian(data.difficulty.most)}`,
                },
              ]}
            />
            <Bars title="Сколько вариантов какой сложности" of="Сложность варианта" bars={data.papers} />
            <DataTable
              label={`Как часто выпадает вопрос, из ${data.people} вариантов`}
              titled
              rows={often(data.exposure)}
              keyOf={({ code }) => code}
              columns={[
                {
                  title: 'Вопрос',
                  cell: ({ code, topic }) => <Who name={code} about={[topic]} />,
                },
                { title: 'Сложность', kind: 'number', value: ({ difficulty }) => difficulty },
                { title: 'Выпал', kind: 'number', value: ({ given }) => given },
              ]}
            />
            {data.exposure.length > 2 * shown && (
              <p className={styles.quiet}>
                Показаны {shown} самых частых и {shown} самых редких вопросов.
              </p>
            )}
          </div>
        )}
      </div>
    </Panel>
  )
}

const shown = 10

/** The ends of a long list: what comes most often, and what hardly ever. */
const often = <T,>(all: readonly T[]): readonly T[] =>
  all.length <= 2 * shown ? all : [...all.slice(0, shown), ...all.slice(-shown)]
