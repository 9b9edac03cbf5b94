import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Place } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import { settingsAt } from '#server/stages/kind.ts'
import type { Season, SeasonStage } from '#server/stages/season.ts'
import {
  type Bracket,
  keyOf,
  type Outcome,
  type PlayedMatch,
  type Player,
  playOut,
  roundName,
  roundsOf,
  type Side,
} from '#shared/kinds/playoff/bracket.ts'
import { playoffKind } from '#shared/kinds/playoff/contract.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { fullName } from '#shared/platform/names/full-name.ts'
import type { SettingsOf } from '#shared/stages/kind.ts'
import type { PlayoffRules } from './tables.ts'
import { writeFacts } from './write-facts.ts'

export type PlayoffSettings = SettingsOf<typeof playoffKind>
export const playoffType = playoffKind.type

/** A stage of this kind by its address, for an organiser. */
export async function playoffStage({ db, seasons }: Services, { competition, code }: Place) {
  const season = await seasons.of(db, competition)
  const stage = season?.byCode.get(code)
  if (!season || stage?.type !== playoffType) throw new Refusal('stage_not_found')
  return playoffIn(season, stage)
}

export const playoffIn = (season: Season, stage: SeasonStage) => ({
  season,
  stage,
  settings: settingsAt(playoffKind, stage),
})

export const playoffOf = async (db: Db | Tx, stageId: number) =>
  (await db.selectFrom('playoffs').selectAll().where('stage_id', '=', stageId).executeTakeFirst()) ?? null

const matchesOf = (db: Db | Tx, stageId: number) =>
  db
    .selectFrom('playoff_matches')
    .selectAll()
    .where('stage_id', '=', stageId)
    .orderBy('round')
    .orderBy('place')
    .execute()
export type MatchRow = Awaited<ReturnType<typeof matchesOf>>[number]

interface EntrantRow {
  id: number
  seed: number
  number: number
  rating: number | null
  team_id: number | null
  team: string | null
  about: string | null
  account_id: number | null
  dropped_because: string | null
  dropped_at: Date | null
  dissolved: boolean
  /** Disqualified, or suspended because a required consent was withdrawn. */
  inactive: boolean
  first_name: string | null
  last_name: string | null
  region: string | null
  members: { account_id: number; first_name: string; last_name: string }[] | null
}

export interface Entrant {
  id: number
  seed: number
  number: number
  rating: number | null
  name: string
  region: string | null
  about: string
  teamId: number | null
  /** Everybody who plays: the person, or the current members of the team. */
  people: { accountId: number; name: string }[]
  /** The reason why an organiser removed the entrant; null while it plays. */
  dropped: string | null
  droppedAt: Date | null
  /** Why nobody will come, known to the portal or stated by an organiser. */
  gone: string | null
}

export interface LoadedBracket {
  stageId: number
  rules: PlayoffRules
  bracket: Bracket
  rounds: number
  seed: string
  throws: number
  drawnAt: Date
  entrants: Entrant[]
  matches: MatchRow[]
}

/** The current bracket: three statements, whatever its size. Null before it is published. */
export async function loadBracket(db: Db | Tx, stageId: number): Promise<LoadedBracket | null> {
  const playoff = await playoffOf(db, stageId)
  if (!playoff?.drawn_at || !playoff.rules || playoff.entrants === null) return null
  const [entrants, matches] = [await entrantsOf(db, stageId), await matchesOf(db, stageId)]
  return {
    ...{ stageId, rules: playoff.rules, seed: playoff.seed, throws: playoff.throws, drawnAt: playoff.drawn_at },
    ...{ bracket: { entrants: playoff.entrants, third: playoff.rules.third }, rounds: roundsOf(playoff.entrants) },
    ...{ entrants, matches },
  }
}

async function entrantsOf(db: Db | Tx, stageId: number): Promise<Entrant[]> {
  const { rows } = await sql<EntrantRow>`
    select e.id, e.seed, e.number, e.rating, e.team_id, t.name as team, t.about, p.account_id, e.dropped_because, e.dropped_at,
      t.dissolved_at is not null as dissolved,
      o.disqualified_at is not null or o.withdrawn_at is not null as inactive, a.first_name, a.last_name, d.value as region,
      case when e.team_id is not null then (
        select json_agg(json_build_object('account_id', m.account_id, 'first_name', c.first_name, 'last_name', c.last_name)
          order by m.role, m.since, m.account_id)
        from formed_team_members m join accounts c on c.id = m.account_id
        where m.team_id = e.team_id and m.state = 'active') end as members
    from playoff_entrants e
    join stages s on s.id = e.stage_id
    left join formed_teams t on t.id = e.team_id
    left join playoff_people p on p.entrant_id = e.id
    left join accounts a on a.id = p.account_id
    left join participations o on o.account_id = p.account_id and o.competition_code = s.competition_code
    left join dictionary_items d on d.dict = 'regions' and d.id = o.region
    where e.stage_id = ${stageId}
    order by e.seed`.execute(db)
  return rows.map((row) => {
    const { id, seed, number, rating, region, team_id: teamId, dropped_because: dropped, dropped_at: droppedAt } = row
    const people =
      row.account_id === null
        ? (row.members ?? []).map(({ account_id: accountId, ...name }) => ({ accountId, name: fullName(name) }))
        : [{ accountId: row.account_id, name: fullName(row) }]
    const name = row.team ?? (people[0]?.name || (people[0] ? `Участник ${number}` : 'Учётная запись удалена'))
    const empty = row.dissolved ? 'команда распущена' : teamId === null ? 'учётная запись удалена' : 'в команде никого'
    const out = row.inactive ? 'больше не участвует в конкурсе' : null
    const gone = dropped ?? (row.dissolved || people.length === 0 ? empty : out)
    return { id, seed, number, rating, region, teamId, name, people, dropped, droppedAt, gone, about: row.about ?? '' }
  })
}

