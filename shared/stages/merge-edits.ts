import { type AnswerData, type FormField, type FormSchema, fieldsOf } from '#shared/forms/fields/field.ts'

/** Two organisers' edits of one form, merged. */
export interface MergedEdits {
  /** The edits of both; for a field that both changed, mine. */
  answer: AnswerData
  /** Fields that only the other organiser changed. */
  theirs: FormField[]
  /** Fields that both changed in different ways. */
  clashes: FormField[]
}

/** Merges my edits with those that somebody saved meanwhile; both started from `base`. */
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
