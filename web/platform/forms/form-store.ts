import type { FieldFaults } from '#shared/api/refusals.ts'
import {
  type AnswerData,
  type FieldOption,
  type FormField,
  type FormSchema,
  fieldsOf,
  isEmpty,
  optionsOf,
  rowsOf,
  valueIn,
} from '#shared/forms/field.ts'
import { type ValidationMode, validate } from '#shared/forms/validate.ts'
import { type AskVisible, visibilityOf } from '#shared/forms/visibility.ts'

export type Dictionaries = Readonly<Record<string, readonly FieldOption[]>>

/** One field as it is drawn. The same object is given while nothing about the field has changed. */
export interface FieldSnapshot {
  readonly value: unknown
  readonly fault: string | null
  readonly asked: boolean
}

export interface FormStore {
  readonly schema: FormSchema
  readonly dictionaries: Dictionaries
  subscribe(listener: () => void): () => void
  data(): AnswerData
  /** By path: `email`, `jobs.0.end`. A group's own value is the keys of its rows. */
  field(path: string): FieldSnapshot
  asked(field: FormField, row?: AnswerData, group?: FormField): boolean
  set(path: string, value: unknown): void
  /** The person has left the field: what is wrong with what was typed is shown. */
  leave(path: string): void
  addRow(group: string): void
  removeRow(group: string, number: number): void
  /** Shows everything that is wrong, as a hand-in would find it, and gives it back; empty for a sound answer. */
  check(): FieldFaults
  /** What is shown as wrong now. */
  faults(): FieldFaults
  /** Puts what the server found beside the fields; each stays until its field is changed. */
  putFaults(faults: FieldFaults): void
  replace(data: AnswerData): void
}

export interface FormStoreOptions {
  dictionaries?: Dictionaries
  /** Called with the whole answer after each change by the person. */
  onChange?: (data: AnswerData) => void
  /** What is wrong beside the fields' own rules. A draft may still lack what a hand-in must have. */
  faults?: (data: AnswerData, mode: ValidationMode) => FieldFaults
  now?: () => Date
}

