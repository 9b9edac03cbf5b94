export interface FreeAgent {
  account_id: number
  region: string
}

export interface OpenTeam {
  team_id: number
  members: number
}

interface Assembly {
  joins: { team_id: number; people: number[] }[]
  made: number[][]
  left: number[]
}

/**
 * Assigns people without a team to teams. Teams with too few people come first, those that lack the fewest before
 * others, and only if enough people are available; then come the fewest new teams, of even sizes; the rest take free
 * places. People of one region are spread over the new teams. The same people give the same result.
 */
export function assemble(
  people: readonly FreeAgent[],
  teams: readonly OpenTeam[],
  { min, max }: { min: number; max: number },
): Assembly {
  const waiting = [...people].sort((one, other) => one.region.localeCompare(other.region, 'ru')).map(idOf)
  const joins = new Map<number, number[]>()
  const sized = [...teams].sort((one, other) => other.members - one.members || one.team_id - other.team_id)
  const take = (team_id: number, count: number) =>
    joins.set(team_id, [...(joins.get(team_id) ?? []), ...waiting.splice(0, count)])
  for (const { team_id, members } of sized) {
    const lacking = min - members
    if (lacking > 0 && lacking <= waiting.length) take(team_id, lacking)
  }
  const made = dealt(waiting, teamsOf(waiting.length, { min, max }), max)
  waiting.splice(0, made.flat().length)
  for (const { team_id, members } of sized) {
    const now = members + (joins.get(team_id)?.length ?? 0)
    // A team that is still too small gets nobody: it would stay too small.
    if (now >= min && now < max && waiting.length > 0) take(team_id, max - now)
  }
  return { joins: [...joins].map(([team_id, ids]) => ({ team_id, people: ids })), made, left: waiting }
}

const idOf = ({ account_id }: FreeAgent) => account_id

/** The fewest teams that hold everybody; when no number does, as many as can be filled. */
function teamsOf(count: number, { min, max }: { min: number; max: number }): number {
  const fewest = Math.ceil(count / max)
  return fewest * min <= count ? fewest : Math.floor(count / min)
}

function dealt(ids: readonly number[], count: number, max: number): number[][] {
  const placed = ids.slice(0, count * max)
  return Array.from({ length: count }, (_none, team) => placed.filter((_id, at) => at % count === team))
}
