import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { exportDays } from '#shared/people/exports/limits.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import lists from '#web/platform/ui/WrittenLists.module.css'
import { ConsoleCrumbs } from '#web/seasons/console/ConsoleCrumbs.tsx'
import { ExportForm } from './ExportForm.tsx'
import { ExportList } from './ExportList.tsx'
import { exportsQuery } from './queries.ts'
import { WorksForm } from './WorksForm.tsx'

/** Tables of people and works for the jury: requests one, and shows who requested and who downloaded each. */
export function ExportsPage() {
  const { competition } = useParams({ from: '/admin/$competition' })
  const query = useQuery(exportsQuery(competition))
  return (
    <div className={lists.page}>
      <QueryStates of={[query]} loading="Загружаем выгрузки" failed="Выгрузки не загрузились" lines={10}>
        {(list) => (
          <>
            <header className={lists.head}>
              <ConsoleCrumbs competition={competition} title={list.title} page="Выгрузки" />
              <PageHeading title="Выгрузки" />
              <p className={lists.quiet}>
                Файл хранится {counted(exportDays, 'день', 'дня', 'дней')}. Кто заказал и кто скачал его, видно всем
                организаторам.
              </p>
            </header>
            <div className={lists.columns}>
              <div className={lists.page}>
                <ExportForm competition={competition} list={list} />
                {list.works.length > 0 && <WorksForm competition={competition} stages={list.works} />}
              </div>
              <ExportList competition={competition} exports={list.exports} />
            </div>
          </>
        )}
      </QueryStates>
    </div>
  )
}
