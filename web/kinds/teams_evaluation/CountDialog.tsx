import { outOf } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { formOf } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { showBanner } from '#web/platform/messages/banner.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { callsOf, useAct } from './panel-queries.ts'

interface CountDialogProps {
  place: StagePanelProps
  late: number
  onClose: () => void
}

const form = formOf(
  { name: 'straight', label: 'Не учитывать тех, кто поставил всем одно и то же', view: 'checkbox' },
  {
    name: 'pairs',
    label: 'Не учитывать пары, в которых оба поставили друг другу только высшие оценки',
    view: 'checkbox',
  },
)

/** Counts the marks, only once: the difference between two counts would show what somebody has said. */
export function CountDialog({ place, late, onClose }: CountDialogProps) {
  const count = useAct(place, callsOf(place).count)
  return (
    <FormDialog
      title="Подвести итоги?"
      act="Подвести итоги"
      form={form}
      send={({ straight, pairs }) =>
        count.mutateAsync({ skip_straight: straight === true, skip_pairs: pairs === true })
      }
      onDone={({ people, reports }) => showBanner(`Итоги подведены: отчётов ${outOf(reports, people)}`, 'success')}
      onClose={onClose}
    >
      <p>
        Оценки закроются для всех, и каждый увидит отчёт о себе. Это делают один раз: второй подсчёт показал бы, кто что
        поставил.
      </p>
      {late > 0 && (
        <p>
          <strong>Ещё не сдали: {counted(late, 'человек', 'человека', 'человек')}.</strong> Их оценки не учтут.
        </p>
      )}
    </FormDialog>
  )
}
