import { isJudged } from '#server/judging/store.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import type { FieldOption } from '#shared/forms/field.ts'
import type { OfferedStages } from '#shared/stages/drawn-setting.ts'
import type { NamedStages } from '#shared/stages/kind.ts'
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
}

/** The stages that the settings of a stage may name: those of its tracks, and those that it names already. */
export function offeredTo({ row, season, live, edited }: StoredStage): OfferedStages {
  const others = season.stages.filter(({ code, type }) => code !== row.code && type !== groupType)
  return (which, setting) => {
    const named = new Set([live, edited].flatMap(({ settings }) => codesIn(settings[setting])))
    const offered = others.filter(
      (stage) => named.has(stage.code) || (meets(stage.tracks, edited.tracks) && fits[which](stage, row)),
    )
    const gone = [...named].filter((code) => !offered.some((stage) => stage.code === code))
    return [...offered.map(asOption), ...gone.map((code) => ({ id: code, value: `${code}: такого этапа нет` }))]
  }
}

export const asOption = ({ code, title }: { code: string; title: string }): FieldOption => ({ id: code, value: title })

/** Whether somebody may come to both; a stage without tracks is for all. */
const meets = (tracks: readonly string[], own: readonly string[]): boolean =>
  tracks.length === 0 || own.length === 0 || tracks.some((track) => own.includes(track))

const codesIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((code): code is string => typeof code === 'string' && code !== '')
