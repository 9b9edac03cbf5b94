import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { recipientsPage } from '#shared/people/broadcasts/limits.ts'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { plural } from '#shared/platform/time/plural.ts'
import { leftWords, progressWords, showCount } from '#web/people/participants/progress-words.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { useListHere } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import lists from '#web/platform/ui/WrittenLists.module.css'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import styles from './Broadcasts.module.css'
import { type Broadcast, recipientsQuery, useCancel } from './queries.ts'

/** Every message of the competition, with how far it has come and a log of its recipients. */
export function BroadcastList({ competition, broadcasts }: { competition: string; broadcasts: readonly Broadcast[] }) {
  const cancel = useCancel(competition)
  const [logOf, setLogOf] = useState<Broadcast | null>(null)
  return (
    <Panel title="Отправленные и запланированные">
      {broadcasts.length === 0 && <p className={lists.quiet}>Сообщений ещё не было.</p>}
      <ul className={lists.list}>
        {broadcasts.map((one) => (
          <li key={one.id}>
            <div className={lists.line}>
              <strong>{one.title}</strong>
              <State of={one} />
            </div>
            {one.state === 'sending' && (
              <ProgressBar
                label="Уведомления"
                value={one.sent}
                max={one.people}
                text={progressWords(one.sent, Math.max(one.people, one.sent))}
                announced
              />
            )}
            {one.state === 'lettering' && (
              <ProgressBar
                label="Письма"
                value={one.lettered}
                max={one.sent}
                text={progressWords(one.lettered, one.sent)}
                announced
              />
            )}
            <p className={styles.text}>{one.text}</p>
            <p className={lists.quiet}>
              {one.about}. {sentWords(one)}
            </p>
            <p className={lists.quiet}>
              {momentOf(one.starts_at)}
              {one.by !== '' && `, ${one.by}`}
            </p>
            <div className={styles.acts}>
              {one.sent > 0 && (
                <Button kind="quiet" size="s" flush onClick={() => setLogOf(one)}>
                  Кому отправлено
                </Button>
              )}
              {(one.state === 'planned' || one.state === 'sending' || one.state === 'lettering') && (
                <Button
                  kind="quiet"
                  size="s"
                  flush={one.sent === 0}
                  pending={cancel.isPending}
                  onClick={() => cancel.mutate(one.id, { onError: (error) => showBanner(failureText(error)) })}
                >
                  {one.state === 'planned' ? 'Отменить' : 'Остановить'}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {logOf && <LogDialog competition={competition} of={logOf} onClose={() => setLogOf(null)} />}
    </Panel>
  )
}

function State({ of: { state } }: { of: Broadcast }) {
  if (state === 'planned') return <StatusBadge look="waiting">Запланировано</StatusBadge>
  if (state === 'sending') return <StatusBadge look="waiting">Отправляем</StatusBadge>
  if (state === 'lettering') return <StatusBadge look="waiting">Отправляем письма</StatusBadge>
  if (state === 'cancelled') return <StatusBadge look="neutral">Отменено</StatusBadge>
  return <StatusBadge look="done">Отправлено</StatusBadge>
}

function sentWords({ state, people, sent, letters, by_letter, seconds_left }: Broadcast): string {
  const count = (all: number, ...words: [string, string, string]) => `${showCount(all)} ${plural(all, ...words)}`
  if (state === 'planned') return `В отборе ${count(people, 'человек', 'человека', 'человек')}`
  if (state === 'sending' || state === 'lettering') return leftWords(seconds_left)
  const words = `Отправлено ${count(sent, 'человеку', 'людям', 'людям')}`
  return by_letter ? `${words}, письмом — ${showCount(letters)}` : words
}

function LogDialog({ competition, of, onClose }: { competition: string; of: Broadcast; onClose: () => void }) {
  const list = useListHere({})
  const query = useQuery(recipientsQuery(competition, of.id, list.asked.page))
  return (
    <Dialog title={`Кому отправлено: ${of.title}`} isOpen onClose={onClose}>
      <PagedList
        of={query}
        list={list}
        size={recipientsPage}
        loading="Загружаем список"
        failed="Список не загрузился"
        lines={6}
        level={3}
      >
        {({ recipients }) => (
          <ul className={styles.log}>
            {recipients.map(({ test_id, name, at, on_portal, by_letter }) => (
              <li key={test_id}>
                <Facts of={[name, idNumber(test_id)]} />
                <span className={lists.quiet}>
                  {[on_portal && 'на портале', by_letter && 'письмом'].filter(Boolean).join(' и ') ||
                    'отказался от сообщений'}
                  , {momentOf(at)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Dialog>
  )
}

function momentOf(wire: string): string {
  const moment = parseWire(wire)
  return moment ? showDateTime(moment) : wire
}
