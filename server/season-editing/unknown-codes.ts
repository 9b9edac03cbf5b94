import { serverStageKinds } from '#server/stages/kinds.ts'
import type { KindsByType } from '#server/stages/season.ts'
import { isRecord } from '#shared/forms/field.ts'
import type { CopyReport } from '#shared/season-editing/copy-form.ts'
import type { SeasonFile, StageOfFile } from '#shared/season-editing/season-file.ts'
import type { SettingSchema } from '#shared/stages/drawn-setting.ts'
import { conditionsIn, type Gate, stagesAskedBy } from '#shared/stages/gate.ts'
import type { Named } from '#shared/stages/kind.ts'
import { quoted } from '#shared/text/quoted.ts'

const kinds: KindsByType = serverStageKinds

/**
 * Codes in settings of stages that the season does not have. They are kept, because the organiser may add what they
 * name; until then the checklist of the stage blocks it.
 */
export function unknownCodes(file: SeasonFile): CopyReport['look'] {
  return file.stages.flatMap((stage) => {
    const properties: Readonly<Record<string, SettingSchema>> =
      (Object.hasOwn(kinds, stage.type) && kinds[stage.type]?.contract.settings.properties) || {}
    return Object.entries(properties).flatMap(([name, schema]) => {
      const lacking = namedBy(schema, stage.settings[name]).flatMap(([which, code]) =>
        has(file, stage, which, code) ? [] : [lackingWords(which, code)],
      )
      const place = `Этап ${quoted(stage.title)}, настройка ${quoted(schema.title ?? name)}`
      return [...new Set(lacking)].map((words) => ({ stage: stage.code, text: `${place}: ${words}` }))
    })
  })
}

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

function has({ tracks, stages }: SeasonFile, own: StageOfFile, which: Named, code: string): boolean {
  if (which === 'track') return tracks.some((track) => track.code === code)
  if (which === 'parts') return stages.some((stage) => stage.code === code && stage.parent === own.code)
  if (which === 'consent')
    return stages.some(
      ({ type, settings: { documents } }) =>
        type === 'registration' &&
        Array.isArray(documents) &&
        documents.some((each) => isRecord(each) && each.code === code),
    )
  return stages.some((stage) => stage.code === code)
}

function lackingWords(which: Named, code: string): string {
  if (which === 'track') return `трека ${quoted(code)} в конкурсе нет`
  if (which === 'parts') return `части ${quoted(code)} в этом наборе нет`
  return which === 'consent' ? `документа ${quoted(code)} в конкурсе нет` : `этапа ${quoted(code)} в конкурсе нет`
}
