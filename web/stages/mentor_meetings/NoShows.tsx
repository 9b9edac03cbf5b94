import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { meetingPeoplePage } from '#shared/meetings/limits.ts'
import { parseWire, showDateTime } from '#shared/time/moscow.ts'
import table from '#web/judging/PanelTable.module.css'
import { Pagination } from '#web/platform/ui/Pagination.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './MeetingsPanel.module.css'
import { noShowsQuery } from './panel-queries.ts'

/** Meetings that did not take place by the word of either side. */
export function NoShows({ place }: { place: StagePanelProps }) {
  const [page, setPage] = useState(1)
  const query = useQuery(noShowsQuery(place, page))
  return (
    <Panel title="Несостоявшиеся встречи">
      <QueryStates of={[query]} loading="Загружаем встречи…" failed="Встречи не загрузились" level={3}>
        {({ rows, count }) =>
          rows.length === 0 ? (
            <p className={styles.quiet}>Никто не отметил, что встреча не состоялась</p>
          ) : (
            <div className={styles.panels}>
              <div className={table.box} data-blocks>
                <table className={table.table}>
                  <thead>
                    <tr>
                      <th scope="col">Участник</th>
                      <th scope="col">Когда и с кем</th>
                      <th scope="col">Наставник</th>
                      <th scope="col">Участник говорит</th>
                      <th scope="col">Всего таких</th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map(({ id, user_id, fio, meeting_date, mentor, came, held, missed }) => (
                      <tr key={`${id} ${user_id}`}>
                        <th scope="row">
                          {fio} <span className={styles.quiet}>ID {user_id}</span>
                        </th>
                        <td data-label="Когда и с кем">
                          {showDateTime(parseWire(meeting_date) ?? new Date(meeting_date))}, {mentor}
                        </td>
                        <td data-label="Наставник">{word(came, 'не пришёл')}</td>
                        <td data-label="Участник говорит">{word(held, 'не состоялась')}</td>
                        <td data-label="Всего таких">{missed}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <Pagination
                page={page}
                pages={Math.max(1, Math.ceil(count / meetingPeoplePage))}
                label="Страницы несостоявшихся встреч"
                onChange={setPage}
              />
            </div>
          )
        }
      </QueryStates>
    </Panel>
  )
}

const word = (said: boolean | null, no: string) => (said === null ? 'не отметил' : said ? 'состоялась' : no)
