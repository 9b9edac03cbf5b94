import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { type ReactNode, useEffect, useRef } from 'react'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { useMedia } from '#web/platform/use-media.ts'
import { type ListedReading, type Reading, readingsQuery } from './queries.ts'
import styles from './ReadingQueue.module.css'

/** From this width on the queue is beside the work; the style sheet has the same value. */
const wideWindow = '(min-width: 1100px)'

/** The work with the judge's queue beside it. On a narrower window the queue is a page of its own. */
export function BesideQueue({ reading, children }: { reading: Reading; children: ReactNode }) {
  const isWide = useMedia(wideWindow)
  return (
    <div className={styles.around}>
      {isWide && <ReadingQueue reading={reading} />}
      {children}
    </div>
  )
}

function ReadingQueue({ reading }: { reading: Reading }) {
  const { stage_id, reading_id, left, of } = reading
  const { data } = useQuery(readingsQuery(stage_id))
  const list = useRef<HTMLUListElement>(null)
  const count = data?.readings.length ?? 0
  // Only the list scrolls: the page stays where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another work is read, or the list has come
  useEffect(() => {
    const box = list.current
    const current = box?.querySelector<HTMLElement>('[aria-current]')
    if (box && current) box.scrollTop = current.offsetTop - box.offsetTop - box.clientHeight / 3
  }, [reading_id, count])
  return (
    <nav className={styles.queue} aria-labelledby="reading-queue">
      <div className={styles.progress}>
        <Heading level={2} size={4} id="reading-queue">
          Моя очередь
        </Heading>
        {of > 0 && <ProgressBar label="Оценено" hideLabel value={of - left} max={of} text={outOf(of - left, of)} />}
      </div>
      {data && (
        <ul ref={list} className={styles.works}>
          {data.readings.map((one) => (
            <QueuedReading key={one.reading_id} reading={one} isCurrent={one.reading_id === reading_id} />
          ))}
        </ul>
      )}
    </nav>
  )
}

function QueuedReading({ reading, isCurrent }: { reading: ListedReading; isCurrent: boolean }) {
  const { reading_id, name, state } = reading
  const isDone = state === 'done'
  const said = saidOf(reading, isCurrent)
  return (
    <li>
      <PortalLink to={`/desk/readings/${reading_id}`} className={styles.work} data-done={isDone || undefined}>
        {isDone && <Check aria-hidden="true" />}
        <span>
          <bdi>{name}</bdi>
        </span>
        {said && (
          <span className={styles.said} data-trouble={state === 'changed' || undefined}>
            {isDone && <VisuallyHidden>оценена, баллов </VisuallyHidden>}
            {said}
          </span>
        )}
      </PortalLink>
    </li>
  )
}

const stateWords = {
  new: '',
  begun: 'начата',
  changed: 'новая версия',
  done: '',
  stopped: 'остановлена',
  abstained: 'отказ',
} as const satisfies Record<ListedReading['state'], string>

function saidOf({ state, total, training, appeal }: ListedReading, isCurrent: boolean): string {
  if (state === 'done' && total !== null) return String(total).replace('.', ',')
  if (isCurrent && (state === 'new' || state === 'begun')) return 'сейчас'
  return stateWords[state] || (training ? 'учебная' : appeal ? 'апелляция' : '')
}
