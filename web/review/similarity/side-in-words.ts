import { quoted } from '#shared/platform/text/quoted.ts'
import type { PairSide } from './queries.ts'

/** Whose work it is, and where it is from when not from this stage. */
export function sideInWords({ name, same_stage, readable, stage_title, competition_title }: PairSide): string {
  if (!readable) return `Работа из другого конкурса: ${quoted(competition_title)}`
  return same_stage ? name : `${name}, ${quoted(stage_title)}, ${quoted(competition_title)}`
}
