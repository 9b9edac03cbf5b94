import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { peoplePage } from '#shared/kinds/choose_tracks/limits.ts'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { ListChoice, ListFilters, ListSearch } from '#web/platform/ui/ListFilters.tsx'
import { countOf, PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
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
  const list = useList('people', { search: '', track: '' })
  const [moving, setMoving] = useState<TrackPerson | null>(null)
  const people = useQuery(peopleQuery(place, list.asked))
  const titleOf = (code: string) => tracks.find((track) => track.code === code)?.title ?? code
  return (
    <Panel
      id="track-people"
      title="Участники по трекам"
      says={countOf(people, 'участник', 'участника', 'участников')}
      read
    >
      <div className={styles.panels}>
        <ListFilters>
          <ListSearch list={list} label="Найти по имени или номеру участника" name="search-track-people" />
          <ListChoice
            list={list}
            part="track"
            label="Трек"
            name="track-of-people"
            all="Любой"
            options={tracks.map(({ code, title }) => ({ value: code, label: title }))}
          />
        </ListFilters>
        <PagedList
          of={people}
          list={list}
          size={peoplePage}
          loading="Загружаем участников…"
          failed="Участники не загрузились"
          level={3}
          label="Страницы участников"
          empty="Никого не нашлось"
        >
          {(data) => (
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
          )}
        </PagedList>
        {moving && <MoveDialog place={place} person={moving} tracks={tracks} onClose={() => setMoving(null)} />}
      </div>
    </Panel>
  )
}

function factsOf({ test_id, track, asked, wishes, way }: TrackPerson, titleOf: (code: string) => string): string[] {
  return [
    idNumber(test_id),
    track === null ? 'без трека' : titleOf(track),
    ...(way ? [ways[way]] : []),
    ...(asked ? [`ждёт одобрения: ${asked}`] : []),
    ...(wishes.length > 1 ? [`назвал: ${wishes.join(', ')}`] : []),
  ]
}
