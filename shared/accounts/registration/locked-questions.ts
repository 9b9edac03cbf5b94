import { type AnswerData, type FormSchema, fieldsOf, isEmpty } from '#shared/forms/fields/field.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import { fieldsNamedIn } from '#shared/forms/fields/visibility.ts'

/** The shape of a document's number follows from the citizenship. */
const followsCitizenship = ['reg_passport', 'snils']

/**
 * The locked questions of a returned application: all questions without a remark. A question stays open when it depends
 * on one with a remark, was not answered, or its answer is not valid now. Remarks that name no question open
 * everything.
 */
export function lockedQuestions(
  form: FormSchema,
  before: AnswerData,
  remarks: readonly { field: string }[],
  now: Date,
): ReadonlySet<string> {
  const fields = fieldsOf(form)
  const named = new Set(remarks.map(({ field }) => field.split('.')[0] ?? ''))
  const known = [...named].every((name) => fields.some((field) => field.name === name))
  if (named.size === 0 || !known) return new Set()
  const faulty = new Set(
    Object.keys(validate(form, before, { mode: 'hand_in', now })).map((path) => path.split('.')[0]),
  )
  const open = new Set(named)
  // Opens questions that depend on an open question, until there are no more.
  for (let size = -1; size !== open.size; ) {
    size = open.size
    for (const { name, visible_when: when } of fields)
      if (when && fieldsNamedIn(when).some((asked) => open.has(asked))) open.add(name)
  }
  if (open.has('citizenship')) for (const name of followsCitizenship) open.add(name)
  return new Set(
    fields.flatMap(({ name }) => (open.has(name) || faulty.has(name) || isEmpty(before[name]) ? [] : [name])),
  )
}

/** The form for a correction: a locked question shows its answer and takes no other. */
export const withLocked = (form: FormSchema, locked: ReadonlySet<string>, before: AnswerData): FormSchema => ({
  ...form,
  sections: form.sections.map((section) => ({
    ...section,
    fields: section.fields.map((field) =>
      locked.has(field.name) ? { ...field, read_only: true, value: before[field.name] as never } : field,
    ),
  })),
})
