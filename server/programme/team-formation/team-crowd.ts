import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db.ts'
import type { Page } from '#shared/platform/api/page.ts'

/**
 * The cache of a stage with very many teams: how many have places, how many are full, and the name and id of each
 * `stride`-th one, so that a page is found without counting the teams before it. It may be some seconds old:
 * docs/decisions/0110.
 */
interface Crowd {
  at: number
  open: Part
  complete: Part
}

interface Part {
  count: number
  marks: [name: string, id: number][]
}

interface Memory {
  known: Crowd | null
  reading: Promise<Crowd | null> | null
}

/** Fewer teams than this are counted at every call. */
export const crowdBegins = 1000
/** The number of teams from one mark to the next. */
const stride = 50
/** Milliseconds after which a call reads the cache again; meanwhile others use the old one, up to the age `usable`. */
const fresh = 2000
const usable = 5 * fresh

const memories = new WeakMap<Db, Map<string, Memory>>()

const memoryOf = (db: Db): Map<string, Memory> => {
  const memory = memories.get(db) ?? new Map<string, Memory>()
  memories.set(db, memory)
  return memory
}

interface Of {
  stageId: number
  max: number
}

const keyOf = ({ stageId, max }: Of) => `${stageId} ${max}`

/** Notes the number of teams that a page has found: with very many the next page uses the cache. */
export function noteTeams(db: Db, of: Of, found: number): void {
  if (found >= crowdBegins && !memoryOf(db).has(keyOf(of))) memoryOf(db).set(keyOf(of), { known: null, reading: null })
}

/** The crowd of a stage; null if its teams are counted at every call. */
export async function crowdOf(db: Db, of: Of, now: Date): Promise<Crowd | null> {
  const memory = memoryOf(db).get(keyOf(of))
  if (!memory) return null
  const age = memory.known ? Math.abs(now.getTime() - memory.known.at) : Number.POSITIVE_INFINITY
  if (memory.known && (age < fresh || (age < usable && memory.reading))) return memory.known
  memory.reading ??= readCrowd(db, of, now)
    .then((crowd) => {
      memory.known = crowd
      // There are few teams now.
      if (!crowd) memoryOf(db).delete(keyOf(of))
      return crowd
    })
    .finally(() => {
      memory.reading = null
    })
  return memory.reading
}

async function readCrowd(db: Db, of: Of, now: Date): Promise<Crowd | null> {
  const part = (which: RawBuilder<unknown>) => sql<Part>`(
    select json_build_object('count', count(*), 'marks',
      coalesce(json_agg(json_build_array(name, id) order by place) filter (where place % ${stride}::int = 0), '[]'))
    from (
      select t.name, t.id, row_number() over (order by t.name, t.id) - 1 as place from formed_teams t
      where ${listed(of.stageId)} and ${which}
    ) as teams)`
  const { rows } = await sql<{ open: Part; complete: Part }>`
    select ${part(hasPlaces(of.max))} as open, ${part(isFull(of.max))} as complete`.execute(db)
  const [read] = rows
  if (!read || read.open.count + read.complete.count < crowdBegins) return null
  return { at: now.getTime(), ...read }
}

/** Conditions on a team `t`: it is in the list, has places, is full. */
export const listed = (stage: unknown) => sql`t.stage_id = ${stage} and t.dissolved_at is null and t.taken > 0`
export const hasPlaces = (max: unknown) => sql`t.taken < ${max}::int`
export const isFull = (max: unknown) => sql`t.taken >= ${max}::int`

/** The number of all teams, and the parts of a page: the own team, teams with places, full ones. */
export function pageOfCrowd(
  crowd: Crowd,
  { own, max }: Of & { own: { id: number; members: number } | null },
  { limit, offset }: Page,
) {
  const ownIsFull = own !== null && own.members >= max
  const open = crowd.open.count - (own && !ownIsFull ? 1 : 0)
  const before = offset - (own ? 1 : 0)
  const ownFirst = own !== null && offset === 0
  const first = ownFirst ? 1 : 0
  const openTake = Math.max(0, Math.min(limit - first, open - Math.max(0, before)))
  const inOpen = nearest(crowd.open, Math.max(0, before))
  const inFull = nearest(crowd.complete, Math.max(0, before - open))
  return {
    found: crowd.open.count + crowd.complete.count,
    ownFirst,
    ...{ openName: inOpen.name, openId: inOpen.id, openSkip: inOpen.skip, openTake },
    ...{ fullName: inFull.name, fullId: inFull.id, fullSkip: inFull.skip, fullTake: limit - first - openTake },
  }
}

/** The last mark before this position, and how many teams to skip from there. The own team is not counted here. */
function nearest({ marks }: Part, from: number): { name: string; id: number; skip: number } {
  const at = Math.min(Math.floor(from / stride), Math.max(0, marks.length - 1))
  const [name, id] = marks[at] ?? ['', 0]
  return { name, id, skip: from - at * stride }
}
