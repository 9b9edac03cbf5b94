import { useState } from 'react'
import { quoted } from '#shared/platform/text/quoted.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { maxReason } from '#shared/seasons/competitions/limits.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { DateTimeField } from '#web/platform/ui/DateTimeField.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FailureNotice } from '#web/platform/ui/FailureNotice.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { newEnd } from './new-end.ts'
import styles from './Participants.module.css'
import { type ParticipantStage, useParticipantAct } from './queries.ts'

interface ExtendDialogProps {
  whose: { competition: string; testId: number }
  stage: ParticipantStage
  onClose: () => void
}

/** Asks for a participant's new end of a stage and for the reason, which the participant reads. */
export function ExtendDialog({ whose, stage, onClose }: ExtendDialogProps) {
  const before = stage.closes_at === null ? null : parseWire(stage.closes_at)
  const [closesAt, setClosesAt] = useState(() => newEnd(before, serverNow(), 2))
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const act = useParticipantAct(
    whose,
    (params, body: { stage: string; closes_at: string; reason: string }) =>
      api('POST /admin/competitions/:competition/participants/:test_id/extensions', { params, body }),
    `Срок этапа ${quoted(stage.title)} продлён, участнику отправлено уведомление`,
  )
  const end = parseWire(closesAt)
  const faults = {
    closesAt:
      end === null ? 'Напишите день и время' : before && end <= before ? 'Новый срок должен быть позже прежнего' : null,
    reason: reason.trim() === '' ? 'Напишите причину' : null,
  }
  const extend = () => {
    setTried(true)
    if (!faults.closesAt && !faults.reason)
      return act.mutate({ stage: stage.code, closes_at: closesAt, reason: reason.trim() }, { onSuccess: onClose })
    document.getElementById(faults.closesAt ? 'field-closes_at' : 'field-reason')?.focus()
  }
  return (
    <Dialog title="Продлить срок" size="s" isOpen onClose={onClose}>
      <form
        className={styles.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!act.isPending) extend()
        }}
      >
        <p>
          Этап {quoted(stage.title)}. {before && <Moments text={`Сейчас срок участника — ${showDateTime(before)}.`} />}
        </p>
        <div className={styles.acts}>
          {[1, 2, 7].map((days) => (
            <Button key={days} kind="quiet" size="s" onClick={() => setClosesAt(newEnd(before, serverNow(), days))}>
              {daysInWords[days]}
            </Button>
          ))}
        </div>
        <DateTimeField
          name="closes_at"
          label="Новый срок"
          error={tried ? faults.closesAt : null}
          value={closesAt}
          onChange={setClosesAt}
        />
        <TextArea
          name="reason"
          label="Причина"
          hint="Её прочитает участник"
          rows={2}
          limit={maxReason}
          error={tried ? faults.reason : null}
          value={reason}
          onChange={setReason}
        />
        <FailureNotice error={act.error} />
        <Button type="submit" pending={act.isPending}>
          Продлить
        </Button>
      </form>
    </Dialog>
  )
}

const daysInWords: Record<number, string> = { 1: 'На сутки', 2: 'На двое суток', 7: 'На неделю' }
