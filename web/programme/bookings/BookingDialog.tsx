import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isFailure } from '#web/platform/api/failure.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { Confirm } from '#web/platform/ui/Confirm.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import type { OfflineEvent } from './queries.ts'
import { momentWords, whenWords } from './slot-words.ts'

export interface Intent {
  what: 'book' | 'move' | 'cancel' | 'wait' | 'leave' | 'confirm' | 'decline'
  slot: { id: number; start_time: string }
}

const words = {
  book: { title: 'Записаться на это время?', act: 'Записаться', done: 'Вы записаны' },
  move: { title: 'Перенести запись?', act: 'Перенести', done: 'Запись перенесена' },
  cancel: { title: 'Отменить запись?', act: 'Отменить запись', done: 'Запись отменена' },
  wait: { title: 'Встать в лист ожидания?', act: 'Встать в очередь', done: 'Вы в листе ожидания' },
  leave: { title: 'Выйти из листа ожидания?', act: 'Выйти', done: 'Вы вышли из листа ожидания' },
  confirm: { title: 'Подтвердить запись?', act: 'Подтвердить', done: 'Вы записаны' },
  decline: { title: 'Отказаться от места?', act: 'Отказаться', done: 'Место освободилось' },
}

interface BookingDialogProps {
  event: OfflineEvent
  intent: Intent
  onClose: () => void
  onDone: (words: string) => Promise<void>
  /** The slot was taken or has begun meanwhile: the page behind must reload. */
  onRefused: () => void
}

/** The question before a slot is booked, changed or cancelled. The place is held while a person decides to book. */
export function BookingDialog({ event, intent, onClose, onDone, onRefused }: BookingDialogProps) {
  const { what, slot } = intent
  const { title, act, done } = words[what]
  const params = { id: slot.id }
  const { mutateAsync, isPending, isSuccess, error } = useMutation({
    mutationFn: async () => {
      if (what === 'cancel' || what === 'leave' || what === 'decline')
        await api('DELETE /offline_event_slot/:id', { params })
      else if (what === 'wait') await api('POST /offline_event_slot/:id/wait', { params })
      else await api('POST /offline_event_slot/:id', { params })
    },
    onSuccess: () => onDone(done),
    onError: onRefused,
  })
  const held = useHold(what === 'book' ? slot.id : null)
  const close = () => {
    onClose()
    // Nobody should wait five minutes for a place that is not wanted.
    if (held !== null && !isPending && !isSuccess)
      api('DELETE /offline_event_slot/:id', { params }).then(onRefused, onRefused)
  }
  const final = isFailure(
    error,
    ...(['slot_full', 'slot_past', 'slot_blocked', 'slot_free', 'change_closed', 'event_cancelled'] as const),
    ...(['booking_closed', 'booking_not_allowed', 'booking_shut', 'slot_not_found', 'already_booked'] as const),
  )

  return (
    <Confirm
      title={title}
      act={act}
      danger={what === 'cancel' || what === 'leave' || what === 'decline'}
      size="m"
      shut={final}
      send={() => mutateAsync()}
      onClose={close}
    >
      <p>
        <b>
          <Moments text={whenWords(slot.start_time)} />
        </b>{' '}
        по&nbsp;Москве
        <br />
        {event.title}
      </p>
      {held !== null && !final && <p>Держим место за вами до {momentWords(held).slice(11)}.</p>}
      {what === 'move' && event.own_slot && (
        <p>
          Место на <Moments text={whenWords(event.own_slot.start_time)} /> освободится.
        </p>
      )}
      {what === 'wait' && (
        <p>
          <Moments text={waitWords(event)} />
        </p>
      )}
      {what === 'leave' && <p>Ваше место в очереди займут другие. Встать снова можно только в конец.</p>}
      {what === 'decline' && <p>Место предложат следующему.</p>}
      {what === 'cancel' && (
        <p>
          {event.booking === 'open'
            ? 'Место достанется другим. Записаться заново можно, пока есть места.'
            : 'Запись сейчас закрыта: записаться заново не получится.'}
        </p>
      )}
    </Confirm>
  )
}

const waitWords = ({ own }: OfflineEvent) =>
  own?.state === 'waiting'
    ? `Вы перейдёте из очереди на ${whenWords(own.start_time)} в конец этой.`
    : 'Когда место освободится, первому в очереди придёт письмо. Записаться на другое время можно в любой момент.'

/** Until when the place is held; null while it is not. When the place cannot be held, the booking itself shows why. */
function useHold(slotId: number | null): string | null {
  const [until, setUntil] = useState<string | null>(null)
  useEffect(() => {
    if (slotId === null) return
    let wanted = true
    api('POST /offline_event_slot/:id/hold', { params: { id: slotId } }).then(
      (held) => wanted && setUntil(held.until),
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [slotId])
  return until
}
