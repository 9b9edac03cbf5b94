import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { download } from '#web/platform/api/portal-api.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { requestsPage, requestsQuery } from './queries.ts'
import { RequestView } from './RequestView.tsx'
import styles from './Support.module.css'

/** The person's requests with the answers. */
export function OwnRequests({ competition }: { competition: string }) {
  const list = useList('requests', {})
  const query = useQuery({
    ...requestsQuery(competition, list.asked.page),
    enabled: competition !== '',
    placeholderData: keepPreviousData,
  })
  return (
    <Panel title="Мои обращения">
      <PagedList
        of={query}
        list={list}
        size={requestsPage}
        loading="Загружаем обращения…"
        failed="Обращения не загрузились"
        lines={6}
        level={3}
        empty={
          <EmptyState level={3} title="Обращений пока нет">
            Здесь будут ваши вопросы и наши ответы.
          </EmptyState>
        }
      >
        {({ requests }) => (
          <ul className={styles.list}>
            {requests.map((request) => (
              <li key={request.id}>
                <RequestView
                  request={request}
                  onDownload={({ file_id }) => download('GET /user/files/:file_id', { params: { file_id } })}
                />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Panel>
  )
}
