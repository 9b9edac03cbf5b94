import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { download } from '#web/platform/api/portal-api.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Pagination } from '#web/platform/ui/Pagination.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { requestsPage, requestsQuery } from './queries.ts'
import { RequestView } from './RequestView.tsx'
import styles from './Support.module.css'

/** The person's requests with the answers. */
export function OwnRequests({ competition }: { competition: string }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    ...requestsQuery(competition, page),
    enabled: competition !== '',
    placeholderData: (before) => before,
  })
  return (
    <Panel title="Мои обращения">
      {data && data.count > 0 ? (
        <>
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
          {data.count > requestsPage && (
            <div className={styles.pages}>
              <Pagination page={page} pages={Math.ceil(data.count / requestsPage)} onChange={setPage} />
            </div>
          )}
        </>
      ) : data ? (
        <EmptyState level={3} title="Обращений пока нет">
          Здесь будут ваши вопросы и наши ответы.
        </EmptyState>
      ) : error ? (
        <EmptyState
          kind="failed"
          level={3}
          title="Обращения не загрузились"
          action={<Button onClick={() => refetch()}>Повторить</Button>}
        >
          {failureText(error)}
        </EmptyState>
      ) : (
        <Skeleton lines={6} label="Загружаем обращения…" />
      )}
    </Panel>
  )
}
