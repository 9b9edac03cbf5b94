import { textOf } from '#shared/forms/fields/field.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { maxReason } from '#shared/seasons/competitions/limits.ts'
import { formOf, reasonField } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { api } from '#web/platform/api/portal-api.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { newEnd, newEndField, tooEarly } from './new-end.ts'
import styles from './Participants.module.css'
import { type ParticipantStage, useParticipantAct } from './queries.ts'

interface ExtendDialogProps {
  whose: { competition: string; testId: number }
  stage: ParticipantStage
  onClose: () => void
}

const form = formOf(newEndField, reasonField('Её прочитает участник', maxReason))

/** Asks for a participant's new end of a stage and for the reason, which the participant reads. */
export function ExtendDialog({ whose, stage, onClose }: ExtendDialogProps) {
  const before = stage.closes_at === null ? null : parseWire(stage.closes_at)
  const act = useParticipantAct(
    whose,
    (params, body: { stage: string; closes_at: string; reason: string }) =>
      api('POST /admin/competitions/:competition/participants/:test_id/extensions', { params, body }),
    `Срок этапа ${quoted(stage.title)} продлён, участнику отправлено уведомление`,
  )
  return (
    <FormDialog
      title="Продлить срок"
      act="Продлить"
      size="s"
      form={form}
      answer={{ closes_at: newEnd(before, serverNow(), 2) }}
      faults={tooEarly(before)}
      send={({ closes_at, reason }) =>
        act.mutateAsync({ stage: stage.code, closes_at: textOf(closes_at), reason: textOf(reason).trim() })
      }
      onClose={onClose}
    >
      {(store) => (
        <>
          <p>
            Этап {quoted(stage.title)}.{' '}
            {before && <Moments text={`Сейчас срок участника — ${showDateTime(before)}.`} />}
          </p>
          <div className={styles.acts}>
            {[1, 2, 7].map((days) => (
              <Button
                key={days}
                kind="quiet"
                size="s"
                onClick={() => store.set('closes_at', newEnd(before, serverNow(), days))}
              >
                {daysInWords[days]}
              </Button>
            ))}
          </div>
        </>
      )}
    </FormDialog>
  )
}

const daysInWords: Record<number, string> = { 1: 'На сутки', 2: 'На двое суток', 7: 'На неделю' }
