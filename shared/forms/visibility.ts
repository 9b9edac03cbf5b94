import {
  type AnswerData,
  type Condition,
  chosenId,
  type FormField,
  type FormSchema,
  fieldsOf,
  isEmpty,
  valueIn,
} from './field.ts'

/** Whether a field is asked, given the answers; for a field of a group, `row` is its row and `group` its group. */
export type AskVisible = (field: FormField, row?: AnswerData, group?: FormField) => boolean

/**
 * Tells which fields a form asks. What an unasked field holds counts as empty, so hiding a field hides what hangs on it.
 * Total: an unknown name is an empty field, and within a cycle the field that was asked about first counts as empty.
 */
export function visibilityOf(schema: FormSchema, data: AnswerData): AskVisible {
  const top = new Map(fieldsOf(schema).map((field) => [field.name, field]))
  const known = new Map<FormField, boolean>()

  const asked = (
    field: FormField,
    row: AnswerData | undefined,
    group: FormField | undefined,
    busy: FormField[],
  ): boolean => {
    if (busy.includes(field)) return false
    const within = [...busy, field]
    if (group && !topAsked(group, within)) return false
    if (!field.visible_when) return true
    const siblings = new Map(group?.fields?.map((sibling) => [sibling.name, sibling]))
    return holds(field.visible_when, (name) => {
      const sibling = row && siblings.get(name)
      if (row && sibling) return asked(sibling, row, group, within) ? valueIn(sibling, row) : undefined
      const other = top.get(name)
      return other && topAsked(other, within) ? valueIn(other, data) : undefined
    })
  }

  const topAsked = (field: FormField, busy: FormField[]): boolean => {
    if (busy.length > 0) return known.get(field) ?? asked(field, undefined, undefined, busy)
    const before = known.get(field)
    if (before !== undefined) return before
    const answer = asked(field, undefined, undefined, busy)
    known.set(field, answer)
    return answer
  }

  return (field, row, group) => (group ? asked(field, row, group, []) : topAsked(field, []))
}

/** Whether a condition holds, where `valueNamed` tells what a field holds. */
export function holds(condition: Condition, valueNamed: (name: string) => unknown): boolean {
  if ('all' in condition) return condition.all.every((part) => holds(part, valueNamed))
  if ('any' in condition) return condition.any.some((part) => holds(part, valueNamed))
  if ('not' in condition) return !holds(condition.not, valueNamed)
  const value = valueNamed(condition.field)
  if ('equals' in condition) return isOneOf(value, [condition.equals])
  if ('in' in condition) return isOneOf(value, condition.in)
  return !isEmpty(value)
}

/** The fields that a condition looks at, each once. */
export function fieldsNamedIn(condition: Condition): string[] {
  if ('all' in condition) return [...new Set(condition.all.flatMap(fieldsNamedIn))]
  if ('any' in condition) return [...new Set(condition.any.flatMap(fieldsNamedIn))]
  if ('not' in condition) return fieldsNamedIn(condition.not)
  return [condition.field]
}

/** Circles of fields whose visibility hangs on each other, as paths: ['a', 'b'] says a → b → a. Empty for a sound form. */
export function conditionCycles(schema: FormSchema): string[][] {
  const edges = dependencies(schema)
  const cycles: string[][] = []
  const finished = new Set<string>()
  const visit = (path: string, trail: string[]) => {
    const start = trail.indexOf(path)
    if (start >= 0) {
      cycles.push(trail.slice(start))
      return
    }
    if (finished.has(path)) return
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path])
    finished.add(path)
  }
  for (const path of edges.keys()) visit(path, [])
  return cycles
}

/** What each field's visibility hangs on; the field of a group is written `group.field` and hangs on its group too. */
function dependencies(schema: FormSchema): Map<string, string[]> {
  const edges = new Map<string, string[]>()
  for (const field of fieldsOf(schema)) {
    edges.set(field.name, field.visible_when ? fieldsNamedIn(field.visible_when) : [])
    const inside = new Set(field.fields?.map(({ name }) => name))
    for (const child of field.fields ?? []) {
      const named = child.visible_when ? fieldsNamedIn(child.visible_when) : []
      const paths = named.map((name) => (inside.has(name) ? `${field.name}.${name}` : name))
      edges.set(`${field.name}.${child.name}`, [field.name, ...paths])
    }
  }
  return edges
}

/** A list holds a value when one of its choices is it; numbers and texts compare by what is written. */
function isOneOf(value: unknown, wanted: readonly (string | number | boolean)[]): boolean {
  if (Array.isArray(value)) return value.some((item) => isOneOf(item, wanted))
  if (typeof value === 'boolean') return wanted.includes(value)
  // An unticked box may never have been touched.
  if (value === undefined || value === null) return wanted.includes(false)
  const text = typeof value === 'number' ? String(value) : chosenId(value)
  return text !== null && wanted.some((item) => typeof item !== 'boolean' && String(item) === text)
}
