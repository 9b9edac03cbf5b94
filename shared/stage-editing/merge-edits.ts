import { type AnswerData, type FormField, type FormSchema, fieldsOf } from '#shared/forms/field.ts'

/** What two organisers made of the same form. */
export interface MergedEdits {
  /** Everything of both; where both changed a field, what is mine. */
  answer: AnswerData
  /** Only they changed it. */
  theirs: FormField[]
  /** Both changed it, each in another way. */
  clashes: FormField[]
}

/** My edits and those that somebody saved meanwhile, both made from `base`. */
export function mergeEdits(form: FormSchema, base: AnswerData, mine: AnswerData, saved: AnswerData): MergedEdits {
  const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
  const answer: Record<string, unknown> = { ...saved }
  const theirs: FormField[] = []
  const clashes: FormField[] = []
  for (const field of fieldsOf(form)) {
    const [before, own, other] = [base[field.name], mine[field.name], saved[field.name]]
    const keep = !same(own, before)
    if (keep) answer[field.name] = own
    if (same(other, before) || same(other, own)) continue
    const list = keep ? clashes : theirs
    list.push(field)
  }
  return { answer, theirs, clashes }
}
