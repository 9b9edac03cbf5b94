import {
  type AnswerData,
  type Condition,
  chosenId,
  type FormField,
  type FormSchema,
  optionsOf,
  textOf,
} from '#shared/forms/fields/field.ts'
import { dictOf } from './dict-of.ts'

const hows = { is: 'равно', not: 'не равно', filled: 'есть ответ', empty: 'нет ответа' } as const
const valueName = (name: string) => `when_value_${name}`
const uncompared: readonly FormField['view'][] = ['group', 'file', 'image']

/** A condition as a form of choices: which question, and what its answer must be. */
export function conditionForm(asked: readonly FormField[]): FormSchema {
  const compared = asked.filter(({ view }) => !uncompared.includes(view))
  const names = asked.map(({ name }) => name)
  const fields: FormField[] = [
    {
      name: 'when_field',
      label: 'Показать, если',
      hint: 'Пусто: вопрос видят все.',
      view: 'select',
      options: asked.map(({ name, label }) => ({ id: name, value: label || name })),
    },
    {
      name: 'when_how',
      label: 'Что с ответом',
      view: 'radio',
      options: Object.entries(hows).map(([id, value]) => ({ id, value })),
      visible_when: names.length > 0 ? { field: 'when_field', in: names } : { field: 'when_field', filled: true },
    },
    ...compared.map((field) => ({
      ...answerTo(field),
      name: valueName(field.name),
      visible_when: {
        all: [
          { field: 'when_field', equals: field.name },
          { field: 'when_how', in: ['is', 'not'] },
        ],
      },
    })),
  ]
  return { version: 1, sections: [{ code: 'when', title: '', fields }] }
}

/** The fields for the required answer. */
function answerTo(field: FormField): Omit<FormField, 'name'> {
  if (field.view === 'checkbox' || field.view === 'consent')
    return {
      label: 'Ответ',
      view: 'radio',
      options: [
        { id: 'yes', value: 'Да' },
        { id: 'no', value: 'Нет' },
      ],
    }
  const options = optionsOf(field)
  const several = { label: 'Ответ', hint: 'Подойдёт любой из выбранных.', view: 'multiselect' as const }
  if (options && !field.params?.suggest) return { ...several, options }
  const dict = dictOf(field)
  if (dict !== undefined && !field.params?.suggest)
    return {
      ...several,
      params: { dict, ...(field.params?.competition_specific_dict && { competition_specific_dict: true }) },
    }
  return { label: 'Ответ', view: 'text', validation_rules: { max_length: 300 } }
}

/** A new condition begins with the usual comparison. */
export const freshCondition: AnswerData = { when_how: 'is' }

/** The condition that the form describes; null while a part of it is missing. */
export function conditionOf(answer: AnswerData): Condition | null {
  const field = textOf(answer.when_field)
  const how = textOf(answer.when_how)
  if (field === '') return null
  if (how === 'filled') return { field, filled: true }
  if (how === 'empty') return { not: { field, filled: true } }
  const given = answer[valueName(field)]
  const several = Array.isArray(given) ? given.flatMap((each: unknown) => chosenId(each) ?? []) : null
  const text = textOf(given).trim()
  const wanted = several ?? (text === '' ? [] : [text])
  const [first] = wanted
  if (first === undefined) return null
  const plain: Condition =
    several === null && (first === 'yes' || first === 'no')
      ? { field, equals: first === 'yes' }
      : wanted.length === 1
        ? { field, equals: first }
        : { field, in: wanted }
  return how === 'not' ? { not: plain } : plain
}

export interface ConditionParts {
  of: 'all' | 'any'
  parts: readonly Condition[]
}

export function partsOf(condition: Condition | undefined): ConditionParts {
  if (condition === undefined) return { of: 'all', parts: [] }
  if ('all' in condition) return { of: 'all', parts: condition.all }
  return 'any' in condition ? { of: 'any', parts: condition.any } : { of: 'all', parts: [condition] }
}

export function whole({ of, parts }: ConditionParts): Condition | undefined {
  const [first, ...others] = parts
  if (first === undefined) return undefined
  if (others.length === 0) return first
  return of === 'all' ? { all: [...parts] } : { any: [...parts] }
}
