import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import { compareDates, parseDate } from '#shared/platform/time/moscow.ts'
import {
  type AnswerData,
  type FormField,
  type FormSchema,
  fieldsOf,
  isEmpty,
  rowsOf,
  textOf,
  type ValidationRules,
  valueIn,
} from './field.ts'
import { firstBroken, isYear, type RuleName, rulesOf } from './rules.ts'
import { shapeFault } from './shape.ts'
import { viewFault } from './view-fault.ts'
import { type AskVisible, visibilityOf } from './visibility.ts'

/** A draft may be unfinished: only faults that more typing cannot repair are reported. */
export type ValidationMode = 'draft' | 'hand_in'

export interface ValidationContext {
  readonly mode: ValidationMode
  readonly now: Date
}

/** Rules whose faults more typing cannot repair. */
const draftRules: readonly RuleName[] = ['int', 'max_length']

/**
 * The first broken rule of every field, by path: `email`, or `jobs.0.end` for a field of a row. Empty for a valid
 * answer. Fields that are hidden, disabled or not asked are skipped. The browser and the server call this same
 * function.
 */
export function validate(schema: FormSchema, data: AnswerData, context: ValidationContext): FieldFaults {
  const asked = visibilityOf(schema, data)
  const top = new Map(fieldsOf(schema).map((field) => [field.name, field]))
  const topValue = (name: string) => {
    const field = top.get(name)
    return field && valueIn(field, data)
  }
  const faults: [path: string, fault: Fault][] = []
  for (const field of top.values()) {
    if (skips(field) || !asked(field)) continue
    const fault = fieldFault(field, valueIn(field, data), topValue, context)
    if (fault) faults.push([field.name, fault])
    else if (field.view === 'group') faults.push(...rowFaults(field, data, topValue, asked, context))
  }
  return Object.fromEntries(faults)
}

interface Fault {
  readonly rule: string
  readonly message: string
}

/** The fault of one value: first its type, then the form's rules, then the view's own demands. */
function fieldFault(
  field: FormField,
  value: unknown,
  valueNamed: (name: string) => unknown,
  { mode, now }: ValidationContext,
): Fault | null {
  const fault = firstFault(field, value, valueNamed, mode, now)
  const wording = fault && field.custom_errors?.[fault.rule]
  return fault && wording ? { ...fault, message: wording } : fault
}

function firstFault(
  field: FormField,
  value: unknown,
  valueNamed: (name: string) => unknown,
  mode: ValidationMode,
  now: Date,
): Fault | null {
  const rules = rulesOf(field, valueNamed)
  if (isEmpty(value)) return mode === 'hand_in' ? firstBroken(value, rules, { now, valueNamed }, ['required']) : null
  const shape = shapeFault(field, value)
  if (shape) return shape
  if (!isWritten(field)) return viewFault(field, value, mode)
  const draft = mode === 'draft'
  // A lone minus may be the beginning of a number.
  if (draft && value === '-') return null
  const written = asRead(field, rules, value)
  return (
    firstBroken(written, rules, { now, valueNamed }, draft ? draftRules : undefined) ?? viewFault(field, value, mode)
  )
}

/** The number of a passport is printed in groups, and many people type it in groups: «45 10 123456». */
function asRead({ name }: FormField, { int }: ValidationRules, value: unknown): unknown {
  return name === 'reg_passport' && int && typeof value === 'string' ? value.replace(/\s/g, '') : value
}

/** Lists, boxes and files are chosen and not typed, so rules about text do not apply. */
function isWritten({ view }: FormField): boolean {
  return !['multiselect', 'checkbox', 'consent', 'group', 'file', 'image'].includes(view)
}

function rowFaults(
  group: FormField,
  data: AnswerData,
  topValue: (name: string) => unknown,
  asked: AskVisible,
  context: ValidationContext,
): [string, Fault][] {
  const fields = group.fields ?? []
  const siblings = new Map(fields.map((field) => [field.name, field]))
  return rowsOf(valueIn(group, data)).flatMap((row, number) => {
    const valueNamed = (name: string) => {
      const sibling = siblings.get(name)
      return sibling ? valueIn(sibling, row) : topValue(name)
    }
    const open = fields.filter((field) => !skips(field) && asked(field, row, group))
    const found = open.flatMap((field): [string, Fault][] => {
      const fault = fieldFault(field, valueIn(field, row), valueNamed, context)
      return fault ? [[field.name, fault]] : []
    })
    const end = open.find(({ name }) => name === 'end')
    const endIsSound = end && !found.some(([name]) => name === 'end')
    if (endIsSound && open.some(({ name }) => name === 'start') && endsBeforeStart(row)) {
      const message = end.custom_errors?.job_end_before_start ?? 'Дата окончания работы раньше даты начала'
      found.push(['end', { rule: 'job_end_before_start', message }])
    }
    return found.map(([name, fault]): [string, Fault] => [`${group.name}.${number}.${name}`, fault])
  })
}

/** Compares days or years. When one of them is missing or unfinished, the other rules report it. */
function endsBeforeStart(row: AnswerData): boolean {
  const [start, end] = [textOf(row.start), textOf(row.end)]
  const [startDate, endDate] = [parseDate(start), parseDate(end)]
  if (startDate && endDate) return compareDates(endDate, startDate) < 0
  return isYear(start) && isYear(end) && Number(end) < Number(start)
}

function skips(field: FormField): boolean {
  return field.hidden === true || field.disabled === true
}
