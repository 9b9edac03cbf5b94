import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import lists from '#web/platform/ui/WrittenLists.module.css'
import { ConsoleCrumbs } from '#web/seasons/console/ConsoleCrumbs.tsx'
import { BulkActForm } from './BulkActForm.tsx'
import { BulkActList } from './BulkActList.tsx'
import { bulkActsQuery } from './queries.ts'

/** Acts on many people: a new one starts after a preview, and the list shows the progress of each. */
export function BulkActsPage() {
  const { competition } = useParams({ from: '/admin/$competition' })
  const query = useQuery(bulkActsQuery(competition))
  return (
    <div className={lists.page}>
      <QueryStates of={[query]} loading="Загружаем действия" failed="Действия не загрузились" lines={10}>
        {({ title, choices, moves, acts }) => (
          <>
            <header className={lists.head}>
              <ConsoleCrumbs
                competition={competition}
                title={title}
                page="Действия со многими"
                above={{ title: 'Участники', path: 'people' }}
              />
              <PageHeading title="Действия со многими" />
              <p className={lists.quiet}>
                Сначала вы увидите, кого изменит действие. Его можно отменить, кроме решений о результатах: их
                подтверждает другой организатор, и участники сразу их читают.
              </p>
            </header>
            <div className={lists.columns}>
              <BulkActForm competition={competition} choices={choices} moves={moves} />
              <BulkActList competition={competition} acts={acts} />
            </div>
          </>
        )}
      </QueryStates>
    </div>
  )
}
