import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { audienceInWords } from '#server/people/participants/among.ts'
import { audienceChoices, regionNames } from '#server/people/participants/choices.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import { secondsLeft } from '#server/platform/jobs/in-parts.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import type { Season } from '#server/stages/season.ts'
import { seasonOf } from '#server/stages/stored-stage.ts'
import { type BulkAct, bulkActTitles, decidingKinds, type Skip } from '#shared/people/bulk-acts/acts.ts'
import { bulkActsShown, bulkSamples } from '#shared/people/bulk-acts/limits.ts'
import type { Audience } from '#shared/people/participants/audience.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { fullName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import type { StageChange } from '#shared/stages/stage-changes.ts'
import { rulesOf } from './acts.ts'
import { meant } from './meant.ts'
import { jobOf } from './run-bulk-act.ts'

type Asked = Audience & { act: BulkAct }
interface Counted {
  state: string
  people: number
  done: number
  skipped: number
  undone: number
}
interface Place {
  competition: string
  id: number
}

/** The acts of a competition with their progress, the latest first. */
export async function listBulkActs(services: Services, caller: Caller, competition: string) {
  const season = await seasonOf(services.db, services.seasons, competition)
  const rows = await services.db
    .selectFrom('bulk_acts as b')
    .leftJoin('accounts as a', 'a.id', 'b.asked_by')
    .select(['b.id', 'b.act', 'b.about', 'b.reason', 'b.asked_at', 'b.state', 'b.people', 'b.done', 'b.skipped'])
    .leftJoin('accounts as c', 'c.id', 'b.confirmed_by')
    .select(['b.undone', 'b.pace', 'b.asked_by', 'a.first_name', 'a.last_name'])
    .select(['c.first_name as confirmed_first', 'c.last_name as confirmed_last'])
    .where('b.competition_code', '=', competition)
    .orderBy('b.id', 'desc')
    .limit(bulkActsShown)
    .execute()
  return {
    title: season.title,
    choices: await audienceChoices(services, season),
    moves: season.stages.flatMap((stage) => {
      const offered = stage.kind?.moves?.tracks(stage)
      if (!offered) return []
      const tracks = season.tracks.filter(({ code }) => offered.includes(code))
      return [
        {
          ...{ id: stage.code, value: stage.title },
          tracks: tracks.map(({ code, title }) => ({ id: code, value: title })),
        },
      ]
    }),
    acts: rows.map(
      ({ act, asked_at, asked_by, first_name, last_name, confirmed_first, confirmed_last, pace, ...row }) => ({
        ...row,
        what: rulesOf(act).inWords(season, act),
        by: fullName({ first_name: first_name ?? '', last_name: last_name ?? '' }),
        at: formatWire(asked_at),
        confirmed_by: fullName({ first_name: confirmed_first ?? '', last_name: confirmed_last ?? '' }),
        seconds_left: row.state === 'gathering' ? null : secondsLeft(leftOf(row), pace),
        final: decides(act) && (row.state === 'running' || row.state === 'done'),
        may_confirm: row.state === 'waiting' && asked_by !== caller.accountId && mayDecide(caller, competition),
      }),
    ),
  }
}

/** How many people an act has still to reach. */
const leftOf = ({ state, people, done, skipped, undone }: Counted) =>
  state === 'undoing' ? done - undone : people - done - skipped

const decides = ({ kind }: BulkAct) => decidingKinds.includes(kind)

/** Only organisers with the flag `assessment` give results. */
function mayDecide({ flags }: Caller, competition: string): boolean {
  const where = flags.assessment
  return where !== undefined && (where.length === 0 || where.includes(competition))
}

/** The season. Refuses an audience with an unknown stage, and an act that makes no sense in this season. */
async function seasonFor({ db, seasons, clock }: Services, competition: string, { act, ...audience }: Asked) {
  const season = await seasonOf(db, seasons, competition)
  if (audience.stage !== undefined && !season.byCode.has(audience.stage)) throw new Refusal('stage_not_found')
  rulesOf(act).check(season, act, clock())
  return season
}

/** Whom an act would change, and whom it would leave out and why. It changes nothing. */
export async function previewBulkAct(services: Services, competition: string, { act, ...audience }: Asked) {
  const { db, clock } = services
  const now = clock()
  const season = await seasonFor(services, competition, { act, ...audience })
  const rules = rulesOf(act)
  const skip = rules.skip(season, act)
  const { rows } = await sql<{ why: Skip | null; people: number }>`
    select ${skip} as why, count(*)::int as people ${meant(season, audience, now)} group by 1 order by people desc, 1`.execute(
    db,
  )
  const fit = rows.find(({ why }) => why === null)?.people ?? 0
  const left = (await rules.places?.left(db, season, act, [])) ?? null
  const will = left === null ? fit : Math.min(fit, left)
  const changed = sql`select p.account_id ${meant(season, audience, now)} and (${skip}) is null order by p.account_id`
  const { rows: samples } = await sql<{ test_id: number; first_name: string; last_name: string }>`
    select a.test_id, a.first_name, a.last_name from (
      ${changed} limit ${Math.min(bulkSamples, will)}
    ) as first join accounts a on a.id = first.account_id order by a.id`.execute(db)
  return {
    people: rows.reduce((sum, { people }) => sum + people, 0),
    will,
    skipped: [
      ...rows.flatMap(({ why, people }) => (why === null ? [] : [{ why, people }])),
      ...(fit > will ? [{ why: 'track_full' as const, people: fit - will }] : []),
    ],
    loses: (await rules.loses?.(db, season, act, sql`${changed} limit ${will}`)) ?? [],
    samples: samples.map(({ test_id, ...name }) => ({ test_id, name: fullName(name) })),
  }
}

