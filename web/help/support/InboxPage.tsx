import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { useCompetitionCode } from '#web/platform/navigation/use-competition-code.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { Tabs } from '#web/platform/ui/Tabs.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { ConsoleCrumbs } from '#web/seasons/console/ConsoleCrumbs.tsx'
import { IncomingCard } from './IncomingCard.tsx'
import { inboxPage, inboxQuery, type RequestStatus } from './queries.ts'
import styles from './Support.module.css'

const empty: Record<RequestStatus, string> = {
  open: 'Все обращения разобраны',
  answered: 'Отвеченных обращений нет',
  closed: 'Закрытых обращений нет',
}

/** The requests to a competition's support, for organisers. */
export function InboxPage() {
  const code = useCompetitionCode()
  const inConsole = useParams({ from: '/admin/$competition', shouldThrow: false }) !== undefined
  const { asked, ask } = useList<{ status: RequestStatus }>('', { status: 'open' })
  const { data: waiting } = useQuery({ ...inboxQuery(code, 'open', 1), enabled: code !== '' })
  const titles: [RequestStatus, string][] = [
    ['open', waiting ? `Ждут ответа: ${waiting.open}` : 'Ждут ответа'],
    ['answered', 'Отвечены'],
    ['closed', 'Закрыты'],
  ]
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        {inConsole && <ConsoleCrumbs competition={code} page="Обращения" />}
        <PageHeading title="Входящие обращения" size={inConsole ? 2 : 1} />
        {!inConsole && (
          <PortalLink alone to={`/${code}/support`}>
            К форме поддержки
          </PortalLink>
        )}
      </header>
      <Tabs
        label="Обращения"
        selected={asked.status}
        onChange={(id) => ask({ status: id as RequestStatus })}
        items={titles.map(([id, title]) => ({ id, title, content: <Incoming competition={code} status={id} /> }))}
      />
    </div>
  )
}

function Incoming({ competition, status }: { competition: string; status: RequestStatus }) {
  const list = useList('', {})
  const query = useQuery({
    ...inboxQuery(competition, status, list.asked.page),
    enabled: competition !== '',
    placeholderData: keepPreviousData,
  })
  return (
    <PagedList
      of={query}
      list={list}
      size={inboxPage}
      loading="Загружаем обращения…"
      failed="Обращения не загрузились"
      empty={<EmptyState title={empty[status]} />}
    >
      {({ requests }) => (
        <div className={styles.inbox}>
          <h2 className={styles.unseen}>
            <VisuallyHidden>Обращения</VisuallyHidden>
          </h2>
          <div className={styles.cards}>
            {requests.map((request) => (
              <IncomingCard key={request.id} competition={competition} request={request} />
            ))}
          </div>
        </div>
      )}
    </PagedList>
  )
}
