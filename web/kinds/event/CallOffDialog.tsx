import { textOf } from '#shared/forms/fields/field.ts'
import { maxEventReason } from '#shared/programme/bookings/limits.ts'
import { formOf, reasonField } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { showBanner } from '#web/platform/messages/banner.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { callsOf, useAct } from './queries.ts'

/** Asks why before everybody is notified that the event is cancelled. */
export function CallOffDialog({ place, onClose }: { place: StagePanelProps; onClose: () => void }) {
  const calling = useAct(place, callsOf(place).callOff)
  return (
    <FormDialog
      title="Отменить мероприятие?"
      act="Отменить мероприятие"
      danger
      form={formOf(reasonField('Её увидят участники', maxEventReason))}
      send={({ reason }) => calling.mutateAsync(textOf(reason).trim())}
      onDone={() => showBanner('Мероприятие отменено, участникам уходят письма', 'success')}
      onClose={onClose}
    >
      <p>Каждому, кто записан или ждёт места, уйдёт письмо, и встреча пропадёт из календаря. Вернуть это нельзя.</p>
    </FormDialog>
  )
}
