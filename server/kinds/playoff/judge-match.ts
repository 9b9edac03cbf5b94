import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import { keepConflict } from '#server/review/judging/edit-judges.ts'
import { markFaultsInWords } from '#server/review/judging/mark-faults-in-words.ts'
import type { Services } from '#server/services.ts'
import { settingsAt } from '#server/stages/kind.ts'
import { recordAtStage } from '#server/stages/record-at-stage.ts'
import { roundName, roundsOf, type Side } from '#shared/kinds/playoff/bracket.ts'
import { playoffKind } from '#shared/kinds/playoff/contract.ts'
import { bothSides, sideTotal } from '#shared/kinds/playoff/match-result.ts'
import { type FieldFaults, Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { entrantIn, lockBracket } from './bracket-store.ts'
import { decideIfMarked } from './decide-match.ts'
import type { MatchDraft } from './tables.ts'

/** The matches of a judge, with all data for the desk. A judge who has declined a match no longer sees it. */
const judgedBy = (db: Db | Tx, { accountId }: Caller) =>
  db
    .selectFrom('playoff_judges as j')
    .innerJoin('playoff_matches as m', 'm.id', 'j.match_id')
    .innerJoin('playoffs as p', 'p.stage_id', 'm.stage_id')
    .innerJoin('stages as s', 's.id', 'm.stage_id')
    .innerJoin('competitions as c', 'c.code', 's.competition_code')
    .select(['m.id', 'm.stage_id', 'm.round', 'm.place', 'm.state', 'm.published_at', 'm.starts_at', 'm.minutes'])
    .select(['m.room', 'm.link', 'm.task', 'm.paused_at', 'p.entrants', 'p.rules'])
    .select(['s.title', 's.competition_code', 'c.title as competition'])
    .select(['j.chair', 'j.draft', 'j.revision', 'j.saved_at', 'j.marks', 'j.comment_a', 'j.comment_b', 'j.favours'])
    .select(['j.done_at', nameOf('m.a').as('a'), nameOf('m.b').as('b')])
    .where('j.judge_id', '=', accountId)
    .where('j.abstained', 'is', null)
type JudgedRow = Awaited<ReturnType<ReturnType<typeof judgedBy>['executeTakeFirstOrThrow']>>

const nameOf = (side: 'm.a' | 'm.b') => sql<string | null>`(
  select coalesce(t.name, nullif(btrim(concat_ws(' ', a.first_name, a.last_name)), ''), 'Участник ' || e.number)
  from playoff_entrants e
  left join formed_teams t on t.id = e.team_id
  left join playoff_people o on o.entrant_id = e.id
  left join accounts a on a.id = o.account_id
  where e.id = ${sql.ref(side)})`

const unknown = 'Ещё не известно'

function onTheWire(row: JudgedRow) {
  const { title, competition, state, starts_at, minutes, room, link, chair } = row
  return {
    ...{ match_id: row.id, stage_title: title, competition_code: row.competition_code, competition_title: competition },
    ...{ name: roundName(roundsOf(row.entrants ?? 2), row), a: row.a ?? unknown, b: row.b ?? unknown },
    ...{ starts_at: starts_at && formatWire(starts_at), minutes, room, link, state, chair },
    ...{ paused: row.paused_at !== null, done: row.done_at !== null, open: isOpen(row) },
  }
}

const isOpen = ({ state, published_at }: Pick<JudgedRow, 'state' | 'published_at'>) =>
  published_at === null && (state === 'live' || state === 'judging' || state === 'decided')

/** The matches that a judge has to mark or has marked, until the result is published, the next one first. */
export async function listMatches({ db }: Services, caller: Caller) {
  const rows = await judgedBy(db, caller)
    .where('m.published_at', 'is', null)
    .orderBy('m.starts_at', (order) => order.asc().nullsLast())
    .orderBy('m.id')
    .limit(300)
    .execute()
  return { matches: rows.map(onTheWire) }
}

async function ownMatch(db: Db | Tx, caller: Caller, matchId: number): Promise<JudgedRow> {
  const row = await judgedBy(db, caller).where('m.id', '=', matchId).executeTakeFirst()
  if (!row?.rules) throw new Refusal('match_not_found')
  return row
}

export async function readMatch({ db, seasons }: Services, caller: Caller, matchId: number) {
  const row = await ownMatch(db, caller, matchId)
  const stage = (await seasons.of(db, row.competition_code))?.byId.get(row.stage_id)
  const settings = stage && settingsAt(playoffKind, stage)
  const kept = { marks: row.marks ?? {}, comment_a: row.comment_a, comment_b: row.comment_b, favours: row.favours }
  return {
    ...onTheWire(row),
    task: row.task || (settings?.task ?? ''),
    materials: [...(settings?.materials ?? [])],
    criteria: [...(row.rules?.criteria ?? [])],
    tie_break: [...(row.rules?.tie_break ?? [])],
    typed: {
      ...(row.draft ?? kept),
      revision: row.revision,
      saved_at: row.saved_at && formatWire(row.saved_at),
      done_at: row.done_at && formatWire(row.done_at),
    },
  }
}

function refuseUnlessOpen(row: JudgedRow): void {
  if (row.published_at !== null) throw new Refusal('match_over')
  if (!isOpen(row)) throw new Refusal('match_not_now', { values: { reason: 'Матч ещё не начался' } })
}

/** Keeps the draft of a judge. `basedOn` is the revision that was edited; without it the latest save wins. */
export async function saveMatchDraft(
  { db, clock }: Services,
  caller: Caller,
  matchId: number,
  typed: MatchDraft,
  basedOn?: number,
) {
  refuseUnlessOpen(await ownMatch(db, caller, matchId))
  const now = clock()
  const { marks, comment_a, comment_b, favours } = typed
  const saved = await db
    .updateTable('playoff_judges')
    .set((is) => ({
      draft: JSON.stringify({ marks, comment_a, comment_b, favours }),
      revision: is('revision', '+', 1),
      saved_at: now,
    }))
    .where('match_id', '=', matchId)
    .where('judge_id', '=', caller.accountId)
    .where('abstained', 'is', null)
    .$if(basedOn !== undefined, (query) => query.where('revision', '=', basedOn ?? 0))
    .returning('revision')
    .executeTakeFirst()
  if (!saved) throw new Refusal('draft_conflict')
  return { revision: saved.revision, saved_at: formatWire(now) }
}

/** Hands in the marks of both sides. Until the result is published they may be changed. */
export async function handInMatch({ db, clock }: Services, caller: Caller, matchId: number, typed: MatchDraft) {
  const { stage_id: stageId } = await ownMatch(db, caller, matchId)
  return db.transaction().execute(async (tx) => {
    const { rules } = await lockBracket(tx, stageId)
    const row = await ownMatch(tx, caller, matchId)
    refuseUnlessOpen(row)
    const { criteria } = rules
    const faults: FieldFaults = { ...markFaultsInWords(bothSides(criteria), typed.marks) }
    if (row.chair && typed.favours === null)
      faults.favours = { rule: 'required', message: 'Скажите, кто проходит дальше, если всё остальное поровну' }
    if (Object.keys(faults).length > 0) throw new Refusal('form_invalid', { fields: faults })
    await tx
      .updateTable('playoff_judges')
      .set((is) => ({
        ...{ marks: JSON.stringify(typed.marks), favours: row.chair ? typed.favours : null },
        ...{ comment_a: typed.comment_a.trim(), comment_b: typed.comment_b.trim(), done_at: clock(), draft: null },
        revision: is('revision', '+', 1),
      }))
      .where('match_id', '=', matchId)
      .where('judge_id', '=', caller.accountId)
      .execute()
    await decideIfMarked(tx, matchId)
    const points = (marks: typeof typed.marks) =>
      `${sideTotal(criteria, marks, 'a')} : ${sideTotal(criteria, marks, 'b')}`
    await recordMatch(tx, caller, row, 'match_marked', {
      ...{ before: row.done_at && row.marks ? points(row.marks) : 'нет оценок', after: points(typed.marks) },
    })
    return { a: sideTotal(criteria, typed.marks, 'a'), b: sideTotal(criteria, typed.marks, 'b') }
  })
}

/** Gives a match back with the reason. The judge never gets sides that they know again. */
export async function declineMatch(
  services: Services,
  caller: Caller,
  matchId: number,
  { reason, knows }: { reason: string; knows: readonly Side[] },
): Promise<void> {
  const { db, clock } = services
  const { stage_id: stageId } = await ownMatch(db, caller, matchId)
  await db.transaction().execute(async (tx) => {
    const loaded = await lockBracket(tx, stageId)
    const row = await ownMatch(tx, caller, matchId)
    if (row.published_at !== null) throw new Refusal('match_over')
    const at = clock()
    await tx
      .updateTable('playoff_judges')
      .set({
        ...{ abstained: reason.trim(), abstained_at: at, draft: null, marks: null, done_at: null, chair: false },
        ...{ favours: null, comment_a: '', comment_b: '' },
      })
      .where('match_id', '=', matchId)
      .where('judge_id', '=', caller.accountId)
      .execute()
    const match = loaded.matches.find(({ id }) => id === matchId)
    for (const side of knows)
      for (const { accountId } of entrantIn(loaded, match?.[side] ?? null)?.people ?? [])
        await keepConflict(tx, {
          ...{ stageId, judge: caller.accountId, author: accountId, reason, by: caller.accountId, at },
        })
    await decideIfMarked(tx, matchId)
    await recordMatch(tx, caller, row, 'match_declined', { after: 'судья отказался' })
  })
}

const recordMatch = (
  tx: Tx,
  caller: Caller,
  { id, stage_id: stageId }: JudgedRow,
  action: string,
  change: { before?: string; after: string },
) =>
  recordAtStage(tx, {
    ...{ actorId: caller.accountId, action, stageId, subject: `match:${id}` },
    changes: [{ field: 'marks', title: 'Матч', ...change }],
  })
