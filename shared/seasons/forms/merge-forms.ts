import { type FormField, type FormSchema, type FormSection, fieldsOf } from '#shared/forms/fields/field.ts'
import { plainText } from './form-changes.ts'

/** Two organisers' edits of one form, merged. */
export interface MergedForms {
  /** The edits of both; for a question that both changed, mine. */
  form: FormSchema
  /** Labels of the questions that only the other changed, added or removed. */
  theirs: string[]
  /** Questions that both changed in different ways. `saved` is null when the other organiser removed the question. */
  clashes: { name: string; label: string; saved: FormField | null }[]
}

/** Merges my edits with those that somebody saved meanwhile; both started from `base`. */
export function mergeForms(base: FormSchema, mine: FormSchema, saved: FormSchema): MergedForms {
  const [before, own, other] = [base, mine, saved].map(byName) as [Fields, Fields, Fields]
  const same = (one: unknown, two: unknown) => plainText(one) === plainText(two)
  const theirs: string[] = []
  const clashes: MergedForms['clashes'] = []
  const kept = new Map<string, FormField>()
  for (const name of new Set([...other.keys(), ...own.keys()])) {
    const [was, my, their] = [before.get(name), own.get(name), other.get(name)]
    const changedByMe = !same(my, was)
    const changedByThem = !same(their, was)
    const chosen = changedByMe ? my : their
    // A question that I removed and the other organiser changed comes back: I can remove it again.
    const result = changedByMe && my === undefined && changedByThem ? their : chosen
    if (result) kept.set(name, result)
    if (!changedByThem || same(my, their)) continue
    if (!changedByMe) theirs.push((their ?? was)?.label ?? name)
    else clashes.push({ name, label: (my ?? their)?.label ?? name, saved: their ?? null })
  }
  const moved = !same(layoutOf(base), layoutOf(mine))
  const sections = arranged(kept, moved ? mine : saved, moved ? saved : mine, base)
  return { form: { version: saved.version, sections }, theirs, clashes }
}

type Fields = Map<string, FormField>

const byName = (form: FormSchema): Fields => new Map(fieldsOf(form).map((field) => [field.name, field]))

/** Sections and order, without the content of the questions. */
const layoutOf = (form: FormSchema) =>
  form.sections.map(({ fields, ...section }) => ({ ...section, names: fields.map(({ name }) => name) }))

/** The questions in the first layout. A question that only the second layout has follows its predecessor there. */
function arranged(fields: Fields, first: FormSchema, second: FormSchema, base: FormSchema): FormSection[] {
  const sections = first.sections.map((section) => ({
    ...section,
    fields: section.fields.flatMap(({ name }) => fields.get(name) ?? []),
  }))
  const placed = new Set(sections.flatMap((section) => section.fields.map(({ name }) => name)))
  const known = new Set(base.sections.map(({ code }) => code))
  for (const section of second.sections) {
    const own = section.fields.filter(({ name }) => fields.has(name) && !placed.has(name))
    const at = sections.find(({ code }) => code === section.code)
    if (!at) {
      // The first layout has no such section: a section that it removed is needed only while it holds a question.
      if (own.length > 0 || !known.has(section.code))
        sections.push({ ...section, fields: own.flatMap(({ name }) => fields.get(name) ?? []) })
      continue
    }
    for (const { name } of own) {
      const place = section.fields.findIndex((field) => field.name === name)
      const earlier = section.fields[place - 1]?.name
      const after = at.fields.findIndex((field) => field.name === earlier)
      const field = fields.get(name)
      if (field) at.fields.splice(after < 0 ? (place === 0 ? 0 : at.fields.length) : after + 1, 0, field)
    }
  }
  return sections
}
