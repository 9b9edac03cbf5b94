import { type CodedSeason, type CodedStage, optionsFor } from '#server/editing/stages/named-stages.ts'
import { isRecord } from '#shared/forms/fields/field.ts'
import { asSentence } from '#shared/platform/text/inside-sentence.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { counted } from '#shared/platform/time/plural.ts'
import type { SettingSchema } from '#shared/stages/drawn-setting.ts'
import { conditionsIn, type Gate, stagesAskedBy } from '#shared/stages/gate.ts'
import type { Named } from '#shared/stages/kind.ts'

/** A code in the settings of a stage for which the season has nothing. */
interface UnknownCode {
  stage: string
  setting: string
  which: Named
  code: string
  text: string
}

/**
 * Codes in settings of stages for which the season has nothing. They are kept, because the organiser may add what they
 * name; until then the checklist of the stage blocks it.
 */
export function unknownCodes(season: CodedSeason): UnknownCode[] {
  return season.stages.flatMap((stage) => {
    const properties: Readonly<Record<string, SettingSchema>> = stage.kind?.contract.settings.properties ?? {}
    return Object.entries(properties).flatMap(([setting, schema]) => {
      const lacking = namedBy(schema, stage.settings[setting]).filter(
        ([which, code]) => !has(season, stage, which, code),
      )
      // The same code may stand in several places of one setting.
      const once = new Map(lacking.map(([which, code]) => [`${which} ${code}`, { which, code }]))
      return [...once.values()].map(({ which, code }) => {
        const codes = optionsFor(season, stage, which).map((each) => each.code)
        const text = `${settingPlace(stage.title, setting, schema)}: ${unknownWords(which, code, codes)}`
        return { stage: stage.code, setting, which, code, text }
      })
    })
  })
}

/** «Этап «Команды», настройка «Роли»» */
export const settingPlace = (stage: string, name: string, { title }: SettingSchema): string =>
  `Этап ${quoted(stage)}, настройка ${quoted(title ?? name)}`

/**
 * The fault of a value that is not in the list of a setting's values, with its place. Null when the value at this
 * JSON path of the settings has another fault.
 */
export function unknownValue(
  stage: string,
  properties: Readonly<Record<string, SettingSchema>>,
  settings: Readonly<Record<string, unknown>>,
  path: string,
): { place: string; text: string } | null {
  const steps = path.split('/').slice(1)
  const [name = ''] = steps
  const setting = Object.hasOwn(properties, name) ? properties[name] : undefined
  const few = steps.reduce<SettingSchema | undefined>(inside, { properties })
  const suit = (few?.anyOf ?? [few]).flatMap((each) => each?.enum ?? []).map(String)
  const value = steps.reduce(partOf, settings)
  if (!setting || suit.length === 0 || typeof value !== 'string') return null
  const place = `${settingPlace(stage, name, setting)} (settings.${steps.join('.')})`
  return { place, text: asSentence(unknownWords('value', value.slice(0, longestCode), suit)) }
}

/** A longer value is cut in the message. */
const longestCode = 64

function inside(schema: SettingSchema | undefined, name: string): SettingSchema | undefined {
  if (!schema) return undefined
  const { properties = {}, items, anyOf = [] } = schema
  if (/^\d+$/.test(name) && items) return items
  if (Object.hasOwn(properties, name)) return properties[name]
  return anyOf.map((each) => inside(each, name)).find((each) => each !== undefined)
}

const partOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

/** Every code in the value of a setting, with the kind of thing that it names. */
function namedBy(schema: SettingSchema, value: unknown, name = ''): [Named, string][] {
  const { names, items, properties } = schema
  if (Array.isArray(value)) return value.flatMap((item) => namedBy(names ? schema : (items ?? {}), item, name))
  if (names) return typeof value === 'string' && value !== '' ? [[names, value]] : []
  if (!isRecord(value)) return []
  if (name === 'gate') return asked(value as unknown as Gate)
  return Object.entries(properties ?? {}).flatMap(([part, of]) => namedBy(of, value[part], part))
}

const asked = (gate: Gate): [Named, string][] => [
  ...stagesAskedBy(gate).map((code): [Named, string] => ['passed', code]),
  ...conditionsIn(gate).flatMap((each) =>
    'track' in each ? each.track.map((code): [Named, string] => ['track', code]) : [],
  ),
]

/** A stage that does not suit counts as known: the checklist of its kind reports what is wrong with it. */
const has = (season: CodedSeason, own: CodedStage, which: Named, code: string): boolean =>
  (which === 'track' || which === 'consent' || which === 'parts' ? optionsFor(season, own, which) : season.stages).some(
    (known) => known.code === code,
  )

/** How many codes are named before «и ещё». */
const maxNamed = 6

/**
 * The message about an unknown code, with those that would do. `value` is for a setting with a fixed list of values.
 */
export function unknownWords(which: Named | 'value', code: string, suit: readonly string[]): string {
  const rest = suit.length - maxNamed
  const named = suit.slice(0, maxNamed).map(quoted).join(', ')
  const more = rest > 0 ? ` и ещё ${counted(rest, 'код', 'кода', 'кодов')}` : ''
  const would =
    suit.length === 0 ? 'подходящих пока нет' : `${suit.length === 1 ? 'подойдёт' : 'подойдут'} ${named}${more}`
  const [what, where] = lacking[which] ?? ['этапа', 'в конкурсе']
  return `${what} ${quoted(code)} ${where} нет, ${would}`
}

const lacking: Partial<Record<Named | 'value', [what: string, where: string]>> = {
  track: ['трека', 'в конкурсе'],
  parts: ['части', 'в этом наборе'],
  consent: ['документа', 'в конкурсе'],
  value: ['значения', 'у этой настройки'],
}
