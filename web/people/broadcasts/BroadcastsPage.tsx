import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import lists from '#web/platform/ui/WrittenLists.module.css'
import { ConsoleCrumbs } from '#web/seasons/console/ConsoleCrumbs.tsx'
import { BroadcastForm } from './BroadcastForm.tsx'
import { BroadcastList } from './BroadcastList.tsx'
import { broadcastsQuery } from './queries.ts'

/** Messages to many people: writes one, and shows what went out to whom. */
export function BroadcastsPage() {
  const { competition } = useParams({ from: '/admin/$competition' })
  const query = useQuery(broadcastsQuery(competition))
  return (
    <div className={lists.page}>
      <QueryStates of={[query]} loading="Загружаем сообщения" failed="Сообщения не загрузились" lines={10}>
        {({ title, choices, broadcasts }) => (
          <>
            <header className={lists.head}>
              <ConsoleCrumbs competition={competition} title={title} page="Сообщения" />
              <PageHeading title="Сообщения" />
              <p className={lists.quiet}>
                Кто отказался от таких сообщений в профиле, тот их не получит. Отправленное нельзя отозвать.
              </p>
            </header>
            <div className={lists.columns}>
              <BroadcastForm competition={competition} choices={choices} />
              <BroadcastList competition={competition} broadcasts={broadcasts} />
            </div>
          </>
        )}
      </QueryStates>
    </div>
  )
}
