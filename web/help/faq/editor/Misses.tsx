import { useQuery } from '@tanstack/react-query'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { missesPage, missesQuery, useHelpAddress } from '#web/help/faq/queries.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { useList } from '#web/platform/navigation/use-list.ts'
import { DataTable } from '#web/platform/ui/DataTable.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import styles from './Misses.module.css'

/** Searches of participants without results, which show where an article is missing. */
export function Misses({ competition }: { competition: string }) {
  const list = useList('', {})
  const query = useQuery(missesQuery(competition, (list.asked.page - 1) * missesPage))
  const address = useHelpAddress(competition)
  return (
    <div className={styles.page}>
      <PageHeading title="Что искали и не нашли" />
      <p className={styles.lead}>Запросы, на которые не нашлось ни одной статьи. Кто искал, мы не храним.</p>
      <PagedList
        of={query}
        list={list}
        size={missesPage}
        loading="Загружаем запросы"
        failed="Не удалось загрузить запросы"
        lines={6}
        empty={<EmptyState title="Всё находится">Пока не было запроса, на который не нашлось статьи.</EmptyState>}
      >
        {({ misses }) => (
          <DataTable
            label="Запросы без ответа"
            narrow="fit"
            rows={misses}
            keyOf={({ query: text }) => text}
            columns={[
              { title: 'Запрос', value: ({ query: text }) => text },
              { title: 'Раз', kind: 'number', value: ({ times }) => times },
              { title: 'Последний', cell: ({ last }) => momentOf(last) },
            ]}
          />
        )}
      </PagedList>
      <PortalLinkButton kind="secondary" to={address()} className={styles.back}>
        К статьям
      </PortalLinkButton>
    </div>
  )
}

function momentOf(wire: string): string {
  const at = parseWire(wire)
  return at ? showDateTime(at) : wire
}
