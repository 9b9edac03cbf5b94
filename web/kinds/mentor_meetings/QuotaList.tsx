import { useQuery } from '@tanstack/react-query'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { meetingPeoplePage } from '#shared/programme/meetings/limits.ts'
import { useHistoryState } from '#web/platform/navigation/use-history-state.ts'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Pagination } from '#web/platform/ui/Pagination.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import table from '#web/review/judging/PanelTable.module.css'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './MeetingsPanel.module.css'
import { quotaQuery } from './panel-queries.ts'

/** How many meetings everybody who works with a mentor has had; those with the fewest are first. */
export function QuotaList({ place }: { place: StagePanelProps }) {
  const [asked, setAsked] = useHistoryState('quota-list', { short: false, page: 1 })
  const people = useQuery(quotaQuery(place, asked))
  return (
    <Panel
      id="quotas"
      title="Сколько встреч у каждого"
      says={people.data ? `Меньше, чем нужно: ${people.data.short}` : ''}
      read
    >
      <div className={styles.panels}>
        <Checkbox
          label="Только те, у кого состоялось меньше, чем нужно"
          name="short-of-meetings"
          setting
          value={asked.short}
          onChange={(short) => setAsked({ short, page: 1 })}
        />
        <QueryStates of={[people]} loading="Загружаем участников…" failed="Участники не загрузились" level={3}>
          {(data) => (
            <>
              {data.count === 0 && (
                <p className={styles.quiet}>
                  {asked.short ? 'Нужное число встреч состоялось у всех' : 'С наставниками пока никто не работает'}
                </p>
              )}
              {data.count > 0 && (
                <div className={table.box}>
                  <table className={table.table}>
                    <caption className={table.caption}>Меньше, чем нужно: {data.short}</caption>
                    <thead>
                      <tr>
                        <th scope="col">Участник</th>
                        <th scope="col">Наставники</th>
                        <th scope="col">Состоялось</th>
                        <th scope="col">Впереди</th>
                      </tr>
                    </thead>
                    <tbody>
                      {data.people.map(({ user_id, fio, mentors, held, planned }) => (
                        <tr key={user_id}>
                          <th scope="row">
                            <bdi>{fio}</bdi> <span className={styles.quiet}>{idNumber(user_id)}</span>
                          </th>
                          <td data-label="Наставники">{mentors.join(', ')}</td>
                          <td data-label="Состоялось">{held}</td>
                          <td data-label="Впереди">{planned}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
              )}
              <Pagination
                page={asked.page}
                pages={Math.max(1, Math.ceil(data.count / meetingPeoplePage))}
                label="Страницы участников"
                onChange={(page) => setAsked({ ...asked, page })}
              />
            </>
          )}
        </QueryStates>
      </div>
    </Panel>
  )
}
