import { type FormField, type FormSchema, type FormSection, fieldsOf } from '#shared/forms/fields/field.ts'
import { aliasOf } from '#shared/platform/text/alias.ts'

/** A place in a form: a section, a question, or a question of a group. */
export type FormPlace = { section: string } | { field: string } | { field: string; child: string }

const longestName = 40

/** An unused name made from the words of the question. It stays the same in tables. */
export function freeName(label: string, taken: ReadonlySet<string>): string {
  const words = aliasOf(label)
    .replaceAll('-', '_')
    .replace(/^(?=\d)/, 'q_')
    .slice(0, longestName)
    .replace(/_$/, '')
  const name = /^[a-z]/.test(words) ? words : `q_${words}`
  for (let number = 1; ; number += 1) {
    const wanted = number === 1 ? name : `${name}_${number}`
    if (!taken.has(wanted)) return wanted
  }
}

/** The names that a new question may not have. */
export const namesIn = (form: FormSchema, group: string | null): ReadonlySet<string> =>
  new Set((group === null ? fieldsOf(form) : (fieldOf(form, group)?.fields ?? [])).map(({ name }) => name))

export const fieldOf = (form: FormSchema, name: string): FormField | undefined =>
  fieldsOf(form).find((field) => field.name === name)

/** Puts a question at the end of a section, or of a group. */
export function withField(
  form: FormSchema,
  into: { section: string } | { group: string },
  field: FormField,
): FormSchema {
  if ('group' in into)
    return eachField(form, (each) =>
      each.name === into.group ? { ...each, fields: [...(each.fields ?? []), field] } : each,
    )
  return eachSection(form, (section) =>
    section.code === into.section ? { ...section, fields: [...section.fields, field] } : section,
  )
}

/** Replaces a question; null removes it. */
export function changedField(
  form: FormSchema,
  place: { field: string; child?: string | undefined },
  next: FormField | null,
): FormSchema {
  const replaced = (fields: readonly FormField[], name: string) =>
    fields.flatMap((field) => (field.name === name ? (next ?? []) : field))
  if (place.child === undefined)
    return eachSection(form, (section) => ({ ...section, fields: replaced(section.fields, place.field) }))
  const child = place.child
  return eachField(form, (field) =>
    field.name === place.field ? { ...field, fields: replaced(field.fields ?? [], child) } : field,
  )
}

export function withSection(form: FormSchema, words: { title: string; hint: string }): FormSchema {
  const code = freeName(words.title, new Set(form.sections.map((section) => section.code)))
  return { ...form, sections: [...form.sections, { code, ...wordsOf(words), fields: [] }] }
}

export const renamedSection = (form: FormSchema, code: string, words: { title: string; hint: string }): FormSchema =>
  eachSection(form, (section) =>
    section.code === code ? { code, ...wordsOf(words), fields: section.fields } : section,
  )

/** An empty hint is left out. */
const wordsOf = ({ title, hint }: { title: string; hint: string }) => ({
  title: title.trim(),
  ...(hint.trim() === '' ? {} : { hint: hint.trim() }),
})

export const withoutSection = (form: FormSchema, code: string): FormSchema => ({
  ...form,
  sections: form.sections.filter((section) => section.code !== code),
})

/** Moves a section or a question before, after or into another; null when that place is not allowed. */
export function moved(
  form: FormSchema,
  what: FormPlace,
  beside: FormPlace,
  side: 'before' | 'after' | 'on',
): FormSchema | null {
  if ('section' in what) {
    if (!('section' in beside) || side === 'on' || beside.section === what.section) return null
    const own = form.sections.find(({ code }) => code === what.section)
    const rest = form.sections.filter(({ code }) => code !== what.section)
    const at = rest.findIndex(({ code }) => code === beside.section)
    if (!own || at < 0) return null
    return { ...form, sections: rest.toSpliced(side === 'before' ? at : at + 1, 0, own) }
  }
  if ('child' in what) {
    // The answers of a row are stored with their group, so a question cannot leave its group.
    if (!('child' in beside) || beside.field !== what.field || side === 'on') return null
    return eachField(form, (field) =>
      field.name === what.field
        ? { ...field, fields: reordered(field.fields ?? [], what.child, beside.child, side) }
        : field,
    )
  }
  const own = fieldOf(form, what.field)
  if (!own || 'child' in beside) return null
  const rest = changedField(form, what, null)
  if ('section' in beside) {
    if (side === 'before') return null
    return eachSection(rest, (section) =>
      section.code === beside.section
        ? { ...section, fields: side === 'on' ? [...section.fields, own] : [own, ...section.fields] }
        : section,
    )
  }
  if (beside.field === what.field || side === 'on') return null
  return eachSection(rest, (section) => {
    const at = section.fields.findIndex(({ name }) => name === beside.field)
    return at < 0 ? section : { ...section, fields: section.fields.toSpliced(side === 'before' ? at : at + 1, 0, own) }
  })
}

/** Moves by one step up or down, also into the neighbouring section; null at the end of the form. */
export function stepped(form: FormSchema, what: FormPlace, by: 'up' | 'down'): FormSchema | null {
  const side = by === 'up' ? 'before' : 'after'
  const neighbour = <T>(list: readonly T[], at: number): T | undefined =>
    at < 0 ? undefined : list[by === 'up' ? at - 1 : at + 1]
  if ('section' in what) {
    const codes = form.sections.map(({ code }) => code)
    const next = neighbour(codes, codes.indexOf(what.section))
    return next === undefined ? null : moved(form, what, { section: next }, side)
  }
  if ('child' in what) {
    const names = (fieldOf(form, what.field)?.fields ?? []).map(({ name }) => name)
    const next = neighbour(names, names.indexOf(what.child))
    return next === undefined ? null : moved(form, what, { field: what.field, child: next }, side)
  }
  const at = form.sections.findIndex(({ fields }) => fields.some(({ name }) => name === what.field))
  const names = (form.sections[at]?.fields ?? []).map(({ name }) => name)
  const next = neighbour(names, names.indexOf(what.field))
  if (next !== undefined) return moved(form, what, { field: next }, side)
  const section = neighbour(form.sections, at)
  // To the end of the section above, or to the beginning of the one below.
  return section ? moved(form, what, { section: section.code }, by === 'up' ? 'on' : 'after') : null
}

function reordered(fields: readonly FormField[], name: string, beside: string, side: 'before' | 'after') {
  const own = fields.find((field) => field.name === name)
  const rest = fields.filter((field) => field.name !== name)
  const at = rest.findIndex((field) => field.name === beside)
  return own && at >= 0 ? rest.toSpliced(side === 'before' ? at : at + 1, 0, own) : fields
}

const eachSection = (form: FormSchema, change: (section: FormSection) => FormSection): FormSchema => ({
  ...form,
  sections: form.sections.map(change),
})

const eachField = (form: FormSchema, change: (field: FormField) => FormField): FormSchema =>
  eachSection(form, (section) => ({ ...section, fields: section.fields.map(change) }))
