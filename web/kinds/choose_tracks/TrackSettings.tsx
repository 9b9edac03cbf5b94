import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { aboutTrack } from '#shared/kinds/choose_tracks/about-track.ts'
import type { ChooseTracksSettings } from '#shared/kinds/choose_tracks/contract.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { NumberField } from '#web/platform/ui/NumberField.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { EntryCondition } from '#web/seasons/console/EntryCondition.tsx'
import { seasonQuery } from '#web/seasons/console/queries.ts'
import type { SettingsEditorProps } from '#web/stages/kind.ts'
import { AddTrack } from './AddTrack.tsx'
import styles from './TracksPanel.module.css'

type Offered = ChooseTracksSettings['tracks'][number]

const conditionWords = {
  title: 'Кому трек подходит',
  none: 'Подходит всем. Кому не подходит, прочитает на карточке трека почему.',
  some: 'Кому трек не подходит, читает на карточке эти слова.',
  say: aboutTrack,
}

/** «Арктика: 12 мест, не для всех» */
const inBrief = ({ limit, gate }: Offered, title: string): string =>
  `${title}: ${[limit === 0 ? 'без предела' : counted(limit, 'место', 'места', 'мест'), ...(gate ? ['не для всех'] : [])].join(', ')}`

/** Which tracks may be chosen, how many places each has, and whom it suits. */
export default function TrackSettings({ competition, code, settings, onChange }: SettingsEditorProps) {
  const season = useQuery(seasonQuery(competition))
  const tracks = (settings.tracks ?? []) as readonly Offered[]
  // Decided when the page is opened: nothing folds up while somebody works.
  const [offers] = useState(tracks.length > 0)
  const titleOf = (id: string) => season.data?.choices.tracks.find((track) => track.id === id)?.value ?? id
  const put = (next: readonly Offered[]) => onChange({ ...settings, tracks: next })
  return (
    <Panel
      id="track-settings"
      title="Треки, места и кому они подходят"
      says={offers ? <Facts of={tracks.map((track) => inBrief(track, titleOf(track.code)))} /> : null}
    >
      <QueryStates of={[season]} loading="Загружаем треки…" failed="Треки не загрузились" level={3}>
        {(known) => (
          <div className={styles.panels}>
            {known.choices.tracks.map(({ id, value: title }) => {
              const offered = tracks.find((track) => track.code === id)
              const change = (more: Partial<Offered>) =>
                put(tracks.map((track) => (track.code === id ? { ...track, ...more } : track)))
              return (
                <fieldset key={id} className={styles.track}>
                  <legend>{title}</legend>
                  <Checkbox
                    setting
                    name={`offered-${id}`}
                    label="Трек можно выбрать"
                    value={offered !== undefined}
                    onChange={(on) =>
                      put(
                        on
                          ? [...tracks, { code: id, limit: 0, letter: false, gate: null }]
                          : tracks.filter((track) => track.code !== id),
                      )
                    }
                  />
                  {offered && (
                    <>
                      <NumberField
                        label="Мест"
                        hint="Пусто: без предела."
                        name={`limit-${id}`}
                        required={false}
                        maxLength={6}
                        value={offered.limit === 0 ? '' : String(offered.limit)}
                        onChange={(typed) => change({ limit: /^\d{1,6}$/.test(typed) ? Number(typed) : 0 })}
                      />
                      <Checkbox
                        setting
                        name={`letter-${id}`}
                        label="Нужно письмо, которое одобряют проверяющие этапа"
                        value={offered.letter}
                        onChange={(letter) => change({ letter })}
                      />
                      <EntryCondition
                        season={known}
                        code={code}
                        gate={offered.gate}
                        words={{ ...conditionWords, title: `${conditionWords.title}: ${title}` }}
                        onChange={(gate) => change({ gate })}
                      />
                    </>
                  )}
                </fieldset>
              )
            })}
            <AddTrack competition={competition} />
          </div>
        )}
      </QueryStates>
    </Panel>
  )
}
