import { textOf } from '#shared/forms/fields/field.ts'
import { formOf, reasonField } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { type AssignedReading, type Judge, moveReading, useShowJudging } from './panel-queries.ts'

const maxReason = 500

interface MoveDialogProps {
  place: StagePanelProps
  reading: AssignedReading
  judges: readonly Judge[]
  onClose: () => void
  onMoved: () => void
}

/** Gives one work from its judge to another. */
export function MoveDialog({ place, reading, judges, onClose, onMoved }: MoveDialogProps) {
  const show = useShowJudging(place)
  const title = 'Передать работу другому эксперту'
  const others = judges.filter(({ test_id }) => test_id !== reading.judge_id)
  if (others.length === 0)
    return (
      <Dialog title={title} size="s" isOpen onClose={onClose}>
        <p>Других экспертов на этапе нет. Сначала позовите их.</p>
      </Dialog>
    )
  const form = formOf(
    {
      name: 'to',
      label: 'Кто прочитает',
      view: 'select',
      options: others.map(({ test_id, name, assigned }) => ({
        id: String(test_id),
        value: `${name}, работ: ${assigned}`,
      })),
      validation_rules: { required: true },
      custom_errors: { required: 'Выберите эксперта' },
    },
    reasonField('Её увидят только организаторы', maxReason),
  )
  return (
    <FormDialog
      title={title}
      act="Передать работу"
      size="s"
      form={form}
      send={async ({ to, reason }) => {
        const body = { to: Number(textOf(to)), reason: textOf(reason).trim() }
        return { ...(await moveReading(place, reading.reading_id, body)), ...body }
      }}
      onDone={({ judging, withdrawn, to }) => {
        show(judging)
        const name = others.find(({ test_id }) => test_id === to)?.name ?? ''
        const marks = withdrawn ? '. Прежние оценки больше не учитываются' : ''
        showBanner(`Работу прочитает ${name}${marks}`, 'success')
        onMoved()
      }}
      onClose={onClose}
    >
      <p>
        <bdi>{reading.author}</bdi>. Сейчас работу читает <bdi>{reading.judge}</bdi>.{' '}
        {reading.total !== null && 'Оценки уже сданы: в итоге они перестанут учитываться, но останутся видны здесь.'}
      </p>
    </FormDialog>
  )
}
