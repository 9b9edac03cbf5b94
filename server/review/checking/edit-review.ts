import { sql } from 'kysely'
import { giveDuty } from '#server/accounts/rights/staff.ts'
import type { Db, Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Services } from '#server/services.ts'
import { checkedAt } from '#server/stages/is-checked.ts'
import { cleanAnswer } from '#shared/forms/fields/answer.ts'
import type { AnswerData } from '#shared/forms/fields/field.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { reviewAnswer, reviewForm, reviewFormOf, reviewIn } from '#shared/review/checking/review-form.ts'
import { type StageChange, stageChanges } from '#shared/stages/stage-changes.ts'
import { reviewOf } from './store.ts'
import { teamWaits } from './team-queue.ts'

interface Place {
  competition: string
  code: string
}

/** How a stage is checked and by whom, for its organiser. */
export async function readReview(services: Services, place: Place, how?: 'whole') {
  const { db } = services
  const { stageId, of } = await checkedStage(services, place)
  const review = await reviewOf(db, stageId)
  const { as_of, counts, checks } = await services.readings.figures(
    {
      competition: place.competition,
      name: `review ${stageId}`,
      read: async (figures) => ({
        counts:
          of === 'teams' ? await countTeams(figures, stageId, services.clock()) : await countWorks(figures, stageId),
        checks: await countChecks(figures, stageId),
      }),
    },
    how,
  )
  const staff = await db
    .selectFrom('stage_staff as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .select(['a.id', 'a.test_id', 'a.first_name', 'a.last_name', 'a.middle_name', 'a.email'])
    .select(
      sql<{ id: string; value: string }[]>`coalesce((
      select json_agg(json_build_object('id', d.id, 'value', d.value) order by d.value)
      from dictionary_items d where d.dict = 'regions' and d.id = any(t.regions)), '[]')`.as('regions'),
    )
    .where('t.stage_id', '=', stageId)
    .where('t.duty', '=', 'check')
    .orderBy('a.last_name')
    .orderBy('a.id')
    .execute()
  return {
    as_of,
    stage_id: stageId,
    of,
    ...counts,
    form: { version: reviewForm.version, sections: [...reviewFormOf(of).sections] },
    answer: { ...reviewAnswer(review) },
    checkers: staff.map(({ id, test_id, email, regions, ...name }) => {
      return { test_id, email, checks: checks.get(id) ?? 0, regions, name: formalName(name) }
    }),
  }
}

/** How many works or teams of the stage each of its checkers has decided about. */
async function countChecks(db: Db, stageId: number) {
  const { rows } = await sql<{ checker: number; checks: number }>`
    select checker, count(*)::int as checks from (
      select k.checker_id as checker from works w join work_checks k on k.work_id = w.id where w.stage_id = ${stageId}
      union all
      select k.checker_id from formed_teams t join team_checks k on k.team_id = t.id where t.stage_id = ${stageId}
    ) as k group by checker`.execute(db)
  return new Map(rows.map(({ checker, checks }) => [checker, checks]))
}

const countWorks = (db: Db, stageId: number) =>
  db
    .selectFrom('works')
    .select([
      sql<number>`count(*) filter (where waits_since is not null and step <> 'judging')::int`.as('waits'),
      sql<number>`count(*)::int`.as('works'),
    ])
    .where('stage_id', '=', stageId)
    .executeTakeFirstOrThrow()

const countTeams = (db: Db, stageId: number, now: Date) =>
  db
    .selectFrom('formed_teams as t')
    .innerJoin('stages as s', 's.id', 't.stage_id')
    .select([
      sql<number>`count(*) filter (where ${teamWaits(now)})::int`.as('waits'),
      sql<number>`count(*)::int`.as('works'),
    ])
    .where('s.id', '=', stageId)
    .where('t.dissolved_at', 'is', null)
    .executeTakeFirstOrThrow()

/** Changes how a stage is checked. Earlier decisions stay. */
export async function saveReview(services: Services, actorId: number, place: Place, sent: AnswerData) {
  const { db, clock } = services
  const { stageId, of } = await checkedStage(services, place)
  const form = reviewFormOf(of)
  const { data } = cleanAnswer(form, sent)
  const faults = validate(form, data, { mode: 'hand_in', now: clock() })
  if (Object.keys(faults).length > 0) throw new Refusal('form_invalid', { fields: faults })
  await db.transaction().execute(async (tx) => {
    const before = await reviewOf(tx, stageId)
    const { reasons, ...review } = reviewIn(data, before.reasons)
    const row = { ...review, reasons: JSON.stringify(reasons) }
    await tx
      .insertInto('stage_reviews')
      .values({ stage_id: stageId, ...row })
      .onConflict((conflict) => conflict.column('stage_id').doUpdateSet(row))
      .execute()
    const changes = stageChanges(reviewForm, reviewAnswer(before), reviewAnswer({ ...review, reasons }))
    if (changes.length > 0) await audited(tx, actorId, place, 'review_changed', changes)
  })
  return readReview(services, place, 'whole')
}

/** Names a checker of the stage: the account with this confirmed address. */
export async function addChecker(services: Services, actorId: number, place: Place, email: string) {
  const { db, clock } = services
  const { stageId } = await checkedStage(services, place)
  await db.transaction().execute(async (tx) => {
    const account = await tx
      .selectFrom('accounts')
      .select(['id', 'test_id'])
      .where('email', '=', email.trim())
      .where('merged_into', 'is', null)
      .where('email_verified_at', 'is not', null)
      .where('disabled_at', 'is', null)
      .executeTakeFirst()
    if (!account) throw new Refusal('user_not_found')
    const duty = { stage_id: stageId, duty: 'check' as const, region: null, employer: '' }
    const added = await giveDuty(tx, account.id, duty, { by: actorId, at: clock() })
    if (added) await audited(tx, actorId, place, 'checker_added', [named(account.test_id)])
  })
  return readReview(services, place, 'whole')
}

/** Limits a checker to works of people of these regions; none: all. Held works of other regions return to the queue. */
export async function limitChecker(
  services: Services,
  actorId: number,
  place: Place,
  { testId, regions }: { testId: number; regions: readonly string[] },
) {
  const { db } = services
  const { stageId } = await checkedStage(services, place)
  await db.transaction().execute(async (tx) => {
    const known = await tx
      .selectFrom('dictionary_items')
      .select(['id', 'value'])
      .where('dict', '=', 'regions')
      .where('id', 'in', ['', ...regions])
      .execute()
    if (known.length < new Set(regions).size)
      throw new Refusal('form_invalid', {
        fields: { regions: { rule: 'dict', message: 'Выберите регионы из списка' } },
      })
    const { rows } = await sql<{ account_id: number; before: string | null }>`
      update stage_staff t set regions = ${known.map(({ id }) => id)}::text[] from accounts a, stage_staff o
      left join lateral (
        select string_agg(i.value, ', ' order by i.value) as names from dictionary_items i
        where i.dict = 'regions' and i.id = any(o.regions)) was on true
      where a.id = t.account_id and a.test_id = ${testId} and t.stage_id = ${stageId} and t.duty = 'check'
        and o.stage_id = t.stage_id and o.account_id = t.account_id and o.duty = t.duty
      returning t.account_id, was.names as before`.execute(tx)
    const [limited] = rows
    if (!limited) throw new Refusal('user_not_found')
    if (known.length > 0) {
      await giveBack(tx, stageId, limited.account_id)
      await giveTeamsBack(tx, stageId, limited.account_id)
    }
    const after = known.map(({ value }) => value).join(', ') || 'все регионы'
    await audited(tx, actorId, place, 'checker_limited', [
      { ...named(testId), before: limited.before ?? 'все регионы', after },
    ])
  })
  return readReview(services, place, 'whole')
}

const giveBack = (tx: Tx, stageId: number, checkerId: number) =>
  sql`
  update works w set held_by = null, held_until = null
  from stage_staff t join stages s on s.id = t.stage_id
  where w.stage_id = ${stageId} and w.held_by = ${checkerId}
    and t.stage_id = w.stage_id and t.account_id = w.held_by and t.duty = 'check'
    and not exists (
      select from participations p
      where p.account_id = w.account_id and p.competition_code = s.competition_code and p.region = any(t.regions))`.execute(
    tx,
  )

const giveTeamsBack = (tx: Tx, stageId: number, checkerId: number) =>
  sql`
  update team_desks d set held_by = null, held_until = null from formed_teams t
  where t.id = d.team_id and t.stage_id = ${stageId} and d.held_by = ${checkerId}`.execute(tx)

/** Takes the duty away. A work that the person holds goes back to the queue. */
export async function removeChecker(services: Services, actorId: number, place: Place, testId: number) {
  const { db } = services
  const { stageId } = await checkedStage(services, place)
  await db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('stage_staff as t')
      .using('accounts as a')
      .whereRef('a.id', '=', 't.account_id')
      .where('a.test_id', '=', testId)
      .where('t.stage_id', '=', stageId)
      .where('t.duty', '=', 'check')
      .returning('t.account_id')
      .executeTakeFirst()
    if (!gone) throw new Refusal('user_not_found')
    await tx
      .updateTable('works')
      .set({ held_by: null, held_until: null })
      .where('stage_id', '=', stageId)
      .where('held_by', '=', gone.account_id)
      .execute()
    await giveTeamsBack(tx, stageId, gone.account_id)
    await audited(tx, actorId, place, 'checker_removed', [named(testId)])
  })
  return readReview(services, place, 'whole')
}

const named = (testId: number): StageChange => ({ field: 'checker', title: `Проверяющий, ID ${testId}` })

const audited = (tx: Tx, actorId: number, place: Place, action: string, changes: StageChange[]) =>
  recordAudit(tx, {
    actorId,
    action,
    subject: `stage:${place.competition}/${place.code}`,
    detail: { competition: place.competition, stage: place.code, changes },
  })

/** A stage whose works or teams people check, or a refusal. */
async function checkedStage({ db, seasons }: { db: Db; seasons: Services['seasons'] }, { competition, code }: Place) {
  const stage = (await seasons.of(db, competition))?.byCode.get(code)
  const of = checkedAt(stage)
  if (!stage || !of) throw new Refusal('stage_not_found')
  return { stageId: stage.id, of }
}
