import { useQuery } from '@tanstack/react-query'
import { undeliveredPage } from '#shared/messages/outbox/limits.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Breadcrumbs } from '#web/platform/ui/Breadcrumbs.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import lists from '#web/platform/ui/WrittenLists.module.css'
import { failureInWords, kindInWords } from './failure-words.ts'
import { type Undelivered, undeliveredQuery, useSendAgain } from './queries.ts'

/** Letters and SMS that the portal has given up on. */
export function UndeliveredPage() {
  const list = useList('', {})
  const query = useQuery(undeliveredQuery(list.asked.page))
  const again = useSendAgain()
  return (
    <div className={lists.page}>
      <header className={lists.head}>
        <Breadcrumbs
          crumbs={[{ title: 'Управление', href: '/admin' }, { title: 'Недоставленные письма' }]}
          link={(crumb) => <PortalLink to={crumb.href}>{crumb.title}</PortalLink>}
        />
        <PageHeading title="Недоставленные письма" />
        <p className={lists.quiet}>
          Портал повторяет каждое письмо и СМС около трёх дней, коды — десять минут. Здесь то, что доставить не удалось.
          Через 30 дней записи исчезают.
        </p>
      </header>
      <QueryStates of={[query]} loading="Загружаем письма" failed="Письма не загрузились" lines={8}>
        {({ count, messages }) => {
          const sendable = messages.filter(({ about }) => about !== 'code').map(({ id }) => id)
          return count === 0 ? (
            <EmptyState title="Всё доставлено">Писем и СМС, которые не дошли, нет.</EmptyState>
          ) : (
            <Panel title={counted(count, 'сообщение', 'сообщения', 'сообщений')}>
              <div className={lists.fields}>
                <FailureNotice error={again.error} />
                {sendable.length > 1 && (
                  <Button
                    kind="secondary"
                    size="s"
                    pending={again.isPending && again.variables.length > 1}
                    onClick={() => again.mutate(sendable)}
                  >
                    {count > messages.length ? 'Отправить снова всё на этой странице' : 'Отправить снова всё'}
                  </Button>
                )}
                <PagedList of={query} list={list} size={undeliveredPage}>
                  {() => (
                    <ul className={lists.list}>
                      {messages.map((message) => (
                        <Row
                          key={message.id}
                          message={message}
                          pending={again.isPending && again.variables.includes(message.id)}
                          onAgain={() => again.mutate([message.id])}
                        />
                      ))}
                    </ul>
                  )}
                </PagedList>
              </div>
            </Panel>
          )
        }}
      </QueryStates>
    </div>
  )
}

function Row({ message, pending, onAgain }: { message: Undelivered; pending: boolean; onAgain: () => void }) {
  const { to, about, queued_at, failing_since } = message
  return (
    <li>
      <strong>{to}</strong>
      <span>{failureInWords(message)}</span>
      <span className={lists.quiet}>
        <Facts
          of={[
            kindInWords(message),
            `написано ${moment(queued_at)}`,
            failing_since !== queued_at && `не доставляется с ${moment(failing_since)}`,
          ]}
        />
      </span>
      {about === 'code' ? (
        <span className={lists.quiet}>Код устарел, отправлять его незачем: человек запросит новый.</span>
      ) : (
        <Button kind="quiet" size="s" flush pending={pending} onClick={onAgain}>
          Отправить снова
          <VisuallyHidden>: {to}</VisuallyHidden>
        </Button>
      )}
    </li>
  )
}

const moment = (wire: string): string => {
  const at = parseWire(wire)
  return at ? showDateTime(at) : wire
}
