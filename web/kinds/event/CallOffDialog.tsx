import { useState } from 'react'
import { maxEventReason } from '#shared/programme/bookings/limits.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import styles from './Event.module.css'
import { callsOf, useAct } from './queries.ts'

/** Asks why before everybody is notified that the event is cancelled. */
export function CallOffDialog({ place, onClose }: { place: StagePanelProps; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const calling = useAct(place, callsOf(place).callOff, () => {
    showBanner('Мероприятие отменено, участникам уходят письма', 'success')
    onClose()
  })
  return (
    <Dialog
      title="Отменить мероприятие?"
      role="alertdialog"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button
            kind="danger"
            pending={calling.isPending}
            onClick={() => {
              setTried(true)
              if (reason.trim() !== '' && !calling.isPending) calling.mutate(reason.trim())
            }}
          >
            Отменить мероприятие
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Не отменять
          </Button>
        </>
      }
    >
      <div className={styles.part}>
        <p>Каждому, кто записан или ждёт места, уйдёт письмо, и встреча пропадёт из календаря. Вернуть это нельзя.</p>
        <TextArea
          name="event-reason"
          label="Причина"
          hint="Её увидят участники"
          rows={3}
          limit={maxEventReason}
          error={tried && reason.trim() === '' ? 'Напишите причину' : null}
          value={reason}
          onChange={setReason}
        />
        <FailureNotice error={calling.error} />
      </div>
    </Dialog>
  )
}
