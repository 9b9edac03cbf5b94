import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { audited } from '#server/review/judging/edit-judging.ts'
import type { Place } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import { isThird } from '#shared/kinds/playoff/bracket.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { fullName } from '#shared/platform/names/full-name.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import {
  entrantIn,
  type LoadedBracket,
  loadBracket,
  lockBracket,
  type MatchRow,
  matchIn,
  matchTitle,
  nameOfRound,
  playoffStage,
} from './bracket-store.ts'
import { barred } from './conflicts.ts'
import { decideIfMarked } from './decide-match.ts'
import { tellJudges, tellMatch } from './notices.ts'
import { readPanel } from './read-panel.ts'

export interface Schedule {
  revision: number
  starts_at: string | null
  minutes: number
  room: string
  link: string
  task: string
  /** Public numbers of the judges; the first one is the chair. */
  judges: readonly number[]
}

/** Sets the time and the room of a match and its judges. Rooms, judges and rounds must not overlap. */
export async function scheduleMatch(services: Services, actorId: number, place: Place, id: number, wanted: Schedule) {
  const { stage } = await playoffStage(services, place)
  const now = services.clock()
  await services.db.transaction().execute(async (tx) => {
    // Judges and rooms are shared by all brackets, so only one schedule is written at a time.
    await sql`select pg_advisory_xact_lock(hashtext('playoff_schedule'))`.execute(tx)
    const loaded = await lockBracket(tx, stage.id)
    const match = matchIn(loaded, id)
    if (match.revision !== wanted.revision) throw new Refusal('playoff_changed')
    if (match.published_at !== null) throw new Refusal('match_over')
    // After a match has begun only its judges can change, because one of them may have had to leave.
    const begun = match.state !== 'scheduled'
    const wantedAt = wanted.starts_at === null ? null : parseWire(wanted.starts_at)
    if (wanted.starts_at !== null && !wantedAt) throw new Refusal('match_past')
    const startsAt = begun ? match.starts_at : wantedAt
    const isNew = startsAt?.getTime() !== match.starts_at?.getTime()
    if (startsAt && isNew && startsAt < now) throw new Refusal('match_past')
    const judges = await judgesNamed(tx, stage.id, wanted.judges)
    if (judges.length % 2 === 0 && (judges.length > 0 || begun)) throw new Refusal('judges_even')
    await refuseConflicts(tx, loaded, match, judges)
    const minutes = begun ? match.minutes : wanted.minutes
    const set = { room: begun ? match.room : wanted.room.trim(), startsAt, minutes, judges }
    if (startsAt) {
      if (!begun) refuseOrder(loaded, match, startsAt, minutes)
      await refuseClash(tx, loaded, match, set)
    }
    await tx
      .updateTable('playoff_matches')
      .set((is) => ({
        ...{ starts_at: startsAt, minutes, room: set.room, link: wanted.link, task: wanted.task.trim() },
        revision: is('revision', '+', 1),
      }))
      .where('id', '=', id)
      .execute()
    const named = await nameJudges(tx, id, judges, now)
    if (begun) await decideIfMarked(tx, id)
    await audited(tx, actorId, place, 'playoff_scheduled', [
      { field: 'match', title: matchTitle(loaded, match), before: said(match.starts_at), after: said(startsAt) },
    ])
    const after = (await loadBracket(tx, stage.id)) ?? loaded
    const row = matchIn(after, id)
    const moved = isNew || set.room !== match.room
    if (moved && startsAt) await tellMatch(tx, services, stage, after, row)
    const told = moved ? judges.map((judge) => judge.id) : named
    await tellJudges(tx, services, told, { title: matchTitle(after, row), match: row })
  })
  return readPanel(services, place)
}

interface Judge {
  id: number
  name: string
}