/** The bracket, locked until the transaction ends. */
export async function lockBracket(tx: Tx, stageId: number): Promise<LoadedBracket> {
  await tx.selectFrom('playoffs').select('stage_id').where('stage_id', '=', stageId).forUpdate().execute()
  const loaded = await loadBracket(tx, stageId)
  if (!loaded) throw new Refusal('playoff_not_drawn')
  return loaded
}

export function matchIn({ matches }: LoadedBracket, matchId: number): MatchRow {
  const match = matches.find(({ id }) => id === matchId)
  if (!match) throw new Refusal('match_not_found')
  return match
}

/** The published outcomes, by the key of the match. */
export const outcomesOf = ({ matches }: Pick<LoadedBracket, 'matches'>): Map<string, Outcome> =>
  new Map(
    matches.flatMap((match) =>
      match.outcome !== null && match.published_at !== null ? [[keyOf(match), match.outcome] as const] : [],
    ),
  )

/** Seeds that an organiser has removed, and when. */
export const goneOf = ({ entrants }: Pick<LoadedBracket, 'entrants'>): Map<number, number> =>
  new Map(entrants.flatMap(({ seed, droppedAt }) => (droppedAt === null ? [] : [[seed, droppedAt.getTime()] as const])))

export const playedOut = (loaded: LoadedBracket): PlayedMatch[] =>
  playOut(loaded.bracket, outcomesOf(loaded), goneOf(loaded))

/** A match that is scheduled, or was settled without being played, can still be changed: it has not begun. */
export const isUntouched = ({ state, outcome }: MatchRow): boolean =>
  state === 'scheduled' || (outcome === null && isSettled(state))
const isSettled = (state: MatchRow['state']) => state === 'walkover' || state === 'annulled'

/** Writes the sides and winners that have changed, and returns the matches that have both sides only now. */
export async function updateBracket(
  tx: Tx,
  stageId: number,
  now: Date,
): Promise<{ loaded: LoadedBracket; met: MatchRow[] }> {
  const loaded = await loadBracket(tx, stageId)
  if (!loaded) throw new Refusal('playoff_not_drawn')
  const ids = new Map(loaded.entrants.map(({ seed, id }) => [seed, id]))
  const idOf = (player: Player) => (typeof player === 'number' ? (ids.get(player) ?? null) : null)
  const rows = new Map(loaded.matches.map((match) => [keyOf(match), match]))
  const met: number[] = []
  for (const played of playedOut(loaded)) {
    const row = rows.get(keyOf(played))
    if (!row) continue
    const [a, b] = [idOf(played.a), idOf(played.b)]
    const won = wonIn(played)
    const byItself = row.outcome === null || row.published_at === null
    const settledNow = played.winner !== null
    const state =
      byItself && isUntouched(row)
        ? settledNow
          ? played.winner === 'bye'
            ? ('annulled' as const)
            : ('walkover' as const)
          : ('scheduled' as const)
        : row.state
    const published = state === row.state ? row.published_at : settledNow ? now : null
    const [a_bye, b_bye] = [played.a === 'bye', played.b === 'bye']
    const next = { a, b, a_bye, b_bye, won, state, published_at: published }
    const same =
      row.a === a && row.b === b && row.a_bye === a_bye && row.b_bye === b_bye && row.won === won && row.state === state
    if (same) continue
    await tx
      .updateTable('playoff_matches')
      .set((is) => ({ ...next, revision: is('revision', '+', 1) }))
      .where('id', '=', row.id)
      .execute()
    if (state === 'scheduled' && a !== null && b !== null && (row.a !== a || row.b !== b)) met.push(row.id)
  }
  const after = (await loadBracket(tx, stageId)) ?? loaded
  await writeFacts(tx, after, now)
  return { loaded: after, met: after.matches.filter(({ id }) => met.includes(id)) }
}

const wonIn = ({ a, b, winner }: PlayedMatch): Side | null =>
  typeof winner !== 'number' ? null : winner === a ? 'a' : winner === b ? 'b' : null

export const nameOfRound = ({ rounds }: Pick<LoadedBracket, 'rounds'>, match: Pick<MatchRow, 'round' | 'place'>) =>
  roundName(rounds, match)

export const entrantIn = ({ entrants }: Pick<LoadedBracket, 'entrants'>, id: number | null): Entrant | null =>
  entrants.find((one) => one.id === id) ?? null

/** «Полуфинал: Иванова — Петров». */
export function matchTitle(loaded: LoadedBracket, match: MatchRow): string {
  const name = (id: number | null) => entrantIn(loaded, id)?.name ?? '…'
  return `${nameOfRound(loaded, match)}: ${name(match.a)} — ${name(match.b)}`
}
