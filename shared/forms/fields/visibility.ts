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

/** Whether a field is asked, given the answers. For a field of a group, `row` is its row and `group` its group. */
export type AskVisible = (field: FormField, row?: AnswerData, group?: FormField) => boolean

/**
 * Finds out which fields a form asks. A field that is not asked counts as empty, so hiding it also hides the fields
 * that depend on it. An unknown name counts as an empty field. A circle of conditions ends at its first field in the
 * form's order.
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

/** Which of the fields are asked, each worked out once. Other names are passed to `outside`. */
function askedOf(fields: readonly FormField[], data: AnswerData, outside: (name: string) => unknown) {
  const named = new Map(fields.map((field) => [field.name, field]))
  const asked = new Map<FormField, boolean>()
  const isAsked = (field: FormField): boolean => {
    const known = asked.get(field)
    if (known !== undefined) return known
    // Counts as not asked while it is being worked out: this ends a circle.
    asked.set(field, false)
    const answer = field.visible_when === undefined || isConditionTrue(field.visible_when, valueNamed)
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

/** Whether a condition is true; `valueNamed` gives the value of a field. */
export function isConditionTrue(condition: Condition, valueNamed: (name: string) => unknown): boolean {
  if ('all' in condition) return condition.all.every((part) => isConditionTrue(part, valueNamed))
  if ('any' in condition) return condition.any.some((part) => isConditionTrue(part, valueNamed))
  if ('not' in condition) return !isConditionTrue(condition.not, valueNamed)
  const value = valueNamed(condition.field)
  if ('equals' in condition) return isOneOf(value, [condition.equals])
  if ('in' in condition) return isOneOf(value, condition.in)
  return !isEmpty(value)
}

/** The fields in a condition, each once. */
export function fieldsNamedIn(condition: Condition): string[] {
  if ('all' in condition) return [...new Set(condition.all.flatMap(fieldsNamedIn))]
  if ('any' in condition) return [...new Set(condition.any.flatMap(fieldsNamedIn))]
  if ('not' in condition) return fieldsNamedIn(condition.not)
  return [condition.field]
}

/**
 * Circles of fields whose visibility depends on each other, as paths: ['a', 'b'] means a → b → a. Empty for a valid
 * form.
 */
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

/**
 * The fields on which each field's visibility depends. A field of a group is written `group.field` and also depends on
 * its group.
 */
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

/** A list matches when one of its choices does. Numbers and texts are compared as text. */
function isOneOf(value: unknown, wanted: readonly (string | number | boolean)[]): boolean {
  if (Array.isArray(value)) return value.some((item) => isOneOf(item, wanted))
  if (typeof value === 'boolean') return wanted.includes(value)
  // A box that was never touched counts as unticked.
  if (value === undefined || value === null) return wanted.includes(false)
  const text = typeof value === 'number' ? String(value) : chosenId(value)
  return text !== null && wanted.some((item) => typeof item !== 'boolean' && String(item) === text)
}
