import { isJudged } from '#server/review/judging/store.ts'
import type { Season, SeasonStage } from '#server/stages/season.ts'
import type { StoredStage } from '#server/stages/stored-stage.ts'
import type { RegistrationSettings } from '#shared/accounts/registration/contract.ts'
import { registrationFacts } from '#shared/accounts/registration/kind.ts'
import { type FieldOption, isRecord } from '#shared/forms/fields/field.ts'
import type { Offered } from '#shared/stages/drawn-setting.ts'
import type { Named, NamedStages } from '#shared/stages/kind.ts'
import { groupType } from '#shared/stages/tree.ts'

/** The tracks and stages that settings can name by code, of a stored season or of a season file. */
export interface CodedSeason {
  tracks: readonly Titled[]
  stages: readonly CodedStage[]
}

export interface CodedStage extends Titled, Pick<SeasonStage, 'type' | 'kind' | 'tracks' | 'settings'> {
  /** The code of the stage above it; null at the top. */
  parent: string | null
}

interface Titled {
  code: string
  title: string
}

/** Whether people can have scores at the stage: from judges of their works, or from the stage itself. */
export const canHaveScores = (stage: Pick<SeasonStage, 'kind'>): boolean =>
  stage.kind?.scores === true || stage.kind?.rawScores !== undefined || isJudged(stage)

const fits: Record<NamedStages, (stage: CodedStage, own: CodedStage) => boolean> = {
  passed: () => true,
  others: ({ type }, own) => type !== own.type,
  personal: ({ type, kind }, own) => type !== own.type && kind?.contract.work !== 'team',
  scored: canHaveScores,
  judged: isJudged,
  parts: ({ parent }, own) => parent === own.code,
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
  const coded = (stage: SeasonStage): CodedStage => ({
    ...stage,
    parent: (stage.parentId !== null && season.byId.get(stage.parentId)?.code) || null,
  })
  const own = { ...coded(row), tracks: edited.tracks }
  const known = { tracks: season.tracks, stages: season.stages.map(coded) }
  return optionsFor(known, own, which, named).map(asOption)
}

/** What a setting of this stage may name; stages that are `named` already are kept even if they do not suit. */
export function optionsFor(
  { tracks, stages }: CodedSeason,
  own: CodedStage,
  which: Named,
  named: ReadonlySet<string> = new Set(),
): readonly Titled[] {
  if (which === 'track') return tracks
  if (which === 'consent') return documentsOf(stages)
  return stages
    .filter(({ code, type }) => code !== own.code && type !== groupType)
    .filter((stage) => named.has(stage.code) || (meets(stage.tracks, own.tracks) && fits[which](stage, own)))
}

const noSuch: Partial<Record<Named, string>> = { track: 'такого трека нет', consent: 'такого документа нет' }

/** The documents to which people consent when they register. */
export const consentsOf = ({ stages }: Season): FieldOption[] => documentsOf(stages).map(asOption)

/** Settings of a stage that is not published yet may be incomplete. */
const documentsOf = (stages: readonly Pick<CodedStage, 'type' | 'settings'>[]): Titled[] =>
  stages.flatMap(({ type, settings }) => {
    const { documents } = settings as Partial<RegistrationSettings>
    return type === registrationFacts.type && Array.isArray(documents) ? documents : []
  })

export const asOption = ({ code, title }: Titled): FieldOption => ({ id: code, value: title })

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
