import { useQuery } from '@tanstack/react-query'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { meetingPeoplePage } from '#shared/programme/meetings/limits.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './MeetingsPanel.module.css'
import { noShowsQuery } from './panel-queries.ts'

/** Meetings that did not take place according to either side. */
export function NoShows({ place }: { place: StagePanelProps }) {
  const list = useList('no-shows', {})
  const query = useQuery(noShowsQuery(place, list.asked.page))
  return (
    <Panel
      id="no-shows"
      title="Несостоявшиеся встречи"
      says={query.data ? (query.data.count === 0 ? 'Таких отметок нет' : `Отметок: ${query.data.count}`) : ''}
      read
    >
      <PagedList
        of={query}
        list={list}
        size={meetingPeoplePage}
        loading="Загружаем встречи…"
        failed="Встречи не загрузились"
        level={3}
        label="Страницы несостоявшихся встреч"
        empty="Никто не отметил, что встреча не состоялась"
      >
        {({ rows }) => (
          <ul className={styles.people}>
            {rows.map(({ id, user_id, fio, meeting_date, mentor, came, held, missed }) => (
              <li key={`${id} ${user_id}`} className={styles.meeting}>
                <div className={styles.facts}>
                  <strong>
                    <bdi>{fio}</bdi>
                  </strong>
                  <span className={styles.quiet}>
                    <Facts of={[idNumber(user_id), `несостоявшихся встреч: ${missed}`]} />
                  </span>
                  <span>
                    <Moments text={showDateTime(parseWire(meeting_date) ?? new Date(meeting_date))} />, {mentor}
                  </span>
                  <span className={styles.quiet}>
                    Наставник: {word(came, 'участник не пришёл')}. Участник: {word(held, 'встречи не было')}.
                  </span>
                </div>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Panel>
  )
}

const word = (said: boolean | null, no: string) => (said === null ? 'ещё не отметил' : said ? 'встреча состоялась' : no)
