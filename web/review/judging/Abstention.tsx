import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type AnswerData, textOf } from '#shared/forms/fields/field.ts'
import { formOf, reasonField } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { judgedQuery, type Reading, sendAbstention } from './queries.ts'

interface AbstentionProps {
  reading: Reading
  /** Null while nothing is asked; «conflict» when the judge has already said that they know the author. */
  asking: 'plain' | 'conflict' | null
  onAsk: (asking: 'plain' | 'conflict' | null) => void
}

const form = formOf(
  reasonField('', 500, { label: 'Почему', required: 'Напишите причину: её прочитают организаторы' }),
  { name: 'conflict', label: 'Я знаю автора', hint: 'Других его работ вам не поручат', view: 'checkbox' },
)

/** Gives the work back: the judge knows the author, or cannot judge it. */
export function Abstention({ reading, asking, onAsk }: AbstentionProps) {
  const router = useRouter()
  const queries = useQueryClient()
  const giving = useMutation({
    mutationFn: ({ reason, conflict }: AnswerData) =>
      sendAbstention(reading.reading_id, textOf(reason), conflict === true),
    onSuccess: ({ next }) => {
      onAsk(null)
      void queries.invalidateQueries({ queryKey: judgedQuery.queryKey })
      const to = next === null ? `/desk/judging/${reading.stage_id}` : `/desk/readings/${next}`
      void router.navigate({ to: to as never })
    },
  })
  return (
    <div>
      <Button kind="quiet" flush onClick={() => onAsk('plain')}>
        Не могу оценить эту работу
      </Button>
      {asking !== null && (
        <FormDialog
          title="Отказаться от работы?"
          act="Отказаться"
          danger
          form={form}
          answer={{ conflict: asking === 'conflict' }}
          send={giving.mutateAsync}
          onClose={() => onAsk(null)}
        >
          <p>Организаторы поручат работу другому эксперту. Ваши оценки этой работы не сохранятся.</p>
        </FormDialog>
      )}
    </div>
  )
}
