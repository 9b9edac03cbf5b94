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
} from '#shared/forms/fields/field.ts'
import { type ValidationMode, validate } from '#shared/forms/fields/validate.ts'
import { type AskVisible, visibilityOf } from '#shared/forms/fields/visibility.ts'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'

export type Dictionaries = Readonly<Record<string, readonly FieldOption[]>>

/** One field as shown on the page. The same object is returned while the field has not changed. */
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
  /** By path: `email`, `jobs.0.end`. The value of a group is the keys of its rows. */
  field(path: string): FieldSnapshot
  /** What the reviewers wrote about the value at this path. */
  remarkOf(path: string): string | null
  /** The paths of all remarks. */
  readonly remarked: readonly string[]
  asked(field: FormField, row?: AnswerData, group?: FormField): boolean
  set(path: string, value: unknown): void
  /** The person has left the field: its faults are shown now. */
  leave(path: string): void
  addRow(group: string): void
  removeRow(group: string, number: number): void
  /** Shows and returns all faults that a hand-in would have; empty for a valid answer. */
  check(): FieldFaults
  /** The faults shown now. */
  faults(): FieldFaults
  /** Shows the server's faults at the fields; each stays until its field is changed. */
  putFaults(faults: FieldFaults): void
  replace(data: AnswerData): void
}

export interface FormStoreOptions {
  dictionaries?: Dictionaries
  /** Remarks of reviewers, by the path of the field. */
  remarks?: readonly { field: string; text: string }[]
  /** Called with the whole answer after each change by the person. */
  onChange?: (data: AnswerData) => void
  /** Faults besides the fields' own rules. A draft may lack what a hand-in must have. */
  faults?: (data: AnswerData, mode: ValidationMode) => FieldFaults
  now?: () => Date
}

/** The state of a form. A keystroke changes the snapshot of one field, so only that field renders again. */
export function createFormStore(schema: FormSchema, initial: AnswerData, options: FormStoreOptions = {}): FormStore {
  const { dictionaries = {}, remarks = [], onChange, faults: extra = () => ({}), now = () => new Date() } = options
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
      // A group that needs at least one row starts with one, so that people see how to begin.
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

  /**
   * Faults of the shared validator and of the form's owner, and text in a field that accepts only dictionary choices.
   */
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
    // A shown fault disappears when it is corrected; a new one is shown when the field is left.
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
    remarked: remarks.map(({ field }) => field),
    remarkOf: (path) => remarks.find(({ field }) => field === path)?.text ?? null,
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
      // A pause while typing does not report that a text is too short, unless an earlier check already has.
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

/** A field with search while typing that does not accept free text. */
export function onlyChosen(field: FormField, dictionaries: Dictionaries): boolean {
  if (field.params?.suggest) return false
  if (field.view === 'suggest' || field.view === 'region') return true
  return field.view === 'select' && choicesOf(field, dictionaries) === null
}

/** The choices that are known without the server, or null. */
export function choicesOf(field: FormField, dictionaries: Dictionaries): readonly FieldOption[] | null {
  return optionsOf(field) ?? dictionaries[field.params?.dict ?? ''] ?? null
}

/** The path after the removal of an earlier row; null when it pointed into the removed row. */
function pathAfterRemoval(path: string, group: string, removed: number): string | null {
  const [name, number, ...rest] = path.split('.')
  if (name !== group || number === undefined) return path
  const at = Number(number)
  if (at === removed) return null
  return at < removed ? path : [name, at - 1, ...rest].join('.')
}

const pick = (faults: FieldFaults, paths: readonly string[]): FieldFaults =>
  Object.fromEntries(paths.flatMap((path) => (faults[path] ? [[path, faults[path]]] : [])))
