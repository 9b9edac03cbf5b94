import { textOf } from '#shared/forms/fields/field.ts'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import { idNumber } from '#shared/platform/text/unbroken.ts'
import { formOf, reasonField } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { isFailure } from '#web/platform/api/failure.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { type Judge, markConflict, useShowJudging } from './panel-queries.ts'

interface ConflictDialogProps {
  place: StagePanelProps
  judge: Pick<Judge, 'test_id' | 'name'>
  /** Whose work it is about, where that is known. */
  author?: number
  onClose: () => void
}

const digits = 'Напишите ID участника цифрами'
const form = formOf(
  {
    name: 'participant',
    label: 'ID участника',
    hint: 'Стоит под именем в результатах',
    view: 'number',
    validation_rules: { required: true, regexp: '^[1-9][0-9]{0,8}$' },
    custom_errors: { required: digits, regexp: digits },
  },
  reasonField('Её увидят только организаторы', 500),
)

/** Records which author's works a judge must not read, and why. */
export function ConflictDialog({ place, judge, author, onClose }: ConflictDialogProps) {
  const show = useShowJudging(place)
  return (
    <FormDialog
      title="Конфликт интересов"
      act="Отметить конфликт"
      size="s"
      form={form}
      answer={author === undefined ? {} : { participant: String(author) }}
      send={async ({ participant, reason }) => {
        const body = { participant: Number(textOf(participant)), reason: textOf(reason).trim() }
        return { ...(await markConflict(place, judge.test_id, body)), ...body }
      }}
      faultsOf={(error): FieldFaults =>
        isFailure(error, 'user_not_found')
          ? { participant: { rule: 'known', message: 'Участника с таким ID в этом конкурсе нет' } }
          : {}
      }
      onDone={({ judging, withdrawn, participant }) => {
        show(judging)
        const marks = withdrawn > 0 ? '. Его оценки этого участника больше не учитываются' : ''
        showBanner(`Отмечено: ${judge.name} не оценивает участника с ${idNumber(participant)}${marks}`, 'success')
      }}
      onClose={onClose}
    >
      <p>
        <bdi>{judge.name}</bdi> не будет оценивать работы этого участника: их прочитают другие эксперты. Уже
        поставленные оценки перестанут учитываться, если решения о работе ещё нет.
      </p>
    </FormDialog>
  )
}
