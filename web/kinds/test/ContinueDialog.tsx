import { textOf } from '#shared/forms/fields/field.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { formOf } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { showBanner } from '#web/platform/messages/banner.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { minutesField, whyField } from './MinutesDialog.tsx'
import { useTest } from './panel-queries.ts'

interface ContinueDialogProps {
  place: StagePanelProps
  person: { test_id: number; name: string }
  onClose: () => void
}

const form = formOf(
  { ...minutesField, label: 'Сколько минут дать', hint: 'Если своё время ещё не вышло, его не станет меньше.' },
  { ...whyField, hint: 'Её увидит участник.' },
)

/** Lets a person who has finished continue, while no results are published. */
export function ContinueDialog({ place, person, onClose }: ContinueDialogProps) {
  const { goOn } = useTest(place)
  return (
    <FormDialog
      title="Вернуть в тест"
      act="Вернуть"
      form={form}
      send={({ minutes, reason }) =>
        goOn.mutateAsync({ test_id: person.test_id, minutes: Number(textOf(minutes)), reason: textOf(reason) })
      }
      onDone={(gone) => {
        const deadline = parseWire(gone.deadline)
        showBanner(
          `${person.name} может продолжать${deadline ? ` до ${showDateTime(deadline)}` : ''}. Мы написали об этом.`,
          'success',
        )
      }}
      onClose={onClose}
    >
      <p>
        <bdi>{person.name}</bdi> продолжит ту же попытку: вопросы и ответы останутся. Время пойдёт сразу.
      </p>
    </FormDialog>
  )
}
