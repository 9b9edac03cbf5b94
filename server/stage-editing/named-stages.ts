import { isJudged } from '#server/judging/store.ts'
import type { Season, SeasonStage } from '#server/stages/season.ts'
import { type FieldOption, isRecord } from '#shared/forms/field.ts'
import type { Offered } from '#shared/stages/drawn-setting.ts'
import type { Named, NamedStages } from '#shared/stages/kind.ts'
import type { RegistrationSettings } from '#shared/stages/registration/contract.ts'
import { groupType } from '#shared/stages/tree.ts'
import type { StoredStage } from './stored-stage.ts'

/** Whether people can have scores at the stage: from judges of their works, or from the stage itself. */
export const canHaveScores = (stage: SeasonStage): boolean =>
  stage.kind?.scores === true || stage.kind?.rawScores !== undefined || isJudged(stage)

const fits: Record<NamedStages, (stage: SeasonStage, own: SeasonStage) => boolean> = {
  passed: () => true,
  others: ({ type }, own) => type !== own.type,
  personal: ({ type, kind }, own) => type !== own.type && kind?.contract.work !== 'team',
  scored: canHaveScores,
  judged: isJudged,
  parts: ({ part }, own) => part?.whole === own.id,
}

/** The options of a setting that names stages: those that fit, in tracks of this stage, and those named already. */
export function offeredTo(stored: StoredStage): Offered {
  const { live, edited } = stored
  return (which, path) => {
    const named = new Set([live, edited].flatMap(({ settings }) => codesAt(settings, path)))
    const offered = fitting(stored, which, named)
    const gone = [...named].filter((code) => !offered.some(({ id }) => id === code))
    return [...offered, ...gone.map((code) => ({ id: code, value: `${code}: ${noSuch[which] ?? 'такого этапа нет'}` }))]
  }
}

function fitting({ row, season, edited }: StoredStage, which: Named, named: ReadonlySet<string>): FieldOption[] {
  if (which === 'track') return season.tracks.map(asOption)
  if (which === 'consent') return consentsOf(season)
  return season.stages
    .filter(({ code, type }) => code !== row.code && type !== groupType)
    .filter((stage) => named.has(stage.code) || (meets(stage.tracks, edited.tracks) && fits[which](stage, row)))
    .map(asOption)
}

const noSuch: Partial<Record<Named, string>> = { track: 'такого трека нет', consent: 'такого документа нет' }

/** The documents to which people consent when they register. */
export const consentsOf = ({ stages }: Season): FieldOption[] =>
  stages.flatMap(({ type, settings }) =>
    type === 'registration' ? (settings as RegistrationSettings).documents.map(asOption) : [],
  )

export const asOption = ({ code, title }: { code: string; title: string }): FieldOption => ({ id: code, value: title })

/** Whether a person can come to both stages; a stage without tracks is for all. */
const meets = (tracks: readonly string[], own: readonly string[]): boolean =>
  tracks.length === 0 || own.length === 0 || tracks.some((track) => own.includes(track))

/** The codes at a path of settings; a list on the path gives the codes of all its items. */
function codesAt(value: unknown, path: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => codesAt(item, path))
  const [name, ...rest] = path
  if (name !== undefined) return isRecord(value) ? codesAt(value[name], rest) : []
  return typeof value === 'string' && value !== '' ? [value] : []
}
