import { type AnswerData, type FormField, isEmpty } from '#shared/forms/fields/field.ts'

/** The number of answered questions, and about how many minutes are left; 0 once everything is answered. */
export function progressOf(fields: readonly FormField[], data: AnswerData, answerSeconds: number) {
  const answered = fields.filter(({ name }) => !isEmpty(data[name])).length
  const left = fields.length - answered
  return { answered, all: fields.length, minutes: Math.ceil((left * answerSeconds) / 60) }
}

/** Whether the answers are marks in order; otherwise they are sentences to choose from. */
export const isScale = ({ options = [] }: FormField): boolean =>
  options.length > 2 && options.every(({ id }, at) => id === String(at + 1))
