import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { counted } from '#shared/platform/time/plural.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { toDate } from '#web/stages/StagePath/deadline.ts'
import type { Intent } from './BookingDialog.tsx'
import type { OfflineEvent } from './queries.ts'
import { moscowWords, whenAtVenue } from './slot-words.ts'
import { Ticket } from './Ticket.tsx'

type Own = NonNullable<OfflineEvent['own']>

interface OwnPlaceProps {
  event: OfflineEvent
  /** The result of the person's last action. */
  said: string
  onAsk: (intent: Intent) => void
  /** The hold or the offer has run out. */
  onEnded: () => void
}

/** The person's place or place in the line, if any, and what can still be done with it. */
export function OwnPlace({ event, said, onAsk, onEnded }: OwnPlaceProps) {
  const { own } = event
  useEndOf(own?.until ?? null, onEnded)
  const role = said ? ('status' as const) : undefined
  if (event.cancelled !== null)
    return (
      <Notice tone="warning" title="Мероприятие отменено" role={role}>
        <p>{event.cancelled}</p>
        {own && wasIn(own.state) && !own.begun && (
          <p>
            Ваша запись на <Moments text={whenAtVenue(own.start_time, event.venue.zone)} /> больше не действует.
          </p>
        )}
      </Notice>
    )
  if (!own) return said ? <Notice tone="info" title={said} role="status" /> : null
  const when = whenAtVenue(own.start_time, event.venue.zone)
  const act = (what: Intent['what'], words: string, kind: 'primary' | 'secondary') => (
    <Button kind={kind} size="s" onClick={() => onAsk({ what, slot: own })}>
      {words}
    </Button>
  )
  const notice = (tone: 'success' | 'info' | 'warning', title: string, text: ReactNode, actions?: ReactNode) => (
    <Notice tone={tone} title={title} role={role} actions={actions}>
      {text}
    </Notice>
  )
  if (own.state === 'waiting')
    return notice(
      'info',
      `Вы в листе ожидания: ${when}`,
      `${placeWords(own)} Когда место освободится, мы напишем: подтвердить его нужно будет за отведённое время.`,
      act('leave', 'Выйти из листа ожидания', 'secondary'),
    )
  if (own.state === 'offered' || own.state === 'held')
    return notice(
      'warning',
      own.state === 'held' ? `Место пока за вами: ${when}` : `Для вас освободилось место: ${when}`,
      `Подтвердите до ${moscowWords(own.until ?? '')}, иначе ${own.state === 'held' ? 'место освободится' : 'его предложат следующему'}.`,
      <>
        {act('confirm', 'Подтвердить', 'primary')}
        {act('decline', 'Отказаться', 'secondary')}
      </>,
    )
  return (
    <>
      {notice(
        'success',
        own.state === 'attended'
          ? `Вы были на мероприятии: ${when}`
          : `${own.begun ? 'Вы были записаны' : 'Вы записаны'}: ${when}`,
        changeWords(event, own),
        own.may_change && act('cancel', 'Отменить запись', 'secondary'),
      )}
      {own.ticket && !own.begun && <Ticket ticket={own.ticket} event={event} />}
    </>
  )
}

const wasIn = (state: Own['state']) => state !== 'attended' && state !== 'no_show'

const placeWords = ({ place }: Own) =>
  place === null || place <= 1
    ? 'Вы первый в очереди.'
    : `Перед вами ${counted(place - 1, 'человек', 'человека', 'человек')}.`

function changeWords(event: OfflineEvent, own: Own): string {
  if (own.state !== 'confirmed') return ''
  if (own.begun) return 'Это время уже наступило, изменить запись нельзя.'
  if (!own.may_change) return `Изменить или отменить запись можно было до ${moscowWords(own.change_until ?? '')}.`
  const until = event.change_hours > 0 ? ` Это можно до ${moscowWords(own.change_until ?? '')}.` : ''
  return event.booking === 'open'
    ? `Другое время можно выбрать ниже: прежнее место освободится само.${until}`
    : `Перенести запись уже нельзя, но её можно отменить.${until}`
}

/** The longest wait that a timer can hold. */
const longestWait = 2_147_483_647

/** Calls back when the moment has come. */
function useEndOf(until: string | null, onEnded: () => void): void {
  const ended = useRef(onEnded)
  useEffect(() => {
    ended.current = onEnded
  })
  useEffect(() => {
    if (until === null) return
    const left = toDate(until).getTime() - Date.now()
    const timer = setTimeout(() => ended.current(), Math.min(longestWait, Math.max(0, left) + 1000))
    return () => clearTimeout(timer)
  }, [until])
}
