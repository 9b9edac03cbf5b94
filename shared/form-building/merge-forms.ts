import { type FormField, type FormSchema, type FormSection, fieldsOf } from '#shared/forms/field.ts'
import { plainText } from './form-changes.ts'

/** What two organisers made of the same form. */
export interface MergedForms {
  /** Everything of both; where both changed a question, what is mine. */
  form: FormSchema
  /** Labels of the questions that only the other changed, added or removed. */
  theirs: string[]
  /** Both changed them, each in another way. `saved` is null where the other removed it. */
  clashes: { name: string; label: string; saved: FormField | null }[]
}

/** My edits and those that somebody saved meanwhile, both made from `base`. */
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
    // A question that I removed and the other changed comes back: it is for me to remove it again.
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

/** Sections and order, without what stands in the questions. */
const layoutOf = (form: FormSchema) =>
  form.sections.map(({ fields, ...section }) => ({ ...section, names: fields.map(({ name }) => name) }))

/** The questions in the first layout; what only the second has comes after what stands before it there. */
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
      // Removed in the first layout: it is needed only while a question stands in it.
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
