import { type AnswerData, type FormSchema, type FormSection, isRecord } from '#shared/forms/fields/field.ts'
import {
  type DrawnSetting,
  drawnSetting,
  type Offered,
  plainRow,
  type SettingSchema,
  undrawable,
} from './drawn-setting.ts'

type Settings = Readonly<Record<string, unknown>>

/** A settings schema as a form, without the properties that have their own editor. */
export function settingsForm(schema: object, offered?: Offered): FormSchema {
  const parts = partsOf(schema, offered)
  const own = parts.filter(({ section }) => section === null).map(({ drawn }) => drawn.field)
  const sections = new Map<string, FormSection>()
  for (const { section, drawn } of parts) {
    if (section)
      sections.set(section.code, { ...section, fields: [...(sections.get(section.code)?.fields ?? []), drawn.field] })
  }
  const first: FormSection = { code: 'settings', title: 'Настройки', fields: own }
  return { version: 1, sections: [...(own.length > 0 ? [first] : []), ...sections.values()] }
}

/** Settings as values of the form's fields. */
export function answerOf(schema: object, settings: Settings): AnswerData {
  return Object.fromEntries(
    partsOf(schema).map(({ path, drawn }) => [drawn.field.name, drawn.toAnswer(valueAt(settings, path))]),
  )
}

/**
 * An answer of the form as settings. Properties that the form does not show are taken from `kept`, the settings before.
 */
export function settingsOf(schema: object, answer: AnswerData, kept: Settings): Record<string, unknown> {
  const settings: Record<string, unknown> = { ...kept }
  for (const { path, drawn } of partsOf(schema)) {
    const [name, inner] = path as [string, string?]
    const value = drawn.toSetting(answer[drawn.field.name], valueAt(kept, path))
    if (inner !== undefined) {
      const nested = settings[name]
      const before = isRecord(nested) ? nested : {}
      settings[name] = withValue(before, inner, value)
    } else if (value === undefined) delete settings[name]
    else settings[name] = value
  }
  return settings
}

/** The field for a JSON path such as `/documents/0/code`; empty when there is none. */
export function fieldOfPath(schema: object, pointer: string): string {
  const steps = pointer.split('/').slice(1)
  const part = partsOf(schema).find(({ path }) => path.every((name, place) => steps[place] === name))
  if (!part) return ''
  const { field } = part.drawn
  const [row, child] = steps.slice(part.path.length)
  if (field.view !== 'group' || row === undefined) return field.name
  return `${field.name}.${row}.${child ?? plainRow}`
}

interface Part {
  /** The path of the setting: one name, or two for a property of an object. */
  path: readonly string[]
  section: Omit<FormSection, 'fields'> | null
  drawn: DrawnSetting
}

/**
 * The names of an object and its property. A dot cannot separate the two names, because in a field path it marks a row.
 */
const joined = (outer: string, inner: string) => `${outer}__${inner}`

function partsOf(given: object, offered?: Offered): Part[] {
  const { properties = {}, required = [] } = given as SettingSchema
  return Object.entries(properties).flatMap(([name, schema]): Part[] => {
    if (schema.ownEditor) return []
    if (schema.type !== 'object')
      return [{ path: [name], section: null, drawn: drawnSetting(name, schema, !required.includes(name), offered) }]
    if (!required.includes(name)) throw undrawable(name, 'it is an object that may be missing')
    const hint = schema.description ? { hint: schema.description } : {}
    const section = { code: name, title: schema.title ?? name, ...hint }
    return Object.entries(schema.properties ?? {}).map(([inner, child]) => {
      if (child.type === 'object') throw undrawable(`${name}.${inner}`, 'it is an object inside an object')
      const optional = !(schema.required ?? []).includes(inner)
      const within: Offered = (which, [, ...rest]) => offered?.(which, [name, inner, ...rest]) ?? []
      return { path: [name, inner], section, drawn: drawnSetting(joined(name, inner), child, optional, within) }
    })
  })
}

function valueAt(settings: Settings, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), settings)
}

function withValue(record: Record<string, unknown>, name: string, value: unknown): Record<string, unknown> {
  const { [name]: _before, ...rest } = record
  return value === undefined ? rest : { ...rest, [name]: value }
}
