import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { peoplePage } from '#shared/kinds/choose_tracks/limits.ts'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { useHistoryState } from '#web/platform/navigation/use-history-state.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Pagination } from '#web/platform/ui/Pagination.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { useTyped } from '#web/platform/use-typed.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { MoveDialog } from './MoveDialog.tsx'
import { type Overview, peopleQuery, type TrackPerson } from './panel-queries.ts'
import styles from './TracksPanel.module.css'

const ways = {
  choice: 'по выбору',
  default: 'назначен после закрытия',
  allocation: 'по распределению',
  organiser: 'перевёл организатор',
  team: 'выбрал капитан',
}

/** Who is in which track, and the way to move a person. */
export function TrackPeopleList({ place, tracks }: { place: StagePanelProps; tracks: Overview['tracks'] }) {
  const [asked, setAsked] = useHistoryState('track-people-list', { search: '', track: '', page: 1 })
  const { typed, setTyped } = useTyped(
    (search) => setAsked((now) => (now.search === search ? now : { ...now, search, page: 1 })),
    asked.search,
  )
  const [moving, setMoving] = useState<TrackPerson | null>(null)
  const people = useQuery(peopleQuery(place, asked))
  const titleOf = (code: string) => tracks.find((track) => track.code === code)?.title ?? code
  return (
    <Panel
      id="track-people"
      title="Участники по трекам"
      says={people.data ? counted(people.data.count, 'участник', 'участника', 'участников') : ''}
      read
    >
      <div className={styles.panels}>
        <div className={styles.find}>
          <TextField
            label="Найти по имени или номеру участника"
            name="search-track-people"
            required={false}
            value={typed}
            onChange={setTyped}
          />
          <Select
            label="Трек"
            name="track-of-people"
            value={asked.track || all}
            options={[
              { value: all, label: 'Любой' },
              ...tracks.map(({ code, title }) => ({ value: code, label: title })),
            ]}
            onChange={(track) => setAsked((now) => ({ ...now, track: track === all ? '' : track, page: 1 }))}
          />
        </div>
        <QueryStates of={[people]} loading="Загружаем участников…" failed="Участники не загрузились" level={3}>
          {(data) => (
            <>
              {data.count === 0 && <p className={styles.quiet}>Никого не нашлось</p>}
              <ul className={styles.people}>
                {data.people.map((person) => (
                  <li key={person.test_id} className={styles.person}>
                    <span>
                      <strong>
                        <bdi>{person.name}</bdi>
                      </strong>
                      <span className={styles.quiet}>
                        <Facts of={factsOf(person, titleOf)} />
                      </span>
                    </span>
                    <Button
                      kind="quiet"
                      size="s"
                      aria-label={`Перевести в другой трек: ${person.name}`}
                      onClick={() => setMoving(person)}
                    >
                      Перевести
                    </Button>
                  </li>
                ))}
              </ul>
              <Pagination
                page={asked.page}
                pages={Math.max(1, Math.ceil(data.count / peoplePage))}
                label="Страницы участников"
                onChange={(page) => setAsked((now) => ({ ...now, page }))}
              />
            </>
          )}
        </QueryStates>
        {moving && <MoveDialog place={place} person={moving} tracks={tracks} onClose={() => setMoving(null)} />}
      </div>
    </Panel>
  )
}

/** A select has no option with an empty value. */
const all = '*'

function factsOf({ test_id, track, asked, wishes, way }: TrackPerson, titleOf: (code: string) => string): string[] {
  return [
    idNumber(test_id),
    track === null ? 'без трека' : titleOf(track),
    ...(way ? [ways[way]] : []),
    ...(asked ? [`ждёт одобрения: ${asked}`] : []),
    ...(wishes.length > 1 ? [`назвал: ${wishes.join(', ')}`] : []),
  ]
}