/** A form being filled in. One key changes one field's snapshot, so one field is drawn again. */
export function createFormStore(schema: FormSchema, initial: AnswerData, options: FormStoreOptions = {}): FormStore {
  const { dictionaries = {}, onChange, faults: extra = () => ({}), now = () => new Date() } = options
  const top = new Map(fieldsOf(schema).map((field) => [field.name, field]))
  const listeners = new Set<() => void>()
  const snapshots = new Map<string, { at: number; snapshot: FieldSnapshot }>()
  const rowKeys = new Map<string, readonly number[]>()
  const touched = new Set<string>()
  let lastKey = 0
  let data = withFirstRows(initial)
  let own: FieldFaults = {}
  let server: FieldFaults = {}
  let version = 0
  let visibility: { of: AnswerData; asked: AskVisible } | null = null

  function withFirstRows(given: AnswerData): AnswerData {
    rowKeys.clear()
    const filled: Record<string, unknown> = { ...given }
    for (const field of top.values()) {
      if (field.view !== 'group') continue
      const rows = rowsOf(valueIn(field, given))
      // A group that must have a row shows one at once, so that nobody looks for how to begin.
      const shown = rows.length === 0 && (field.rows?.min ?? 0) > 0 ? [{}] : rows
      if (shown !== rows) filled[field.name] = shown
      rowKeys.set(
        field.name,
        shown.map(() => ++lastKey),
      )
    }
    return filled
  }

  function asked(): AskVisible {
    if (visibility?.of !== data) visibility = { of: data, asked: visibilityOf(schema, data) }
    return visibility.asked
  }

  function place(path: string): { field: FormField; row?: AnswerData; group?: FormField } | null {
    const [name = '', number, child] = path.split('.')
    const field = top.get(name)
    if (!field) return null
    if (child === undefined) return { field }
    const inside = field.fields?.find((each) => each.name === child)
    return inside ? { field: inside, row: rowsOf(data[name])[Number(number)] ?? {}, group: field } : null
  }

  function compute(path: string): FieldSnapshot {
    const found = place(path)
    if (!found) return { value: undefined, fault: null, asked: false }
    const { field, row, group } = found
    return {
      value: field.view === 'group' ? rowKeys.get(field.name) : valueIn(field, row ?? data),
      fault: server[path]?.message ?? own[path]?.message ?? null,
      asked: !field.hidden && asked()(field, row, group),
    }
  }

  /** What the shared validator and the form's owner find, and text typed where only a choice from a dictionary will do. */
  function found(mode: ValidationMode = 'hand_in'): FieldFaults {
    const unchosen = [...touched].flatMap((path): [string, { rule: string; message: string }][] => {
      const at = place(path)
      if (!at || !onlyChosen(at.field, dictionaries) || !asked()(at.field, at.row, at.group)) return []
      const value = valueIn(at.field, at.row ?? data)
      if (typeof value !== 'string' || isEmpty(value)) return []
      const message = at.field.custom_errors?.options ?? 'Выберите значение из списка'
      return [[path, { rule: 'options', message }]]
    })
    return {
      ...extra(data, mode),
      ...Object.fromEntries(unchosen),
      ...validate(schema, data, { mode: 'hand_in', now: now() }),
    }
  }

  function changed(): void {
    version += 1
    for (const listener of listeners) listener()
  }

  function write(next: AnswerData): void {
    data = next
    // A fault once shown goes as soon as it is corrected; a new one waits until the field is left.
    if (Object.keys(own).length > 0) own = pick(found(), Object.keys(own))
    changed()
    onChange?.(data)
  }

  function withoutFaults(faults: FieldFaults, keep: (path: string) => boolean): FieldFaults {
    return Object.fromEntries(Object.entries(faults).filter(([path]) => keep(path)))
  }

  return {
    schema,
    dictionaries,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    data: () => data,
    field(path) {
      const kept = snapshots.get(path)
      if (kept?.at === version) return kept.snapshot
      const next = compute(path)
      const before = kept?.snapshot
      const same = before && before.value === next.value && before.fault === next.fault && before.asked === next.asked
      const snapshot = same ? before : next
      snapshots.set(path, { at: version, snapshot })
      return snapshot
    },
    asked: (field, row, group) => !field.hidden && asked()(field, row, group),
    set(path, value) {
      touched.add(path)
      server = withoutFaults(server, (other) => other !== path)
      const [name = '', number, child] = path.split('.')
      if (child === undefined) return write({ ...data, [name]: value })
      const at = Number(number)
      const rows = rowsOf(data[name]).map((row, each) => (each === at ? { ...row, [child]: value } : row))
      write({ ...data, [name]: rows })
    },
    leave(path) {
      const at = place(path)
      if (!at || (!touched.has(path) && isEmpty(valueIn(at.field, at.row ?? data)))) return
      // Who pauses in the middle of a text need not hear that it is too short, unless a check has already said so.
      const fault = found(own[path] ? 'hand_in' : 'draft')[path]
      const next = withoutFaults(own, (other) => other !== path)
      own = fault ? { ...next, [path]: fault } : next
      changed()
    },
    addRow(group) {
      rowKeys.set(group, [...(rowKeys.get(group) ?? []), ++lastKey])
      server = withoutFaults(server, (path) => path !== group)
      write({ ...data, [group]: [...rowsOf(data[group]), {}] })
    },
    removeRow(group, number) {
      rowKeys.set(group, (rowKeys.get(group) ?? []).toSpliced(number, 1))
      const moved = (faults: FieldFaults) =>
        Object.fromEntries(
          Object.entries(faults).flatMap(([path, fault]): [string, FieldFaults[string]][] => {
            const next = pathAfterRemoval(path, group, number)
            return next === null || next === group ? [] : [[next, fault]]
          }),
        )
      own = moved(own)
      server = moved(server)
      const kept = [...touched].flatMap((path) => pathAfterRemoval(path, group, number) ?? [])
      touched.clear()
      for (const path of kept) touched.add(path)
      write({ ...data, [group]: rowsOf(data[group]).toSpliced(number, 1) })
    },
    check() {
      own = found()
      changed()
      return { ...own, ...server }
    },
    faults: () => ({ ...own, ...server }),
    putFaults(faults) {
      server = faults
      changed()
    },
    replace(next) {
      data = withFirstRows(next)
      own = {}
      server = {}
      touched.clear()
      changed()
    },
  }
}

/** A field whose choices are searched for as one types, and where text of one's own will not do. */
export function onlyChosen(field: FormField, dictionaries: Dictionaries): boolean {
  if (field.params?.suggest) return false
  if (field.view === 'suggest' || field.view === 'region') return true
  return field.view === 'select' && choicesOf(field, dictionaries) === null
}

/** The choices that are known without asking the server, or null. */
export function choicesOf(field: FormField, dictionaries: Dictionaries): readonly FieldOption[] | null {
  return optionsOf(field) ?? dictionaries[field.params?.dict ?? ''] ?? null
}

/** Where a path points after a row before it is gone; null when it pointed into that row. */
function pathAfterRemoval(path: string, group: string, removed: number): string | null {
  const [name, number, ...rest] = path.split('.')
  if (name !== group || number === undefined) return path
  const at = Number(number)
  if (at === removed) return null
  return at < removed ? path : [name, at - 1, ...rest].join('.')
}

const pick = (faults: FieldFaults, paths: readonly string[]): FieldFaults =>
  Object.fromEntries(paths.flatMap((path) => (faults[path] ? [[path, faults[path]]] : [])))
