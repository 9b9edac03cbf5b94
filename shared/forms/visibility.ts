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
 * Total: an unknown name is an empty field, and a circle of conditions is cut at its first field in the form's order.
 */
export function visibilityOf(schema: FormSchema, data: AnswerData): AskVisible {
  const fields = fieldsOf(schema)
  const top = askedOf(fields, data, () => undefined)
  const rows = new WeakMap<AnswerData, ReadonlyMap<FormField, boolean>>()
  const inRow = (row: AnswerData, group: FormField) => {
    const known = rows.get(row) ?? askedOf(group.fields ?? [], row, top.valueNamed).asked
    rows.set(row, known)
    return known
  }
  return (field, row, group) => {
    if (!row || !group) return top.asked.get(field) ?? false
    return (top.asked.get(group) ?? false) && (inRow(row, group).get(field) ?? false)
  }
}

/** Which of the fields are asked, each worked out once; names that are not among them are left to `outside`. */
function askedOf(fields: readonly FormField[], data: AnswerData, outside: (name: string) => unknown) {
  const named = new Map(fields.map((field) => [field.name, field]))
  const asked = new Map<FormField, boolean>()
  const isAsked = (field: FormField): boolean => {
    const known = asked.get(field)
    if (known !== undefined) return known
    // Until it is known, a field counts as not asked: this is what cuts a circle.
    asked.set(field, false)
    const answer = field.visible_when === undefined || holds(field.visible_when, valueNamed)
    asked.set(field, answer)
    return answer
  }
  const valueNamed = (name: string): unknown => {
    const field = named.get(name)
    if (!field) return outside(name)
    return isAsked(field) ? valueIn(field, data) : undefined
  }
  for (const field of fields) isAsked(field)
  return { asked, valueNamed }
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
