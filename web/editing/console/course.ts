import { parseWire } from '#shared/platform/time/moscow.ts'
import type { ListedStage } from '#web/seasons/console/queries.ts'

/** The position of a stage between the first and the last day of the season, in percent; null without dates. */
export interface CourseBar {
  from: number
  to: number
  /** It has no end or no beginning. */
  open: boolean
}

/** The bars of the stages and the mark of today. The season lasts from the first to the last date of its stages. */
export function layCourse(
  stages: readonly ListedStage[],
  now: Date,
): { bars: (CourseBar | null)[]; today: number | null } {
  const times = stages.flatMap(({ opens_at, closes_at }) => [timeOf(opens_at), timeOf(closes_at)]).filter(isTime)
  const [first, last] = [Math.min(...times), Math.max(...times)]
  if (times.length === 0 || first === last) return { bars: stages.map(() => null), today: null }
  const place = (time: number) => ((time - first) / (last - first)) * 100
  const bars = stages.map(({ opens_at, closes_at }): CourseBar | null => {
    const [opens, closes] = [timeOf(opens_at), timeOf(closes_at)]
    if (opens === null && closes === null) return null
    return { from: place(opens ?? first), to: place(closes ?? last), open: opens === null || closes === null }
  })
  const today = place(now.getTime())
  return { bars, today: today < 0 || today > 100 ? null : today }
}

const timeOf = (wire: string | null): number | null => (wire === null ? null : (parseWire(wire)?.getTime() ?? null))
const isTime = (time: number | null): time is number => time !== null

/** The nested stages as a list with depths, in reading order. */
export function inTree(stages: readonly ListedStage[]): { stage: ListedStage; depth: number }[] {
  const known = new Set(stages.map(({ code }) => code))
  const below = (parent: string | null, depth: number): { stage: ListedStage; depth: number }[] =>
    stages
      .filter((stage) => (stage.parent !== null && known.has(stage.parent) ? stage.parent : null) === parent)
      .flatMap((stage) => [{ stage, depth }, ...below(stage.code, depth + 1)])
  return below(null, 0)
}
