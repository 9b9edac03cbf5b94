import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerData, type FormField, textOf } from '#shared/forms/fields/field.ts'
import { formOf, reasonField } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import type { FormStore } from '#web/forms/fields/form-store.ts'
import { useFormValue } from '#web/forms/fields/use-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { renewStage } from '#web/stages/use-hand-in.ts'
import { reportTask } from './queries.ts'

const maxText = 1000

interface ReportDialogProps {
  stageId: number
  taskId: number
  /** The work may be declined because the author is known. */
  known: boolean
  onGone: () => void
}

const about: FormField = {
  name: 'about',
  label: 'Причина',
  view: 'radio',
  options: [
    { id: 'plagiarism', value: 'Похоже на заимствование' },
    { id: 'author', value: 'Я знаю автора' },
  ],
  validation_rules: { required: true },
}
const required = 'Напишите хотя бы несколько слов: их прочитают организаторы'
const copied = reasonField('', maxText, { name: 'copied', label: 'Откуда это и где видно', required })
const whole = formOf(
  about,
  { ...copied, visible_when: { field: 'about', equals: 'plagiarism' } },
  reasonField('', maxText, {
    name: 'author',
    label: 'Откуда вы знаете автора',
    required,
    visible_when: { field: 'about', equals: 'author' },
  }),
)
const short = formOf(copied)

/** Reports to the organisers that a work looks copied, or gives it back because the author is known. */
export function ReportDialog({ stageId, taskId, known, onGone }: ReportDialogProps) {
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const reporting = useMutation({
    mutationFn: ({ about, ...typed }: AnswerData) =>
      about === 'author'
        ? reportTask(stageId, taskId, { about, text: textOf(typed.author).trim() })
        : reportTask(stageId, taskId, { about: 'plagiarism', text: textOf(typed.copied).trim() }),
  })
  return (
    <div>
      <Button kind="quiet" flush onClick={() => setOpen(true)}>
        {known ? 'Не могу оценить эту работу' : 'Работа заимствована'}
      </Button>
      {isOpen && (
        <FormDialog
          title="Что не так с работой?"
          act="Отправить"
          form={known ? whole : short}
          answer={{ about: 'plagiarism' }}
          send={reporting.mutateAsync}
          onDone={() => {
            renewStage(queries, stageId)
            onGone()
          }}
          onClose={() => setOpen(false)}
          below={(store) => <Then store={store} />}
        />
      )}
    </div>
  )
}

const Then = ({ store }: { store: FormStore }) => (
  <p>
    {useFormValue(store, () => store.data().about) === 'author'
      ? 'Работу получит другой участник, а вы возьмёте следующую. Так можно поступить три раза.'
      : 'Работу перестанут оценивать все, пока организаторы не проверят ваше сообщение.'}
  </p>
)
