import loadHighs from 'highs'

/** Loaded once in each thread. */
let solver: ReturnType<typeof loadHighs> | null = null

export interface WorkToRead {
  id: number
  /** How many more judges the work needs. */
  missing: number
  region: string | null
  topic?: string | null
  /** Judges who may not read it, because of a conflict or because they already read it. */
  barred: ReadonlySet<number>
}

export interface AvailableJudge {
  id: number
  /** How many works the judge has already. */
  load: number
  region: string | null
  /** The topics whose works the judge reads; null: all. */
  topics?: readonly string[] | null
}

export interface AssignmentRules {
  /** At most this many works for one judge. */
  cap: number
  otherRegion: 'no' | 'wish' | 'rule'
}

export interface Assignment {
  pairs: { work: number; judge: number }[]
  gaps: { work: number; missing: number; reason: 'conflicts' | 'load' }[]
}

/** How many judges are considered for each place of a work: enough for a fair plan, few enough for a fast one. */
const candidatesPerPlace = 5
const minCandidates = 12

/** The cost of each fault of a plan: an empty place, a judge of the same region, one work above the fair share. */
const costs = { gap: 10_000, region: 10, extra: 1 }

/**
 * Assigns works to judges: every work gets its missing judges, no judge more than the cap, and the works are shared
 * evenly. Solved as a linear programme. Its constraints are those of a transport problem, so the solution has whole
 * numbers.
 */
export async function planReadings(
  works: readonly WorkToRead[],
  judges: readonly AvailableJudge[],
  rules: AssignmentRules,
): Promise<Assignment> {
  const candidates = works.map((work, place) => candidatesFor(work, judges, rules, place))
  const plan: Assignment = { pairs: [], gaps: [] }
  const total = works.reduce((sum, { missing }) => sum + missing, 0)
  if (total > 0 && judges.length > 0) {
    solver ??= loadHighs()
    const highs = await solver
    const { Columns: columns, Status: status } = highs.solve(programme(works, judges, rules, candidates))
    if (status !== 'Optimal') throw new Error(`The assignment was not solved: ${status}`)
    plan.pairs = works.flatMap(({ id }, w) =>
      (candidates[w] ?? []).flatMap((j) => {
        const judge = judges[j]
        const chosen = columns[`x${w}_${j}`]
        return judge && chosen && 'Primal' in chosen && (chosen.Primal ?? 0) > 0.5
          ? [{ work: id, judge: judge.id }]
          : []
      }),
    )
  }
  const given = new Map<number, number>()
  for (const { work } of plan.pairs) given.set(work, (given.get(work) ?? 0) + 1)
  plan.gaps = works.flatMap(({ id, missing, barred, region, topic }) => {
    const lacks = missing - (given.get(id) ?? 0)
    const allowed = judges.filter((judge) => mayRead({ barred, region, topic }, judge, rules)).length
    return lacks > 0
      ? [{ work: id, missing: lacks, reason: allowed < missing ? ('conflicts' as const) : ('load' as const) }]
      : []
  })
  return plan
}

const mayRead = (
  { barred, region, topic }: Pick<WorkToRead, 'barred' | 'region' | 'topic'>,
  judge: AvailableJudge,
  { otherRegion }: AssignmentRules,
): boolean =>
  !barred.has(judge.id) &&
  !(otherRegion === 'rule' && region !== null && region === judge.region) &&
  (!judge.topics || (topic != null && judge.topics.includes(topic)))

/** Indexes of judges to consider. Each work starts at another index, so that judges are considered equally often. */
function candidatesFor(
  work: WorkToRead,
  judges: readonly AvailableJudge[],
  rules: AssignmentRules,
  place: number,
): number[] {
  const wanted = Math.max(minCandidates, work.missing * candidatesPerPlace)
  const begin = (place * 7919) % Math.max(1, judges.length)
  const found: number[] = []
  for (let step = 0; step < judges.length && found.length < wanted; step++) {
    const at = (begin + step) % judges.length
    const judge = judges[at]
    if (judge && mayRead(work, judge, rules)) found.push(at)
  }
  return found
}

/** The programme in the LP format: x = the judge reads the work, u = places left empty, o = works above the fair share. */
function programme(
  works: readonly WorkToRead[],
  judges: readonly AvailableJudge[],
  { cap, otherRegion }: AssignmentRules,
  candidates: readonly (readonly number[])[],
): string {
  const total = works.reduce((sum, { missing }) => sum + missing, 0) + judges.reduce((sum, { load }) => sum + load, 0)
  const share = Math.min(cap, Math.ceil(total / judges.length))
  const readers: string[][] = judges.map(() => [])
  const goal: string[] = []
  const demands: string[] = []
  const bounds: string[] = []
  works.forEach(({ missing, region }, w) => {
    const own: string[] = []
    for (const j of candidates[w] ?? []) {
      const name = `x${w}_${j}`
      own.push(name)
      readers[j]?.push(name)
      bounds.push(`0 <= ${name} <= 1`)
      if (otherRegion === 'wish' && region !== null && region === judges[j]?.region)
        goal.push(`${costs.region} ${name}`)
    }
    goal.push(`${costs.gap} u${w}`)
    demands.push(` d${w}: ${[...own, `u${w}`].join(' + ')} = ${missing}`)
  })
  const loads = judges.flatMap(({ load }, j) => {
    const own = readers[j] ?? []
    if (own.length === 0) return []
    goal.push(`${costs.extra} o${j}`)
    bounds.push(`0 <= o${j} <= ${Math.max(0, cap - Math.max(share, load))}`)
    return [` l${j}: ${own.join(' + ')} - o${j} <= ${Math.max(0, Math.min(share, cap) - load)}`]
  })
  const lines = (terms: readonly string[]) => terms.join('\n + ')
  return `Minimize\n obj: ${lines(goal)}\nSubject To\n${[...demands, ...loads].join('\n')}\nBounds\n${bounds.join('\n')}\nEnd\n`
}
