import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { download } from '#web/platform/api/portal-api.ts'
import { useHistoryState } from '#web/platform/navigation/use-history-state.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Pagination } from '#web/platform/ui/Pagination.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { requestsPage, requestsQuery } from './queries.ts'
import { RequestView } from './RequestView.tsx'
import styles from './Support.module.css'

/** The person's requests with the answers. */
export function OwnRequests({ competition }: { competition: string }) {
  const [page, setPage] = useHistoryState('own-requests-page', 1)
  const query = useQuery({
    ...requestsQuery(competition, page),
    enabled: competition !== '',
    placeholderData: keepPreviousData,
  })
  return (
    <Panel title="Мои обращения">
      <QueryStates of={[query]} loading="Загружаем обращения…" failed="Обращения не загрузились" lines={6} level={3}>
        {(data) =>
          data.count > 0 ? (
            <div className={styles.cards}>
              <ul className={styles.list}>
                {data.requests.map((request) => (
                  <li key={request.id}>
                    <RequestView
                      request={request}
                      onDownload={({ file_id }) => download('GET /user/files/:file_id', { params: { file_id } })}
                    />
                  </li>
                ))}
              </ul>
              <Pagination page={page} pages={Math.ceil(data.count / requestsPage)} onChange={setPage} />
            </div>
          ) : (
            <EmptyState level={3} title="Обращений пока нет">
              Здесь будут ваши вопросы и наши ответы.
            </EmptyState>
          )
        }
      </QueryStates>
    </Panel>
  )
}
