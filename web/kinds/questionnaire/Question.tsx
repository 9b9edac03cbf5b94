import type { FormField } from '#shared/forms/fields/field.ts'
import { textOf } from '#shared/forms/fields/field.ts'
import { isScale } from '#shared/kinds/questionnaire/progress.ts'
import type { FormStore } from '#web/forms/fields/form-store.ts'
import { useField } from '#web/forms/fields/use-form.ts'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import styles from './QuestionnaireScreen.module.css'

export interface QuestionsProps {
  store: FormStore
  fields: readonly FormField[]
  /** Earlier questions may be opened again. */
  back: boolean
  progress: { answered: number; all: number; minutes: number }
  /** The question to begin at, when it is not the first without an answer. */
  first: string | undefined
  /** The questions have just been opened by something that the person did. */
  arrived: boolean
  onAnswer: (name: string, value: string) => void
  /** The answer cannot be changed any more. */
  onSettle: (name: string) => void
  /** A question has come into view. */
  onShow: () => void
  sending: boolean
  onSend: () => void
}

interface QuestionProps extends Pick<QuestionsProps, 'store' | 'onAnswer'> {
  field: FormField
  error?: string | undefined
}

/** One question. Its marks are one below the other at every width and size of type: the order is part of the method. */
export function Question({ store, field, onAnswer, error }: QuestionProps) {
  const { value, fault } = useField(store, field.name)
  const options = (field.options ?? []).map(({ id, value: label }) => ({ value: id, label }))
  return (
    <div className={isScale(field) ? styles.scale : undefined}>
      <RadioGroup
        look="rows"
        name={field.name}
        label={field.label}
        value={textOf(value)}
        onChange={(chosen) => onAnswer(field.name, chosen)}
        options={options}
        error={error ?? fault ?? undefined}
      />
    </div>
  )
}
