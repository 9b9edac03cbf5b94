import { useMutation } from '@tanstack/react-query'
import { isFailure } from '#web/platform/api/failure.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import styles from './Bookings.module.css'
import type { OfflineEvent } from './queries.ts'
import { whenWords } from './slot-words.ts'

export interface Intent {
  what: 'book' | 'move' | 'cancel'
  slot: { id: number; start_time: string }
}

const words = {
  book: { title: 'Записаться на это время?', act: 'Записаться', leave: 'Не сейчас', done: 'Вы записаны' },
  move: { title: 'Перенести запись?', act: 'Перенести', leave: 'Оставить как есть', done: 'Запись перенесена' },
  cancel: { title: 'Отменить запись?', act: 'Отменить запись', leave: 'Не отменять', done: 'Запись отменена' },
}

interface BookingDialogProps {
  event: OfflineEvent
  intent: Intent
  onClose: () => void
  onDone: (words: string) => Promise<void>
  /** The slot was taken or has begun meanwhile: the page behind must reload. */
  onRefused: () => void
}

/** The question before a slot is booked, changed or cancelled. */
export function BookingDialog({ event, intent, onClose, onDone, onRefused }: BookingDialogProps) {
  const { what, slot } = intent
  const { title, act, leave, done } = words[what]
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const params = { id: slot.id }
      if (what === 'cancel') await api('DELETE /offline_event_slot/:id', { params })
      else await api('POST /offline_event_slot/:id', { params })
    },
    onSuccess: () => onDone(done),
    onError: onRefused,
  })
  const final = isFailure(error, 'slot_full', 'slot_past', 'booking_closed', 'booking_not_allowed', 'slot_not_found')

  return (
    <Dialog
      title={title}
      role="alertdialog"
      isOpen
      onClose={onClose}
      actions={
        final ? (
          <Button onClick={onClose}>Понятно</Button>
        ) : (
          <>
            <Button kind={what === 'cancel' ? 'danger' : 'primary'} pending={isPending} onClick={() => mutate()}>
              {act}
            </Button>
            <Button kind="quiet" onClick={onClose}>
              {leave}
            </Button>
          </>
        )
      }
    >
      <div className={styles.ask}>
        <p>
          <b>{whenWords(slot.start_time)}</b> по Москве
          <br />
          {event.title}
        </p>
        {what === 'move' && event.own_slot && <p>Место на {whenWords(event.own_slot.start_time)} освободится.</p>}
        {what === 'cancel' && (
          <p>
            {event.booking === 'open'
              ? 'Место достанется другим. Записаться заново можно, пока есть места.'
              : 'Запись сейчас закрыта: записаться заново не получится.'}
          </p>
        )}
        <FailureNotice error={error} />
      </div>
    </Dialog>
  )
}
