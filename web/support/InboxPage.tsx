import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCompetition } from '#web/competitions/queries.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Pagination } from '#web/platform/ui/Pagination.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { Tabs } from '#web/platform/ui/Tabs.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
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
  const code = useCompetition()?.code ?? ''
  const [status, setStatus] = useState<RequestStatus>('open')
  const { data: waiting } = useQuery({ ...inboxQuery(code, 'open', 1), enabled: code !== '' })
  const titles: [RequestStatus, string][] = [
    ['open', waiting ? `Ждут ответа: ${waiting.open}` : 'Ждут ответа'],
    ['answered', 'Отвечены'],
    ['closed', 'Закрыты'],
  ]
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <PageHeading title="Входящие обращения" />
        <PortalLink to={`/${code}/support`}>К форме поддержки</PortalLink>
      </header>
      <Tabs
        label="Обращения"
        selected={status}
        onChange={(id) => setStatus(id as RequestStatus)}
        items={titles.map(([id, title]) => ({ id, title, content: <Incoming competition={code} status={id} /> }))}
      />
    </div>
  )
}

function Incoming({ competition, status }: { competition: string; status: RequestStatus }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    ...inboxQuery(competition, status, page),
    enabled: competition !== '',
    placeholderData: (before) => before,
  })
  if (!data)
    return error ? (
      <EmptyState
        kind="failed"
        title="Обращения не загрузились"
        action={<Button onClick={() => refetch()}>Повторить</Button>}
      >
        {failureText(error)}
      </EmptyState>
    ) : (
      <Skeleton lines={8} label="Загружаем обращения…" />
    )
  // The last request of the page may just have been answered.
  const pages = Math.max(1, Math.ceil(data.count / inboxPage))
  if (page > pages) setPage(pages)
  if (data.count === 0) return <EmptyState title={empty[status]} />
  return (
    <div className={styles.inbox}>
      <h2 className={styles.unseen}>
        <VisuallyHidden>Обращения</VisuallyHidden>
      </h2>
      {data.requests.map((request) => (
        <IncomingCard key={request.id} competition={competition} request={request} />
      ))}
      <Pagination page={page} pages={pages} onChange={setPage} />
    </div>
  )
}
