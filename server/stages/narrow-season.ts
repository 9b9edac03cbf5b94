import { conditionsIn, type Gate, stagesAskedBy } from '#shared/stages/gate.ts'
import type { Season, SeasonStage } from './season.ts'

/**
 * The season with this stage and those that its state depends on, so that many people are read without the tables of
 * all other kinds. The whole season where the stage has parts or is one, or where a condition requires a team: any kind
 * may have teams.
 */
export function narrowSeason(season: Season, stageId: number): Season {
  const needed = new Set<SeasonStage>()
  const open = [season.byId.get(stageId)]
  for (let row = open.pop(); row; row = open.pop()) {
    const gates = gatesOf(row)
    if (row.part || row.kind?.whole || gates.flatMap(conditionsIn).some((condition) => 'team' in condition))
      return season
    needed.add(row)
    for (const code of [...row.requires, ...gates.flatMap(stagesAskedBy)]) {
      const asked = season.byCode.get(code)
      if (asked && !needed.has(asked)) open.push(asked)
    }
  }
  return { ...season, stages: season.stages.filter((row) => needed.has(row)) }
}

const gatesOf = (row: SeasonStage): (Gate | null)[] => [
  row.gate,
  row.kind?.gate?.(row) ?? null,
  ...row.groupExtensions.map(({ audience }) => audience),
  ...row.incidents.map(({ audience }) => audience),
]