/** The judges of the stage with these numbers, in the same order. */
async function judgesNamed(tx: Tx, stageId: number, numbers: readonly number[]): Promise<Judge[]> {
  if (numbers.length === 0) return []
  const rows = await tx
    .selectFrom('stage_staff as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .select(['a.id', 'a.test_id', 'a.first_name', 'a.last_name'])
    .where('t.stage_id', '=', stageId)
    .where('t.duty', '=', 'judge')
    .where('a.test_id', 'in', [...numbers])
    .execute()
  return numbers.map((number) => {
    const found = rows.find(({ test_id }) => test_id === number)
    if (!found) throw new Refusal('judge_unknown')
    return { id: found.id, name: fullName(found) || `Судья ${number}` }
  })
}

async function refuseConflicts(tx: Tx, loaded: LoadedBracket, match: MatchRow, judges: readonly Judge[]) {
  if (judges.length === 0) return
  const conflicts = await barred(tx, loaded.stageId)
  const judge = judges.find(({ id }) => conflicts.has(`${id} ${match.a}`) || conflicts.has(`${id} ${match.b}`))
  if (judge) throw new Refusal('judge_conflict', { values: { name: judge.name } })
}

const endOf = ({ starts_at, minutes }: Pick<MatchRow, 'starts_at' | 'minutes'>) =>
  starts_at === null ? null : starts_at.getTime() + minutes * 60_000

/** A match begins after the matches that lead to it, and ends before the matches that follow. */
function refuseOrder(loaded: LoadedBracket, match: MatchRow, startsAt: Date, minutes: number): void {
  const third = isThird(loaded.rounds, match)
  const isBefore = (one: MatchRow) =>
    one.round === match.round - 1 && (third || Math.floor(one.place / 2) === match.place)
  const isAfter = (one: MatchRow) =>
    one.round === match.round + 1 && (one.place === Math.floor(match.place / 2) || isThird(loaded.rounds, one))
  for (const other of loaded.matches) {
    if (other.starts_at === null || other.published_at !== null) continue
    const crosses =
      (isBefore(other) && (endOf(other) ?? 0) > startsAt.getTime()) ||
      (isAfter(other) && other.starts_at.getTime() < startsAt.getTime() + minutes * 60_000)
    if (crosses)
      throw new Refusal('round_order', {
        values: { match: `${nameOfRound(loaded, other)}, ${showDateTime(other.starts_at)}` },
      })
  }
}

interface Wanted {
  startsAt: Date | null
  minutes: number
  room: string
  judges: readonly Judge[]
}

/** A room of the competition and a judge can be at only one match at a time. */
async function refuseClash(
  tx: Tx,
  loaded: LoadedBracket,
  match: MatchRow,
  { startsAt, minutes, room, judges }: Wanted,
) {
  const judgeIds = judges.map(({ id }) => id)
  const { rows } = await sql<{
    starts_at: Date
    same_room: boolean
    judge: number | null
    round: number
    place: number
  }>`
    with found as (
      select m.id, m.starts_at, m.round, m.place,
        ${room} <> '' and lower(btrim(m.room)) = lower(${room}) and s.competition_code = own.competition_code as same_room,
        (select min(j.judge_id) from playoff_judges j
          where j.match_id = m.id and j.abstained is null and j.judge_id = any(${judgeIds}::int[])) as judge
      from playoff_matches m
      join stages s on s.id = m.stage_id
      join stages own on own.id = ${loaded.stageId}
      where m.id <> ${match.id} and m.state in ('scheduled', 'live') and m.published_at is null
        and m.starts_at < ${startsAt}::timestamptz + make_interval(mins => ${minutes}::int)
        and m.starts_at + make_interval(mins => m.minutes) > ${startsAt}::timestamptz
    )
    select * from found where same_room or judge is not null order by starts_at, id limit 1`.execute(tx)
  const [other] = rows
  if (!other) return
  const said = `${nameOfRound(loaded, other)}, ${showDateTime(other.starts_at)}`
  if (other.same_room) throw new Refusal('room_busy', { values: { room, match: said } })
  const name = judges.find(({ id }) => id === other.judge)?.name ?? 'Судья'
  throw new Refusal('judge_busy', { values: { name, match: said } })
}

/** Writes the judges of a match; judges who have declined are not named again. Returns the new ones. */
async function nameJudges(tx: Tx, matchId: number, judges: readonly Judge[], now: Date): Promise<number[]> {
  const ids = judges.map(({ id }) => id)
  await tx
    .deleteFrom('playoff_judges')
    .where('match_id', '=', matchId)
    .where('abstained', 'is', null)
    .$if(ids.length > 0, (query) => query.where('judge_id', 'not in', ids))
    .execute()
  if (ids.length === 0) return []
  const written = await tx
    .insertInto('playoff_judges')
    .values(ids.map((judge_id, at) => ({ match_id: matchId, judge_id, chair: at === 0, assigned_at: now })))
    .onConflict((conflict) =>
      conflict
        .columns(['match_id', 'judge_id'])
        .doUpdateSet((is) => ({ chair: is.ref('excluded.chair'), abstained: null, abstained_at: null })),
    )
    .returning(['judge_id', sql<boolean>`xmax = 0`.as('added')])
    .execute()
  return written.filter(({ added }) => added).map(({ judge_id }) => judge_id)
}

/** Why a match cannot begin, in a sentence; null when it can. */
export async function whyNotReady(tx: Tx, loaded: LoadedBracket, match: MatchRow): Promise<string | null> {
  if (!entrantIn(loaded, match.a) || !entrantIn(loaded, match.b)) return 'Соперники ещё не известны'
  if (match.starts_at === null) return 'Сначала назначьте время'
  const judges = await tx
    .selectFrom('playoff_judges')
    .select(['judge_id', 'chair'])
    .where('match_id', '=', match.id)
    .where('abstained', 'is', null)
    .execute()
  if (judges.length % 2 === 0) return 'Назначьте нечётное число судей'
  if (!judges.some(({ chair }) => chair)) return 'Назначьте председателя'
  const conflicts = await barred(tx, loaded.stageId)
  const isBarred = judges.some(
    ({ judge_id: id }) => conflicts.has(`${id} ${match.a}`) || conflicts.has(`${id} ${match.b}`),
  )
  return isBarred ? 'У одного из судей конфликт интересов: замените его' : null
}

const said = (startsAt: Date | null) => (startsAt ? showDateTime(startsAt) : 'время не назначено')