/** Keeps an act; a job then gathers its people and does it. */
export async function askBulkAct(
  services: Services,
  caller: Caller,
  competition: string,
  { act, reason, ...audience }: Asked & { reason: string },
): Promise<void> {
  const { db, clock } = services
  const now = clock()
  if (decides(act) && !mayDecide(caller, competition)) throw new Refusal('deciding_right_needed')
  const season = await seasonFor(services, competition, { act, ...audience })
  const rules = rulesOf(act)
  const { rows } = await sql<{ any: boolean }>`
    select exists (select ${meant(season, audience, now)} and (${rules.skip(season, act)}) is null) as any`.execute(db)
  if (!rows[0]?.any || (await rules.places?.left(db, season, act, [])) === 0) throw new Refusal('nobody_to_change')
  const about = audienceInWords(season, await regionNames(services), audience)
  await db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('bulk_acts')
      .values({
        ...{ competition_code: competition, asked_by: caller.accountId, asked_at: now, about, state: 'gathering' },
        ...{ audience: JSON.stringify(audience), act: JSON.stringify(act), reason: reason.trim(), people: 0 },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await begin(tx, id)
    await recordAudit(tx, {
      actorId: caller.accountId,
      action: decides(act) ? 'people_decision_asked' : 'people_changed',
      subject: `competition:${competition}`,
      detail: { competition, bulk_act: id, kind: act.kind, audience, changes: [saidOf(season, act)] },
    })
  })
}

/** What is done to the people. Words about them stand with the act: tags, and what they read when they are shut out. */
const saidOf = (season: Season | null, act: BulkAct): StageChange => ({
  field: 'act',
  title: season && 'stage' in act ? rulesOf(act).inWords(season, act) : bulkActTitles[act.kind],
})

async function begin(tx: Tx, id: number): Promise<void> {
  const { name, payload, options } = jobOf(id)
  await addJob(tx, name, payload, options)
}

/** The confirmation by a second organiser, without which an act that decides about people does not begin. */
export async function confirmBulkAct(services: Services, caller: Caller, { competition, id }: Place): Promise<void> {
  if (!mayDecide(caller, competition)) throw new Refusal('deciding_right_needed')
  await services.db.transaction().execute(async (tx) => {
    const { state, asked_by, act, people } = await lockAct(tx, { competition, id })
    if (state === 'gathering') throw new Refusal('bulk_act_gathering')
    if (state !== 'waiting') throw new Refusal('bulk_act_over')
    if (asked_by === caller.accountId) throw new Refusal('bulk_act_own')
    await tx
      .updateTable('bulk_acts')
      .set({ state: 'running', confirmed_by: caller.accountId })
      .where('id', '=', id)
      .execute()
    await begin(tx, id)
    await recordAudit(tx, {
      actorId: caller.accountId,
      action: 'people_decision_confirmed',
      subject: `competition:${competition}`,
      detail: { competition, bulk_act: id, kind: act.kind, people, changes: [saidOf(null, act)] },
    })
  })
}

async function lockAct(tx: Tx, { competition, id }: Place) {
  const row = await tx
    .selectFrom('bulk_acts')
    .select(['state', 'asked_by', 'act', 'people'])
    .where('id', '=', id)
    .where('competition_code', '=', competition)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('bulk_act_not_found')
  return row
}

/** Undoes an act for everybody whom it has changed. An act that is still running stops. */
export async function undoBulkAct(services: Services, caller: Caller, { competition, id }: Place): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const { state, act } = await lockAct(tx, { competition, id })
    if (state === 'undoing' || state === 'undone') throw new Refusal('bulk_act_over')
    const isBegun = state === 'running' || state === 'done'
    if (decides(act) && isBegun) throw new Refusal('bulk_act_final')
    // An act that has not begun has changed nothing, so it is undone at once.
    const undoing = isBegun ? 'undoing' : 'undone'
    await tx
      .updateTable('bulk_acts')
      .set({ state: undoing, until: 0, pace: null, done_at: null, undone_by: caller.accountId })
      .where('id', '=', id)
      .execute()
    if (undoing === 'undoing') await begin(tx, id)
    await recordAudit(tx, {
      actorId: caller.accountId,
      action: 'people_change_undone',
      subject: `competition:${competition}`,
      detail: { competition, bulk_act: id, kind: act.kind, changes: [saidOf(null, act)] },
    })
  })
}

/** One page of the people whom an act has left out, with the reasons counted. */
export async function listSkipped({ db }: { db: Db }, { competition, id }: Place, { limit, offset }: Page) {
  const act = await db
    .selectFrom('bulk_acts')
    .select('id')
    .where('id', '=', id)
    .where('competition_code', '=', competition)
    .executeTakeFirst()
  if (!act) throw new Refusal('bulk_act_not_found')
  const left = sql`b.bulk_act_id = ${id} and b.outcome not in ('done', 'undone')`
  const { rows: reasons } = await sql<{ why: Skip; people: number }>`
    select b.outcome as why, count(*)::int as people from bulk_act_people b where ${left}
    group by 1 order by people desc, 1`.execute(db)
  const { rows: people } = await sql<{ test_id: number; first_name: string; last_name: string; why: Skip }>`
    select a.test_id, a.first_name, a.last_name, b.outcome as why
    from bulk_act_people b join accounts a on a.id = b.account_id where ${left}
    order by b.account_id limit ${limit} offset ${offset}`.execute(db)
  return {
    reasons,
    count: reasons.reduce((sum, each) => sum + each.people, 0),
    people: people.map(({ test_id, why, ...name }) => ({ test_id, why, name: fullName(name) })),
  }
}
