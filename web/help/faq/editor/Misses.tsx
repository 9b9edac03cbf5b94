import { useQuery } from '@tanstack/react-query'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { missesPage, missesQuery, useHelpAddress } from '#web/help/faq/queries.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { useHistoryState } from '#web/platform/navigation/use-history-state.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Pagination } from '#web/platform/ui/Pagination.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import styles from './Misses.module.css'

/** Searches of participants without results, which show where an article is missing. */
export function Misses({ competition }: { competition: string }) {
  const [page, setPage] = useHistoryState('misses-page', 1)
  const query = useQuery(missesQuery(competition, (page - 1) * missesPage))
  const address = useHelpAddress(competition)
  return (
    <div className={styles.page}>
      <PageHeading title="Что искали и не нашли" />
      <p className={styles.lead}>Запросы, на которые не нашлось ни одной статьи. Кто искал, мы не храним.</p>
      <QueryStates of={[query]} loading="Загружаем запросы" failed="Не удалось загрузить запросы" lines={6}>
        {(data) =>
          data.count === 0 ? (
            <EmptyState title="Всё находится">Пока не было запроса, на который не нашлось статьи.</EmptyState>
          ) : (
            <>
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">Запрос</th>
                    <th scope="col">Раз</th>
                    <th scope="col">Последний</th>
                  </tr>
                </thead>
                <tbody>
                  {data.misses.map(({ query, times, last }) => {
                    const at = parseWire(last)
                    return (
                      <tr key={query}>
                        <th scope="row">{query}</th>
                        <td>{times}</td>
                        <td>{at && showDateTime(at)}</td>
                      </tr>
                    )
                  })}
                </tbody>
              </table>
              <Pagination page={page} pages={Math.ceil(data.count / missesPage)} onChange={setPage} />
            </>
          )
        }
      </QueryStates>
      <PortalLinkButton kind="secondary" to={address()} className={styles.back}>
        К статьям
      </PortalLinkButton>
    </div>
  )
}
