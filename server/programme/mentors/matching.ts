import loadHighs from 'highs'
import type { MentorWish } from '#shared/programme/mentors/mentorship-status.ts'
import type { PlanRules, UnmatchedReason } from '#shared/programme/mentors/plan.ts'

/** Loaded once in each thread. */
let solver: ReturnType<typeof loadHighs> | null = null

export interface PersonToMatch {
  id: number
  /** How many more mentors the person should get. */
  lacks: number
  region: string | null
  /** The mentors who may still be given, in the person's order. */
  wishes: readonly { mentor: number; wish: MentorWish }[]
  /** Mentors with whom the person has a conflict of interests. */
  barred: ReadonlySet<number>
  /** Mentors whom the organiser has set for the person. */
  pinned: readonly number[]
}

export interface FreeMentor {
  id: number
  /** Places left; null: no limit. */
  free: number | null
  region: string | null
}

export interface Matching {
  pairs: { person: number; mentor: number }[]
  unmatched: { person: number; reason: UnmatchedReason }[]
}

/** The parts of a pair's cost: each rank in the person's order, the mentor's wish, a region that is not preferred. */
const costs = { rank: 20, wanted: -15, unwanted: 30, region: 10 }
/** Lower ranks cost as much as this one, so that no order outweighs a person without a mentor. */
const lastRank = 20
const dearest = costs.rank * (lastRank - 1) + costs.unwanted + costs.region - costs.wanted

export const pairCost = (place: number, wish: MentorWish, sameRegion: boolean, region: PlanRules['region']): number =>
  costs.rank * Math.min(place, lastRank - 1) +
  (wish === 1 ? costs.wanted : wish === -1 ? costs.unwanted : 0) +
  ((region === 'same' && !sameRegion) || (region === 'other' && sameRegion) ? costs.region : 0)

/**
 * The cost of a person's empty place. Filling it may move a chain of people, at most one for each mentor, and must be
 * worth more than all these moves; a first mentor for a person is worth more than further mentors for others.
 */
export function gapCosts(mentors: number): { first: number; further: number } {
  const further = dearest * (mentors + 1)
  return { first: further * 3, further }
}

/** Plans the pairs: pins first, then as many people as possible, then the wishes of people and mentors. */
export async function planMatching(
  people: readonly PersonToMatch[],
  mentors: readonly FreeMentor[],
  rules: Pick<PlanRules, 'region'>,
): Promise<Matching> {
  const known = new Map(mentors.map((mentor) => [mentor.id, mentor]))
  const free = new Map(mentors.map(({ id, free: places }) => [id, places ?? Number.POSITIVE_INFINITY]))
  const plan: Matching = { pairs: [], unmatched: [] }
  const lost = new Set<number>()
  const rest = people.map((person) => {
    const taken = person.pinned.filter((mentor) => {
      const has = (free.get(mentor) ?? 0) > 0 && !person.barred.has(mentor)
      if (has) free.set(mentor, (free.get(mentor) ?? 0) - 1)
      else lost.add(person.id)
      return has
    })
    for (const mentor of taken) plan.pairs.push({ person: person.id, mentor })
    return { person, lacks: Math.max(0, person.lacks - taken.length), taken }
  })
  const open = rest.map(({ person, lacks, taken }) => ({
    person,
    lacks,
    options: person.wishes.flatMap(({ mentor, wish }, place) => {
      const found = known.get(mentor)
      const may = found && lacks > 0 && !person.barred.has(mentor) && !taken.includes(mentor)
      if (!may || (free.get(mentor) ?? 0) <= 0) return []
      const same = person.region !== null && person.region === found.region
      return [{ mentor, cost: pairCost(place, wish, same, rules.region) }]
    }),
  }))
  if (open.some(({ options }) => options.length > 0)) {
    solver ??= loadHighs()
    const highs = await solver
    const { Columns: columns, Status: status } = highs.solve(programme(open, free, gapCosts(mentors.length)))
    if (status !== 'Optimal') throw new Error(`The matching was not solved: ${status}`)
    open.forEach(({ person, options }, p) => {
      for (const { mentor } of options) {
        const chosen = columns[`x${p}_${mentor}`]
        if (chosen && 'Primal' in chosen && (chosen.Primal ?? 0) > 0.5) plan.pairs.push({ person: person.id, mentor })
      }
    })
  }
  const given = new Set(plan.pairs.map(({ person }) => person))
  plan.unmatched = people
    .filter(({ id, lacks }) => lacks > 0 && !given.has(id))
    .map((person) => ({ person: person.id, reason: lost.has(person.id) ? 'pin_full' : why(person, known) }))
  return plan
}

function why({ wishes, barred }: PersonToMatch, known: ReadonlyMap<number, FreeMentor>): UnmatchedReason {
  const there = wishes.flatMap(({ mentor }) => known.get(mentor) ?? [])
  const allowed = there.filter(({ id }) => !barred.has(id))
  if (there.length === 0) return 'nobody'
  if (allowed.length === 0) return 'conflicts'
  return allowed.every(({ free }) => free === 0) ? 'no_places' : 'taken'
}

/**
 * The programme in the LP format: x = the mentor works with the person, u = the person gets nobody, v = further places
 * that stay empty. Its constraints are those of a transport problem, so the solution has whole numbers.
 */
function programme(
  open: readonly { lacks: number; options: readonly { mentor: number; cost: number }[] }[],
  free: ReadonlyMap<number, number>,
  gaps: { first: number; further: number },
): string {
  const goal: string[] = []
  const demands: string[] = []
  const bounds: string[] = []
  const takers = new Map<number, string[]>()
  open.forEach(({ lacks, options }, p) => {
    if (options.length === 0) return
    const own = options.map(({ mentor, cost }) => {
      const name = `x${p}_${mentor}`
      const others = takers.get(mentor)
      if (others) others.push(name)
      else takers.set(mentor, [name])
      if (cost !== 0) goal.push(`${cost < 0 ? '- ' : '+ '}${Math.abs(cost)} ${name}`)
      bounds.push(`0 <= ${name} <= 1`)
      return name
    })
    goal.push(`+ ${gaps.first} u${p}`)
    bounds.push(`0 <= u${p} <= 1`)
    if (lacks > 1) {
      goal.push(`+ ${gaps.further} v${p}`)
      bounds.push(`0 <= v${p} <= ${lacks - 1}`)
      own.push(`v${p}`)
    }
    demands.push(` d${p}: ${[...own, `u${p}`].join(' + ')} = ${lacks}`)
  })
  const limits = [...takers].flatMap(([mentor, names]) => {
    const places = free.get(mentor) ?? 0
    return places < names.length ? [` l${mentor}: ${names.join(' + ')} <= ${places}`] : []
  })
  return `Minimize\n obj: ${goal.join('\n ')}\nSubject To\n${[...demands, ...limits].join('\n')}\nBounds\n${bounds.join('\n')}\nEnd\n`
}
