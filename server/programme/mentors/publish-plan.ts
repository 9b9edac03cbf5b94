import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { messagePeople } from '#server/messages/notifications/message-person.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import { settle } from '#server/stages/settle.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { type PlanRules, type UnmatchedReason, unmatchedForPerson } from '#shared/programme/mentors/plan.ts'
import { isOver, matchedStage, type Place } from './mentor-stage.ts'
import { offerTo } from './offer.ts'
import { isLive, peopleToMatch } from './people-to-match.ts'
import { keepMentors, lockFactsOf } from './store.ts'

/**
 * Publishes the plan with this version, completely or not at all: mentors get their letters, and people without a
 * mentor learn why. People are locked first and then mentors, as for every answer, so there is no deadlock.
 */
export async function publishPlan(services: Services, actorId: number, place: Place, version: number) {
  const { db, clock, seasons } = services
  const { stage: known } = await matchedStage(services, place)
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const plan = await tx
      .selectFrom('mentor_plans')
      .select(['version', 'made_at', 'asked_at', 'rules'])
      .where('stage_id', '=', known.id)
      .where('variant', '=', 'plan')
      .forUpdate()
      .executeTakeFirst()
    if (!plan?.made_at) throw new Refusal('matching_not_made')
    if (plan.version !== version || plan.asked_at) throw new Refusal('matching_changed')
    const stage = (await seasons.of(tx, place.competition))?.byId.get(known.id)
    if (!stage) throw new Refusal('stage_not_found')
    if (!isOver(stage, now)) throw new Refusal('matching_still_open')
    const rows = await tx
      .selectFrom('mentor_matches')
      .select(['account_id', 'mentor_id', 'reason'])
      .where('stage_id', '=', stage.id)
      .where('variant', '=', 'plan')
      .execute()
    const pairs = rows.flatMap(({ account_id, mentor_id }) => (mentor_id ? [{ account_id, mentor_id }] : []))
    const unmatched = rows.flatMap(({ account_id, reason }) =>
      reason ? [{ account_id, reason: reason as UnmatchedReason }] : [],
    )
    await lockAll(
      tx,
      stage.id,
      rows.map(({ account_id }) => account_id),
      pairs.map(({ mentor_id }) => mentor_id),
    )
    await refuseUnlessTrue(tx, stage, plan.rules as PlanRules, pairs, unmatched)
    await keepPairs(tx, stage.id, pairs, now)
    const matched = [...new Set(pairs.map(({ account_id }) => account_id))]
    const { answer_days: days } = (await matchedStage({ db, seasons }, place)).settings
    await offerTo(tx, { stageId: stage.id, accountIds: matched, days, matched: true }, now)
    await refuse(tx, stage.id, unmatched, now)
    await queueMatchingMessages(tx, stage.id, matched, 'offered')
    await queueMatchingMessages(
      tx,
      stage.id,
      unmatched.map(({ account_id }) => account_id),
      'left',
    )
    // The plan is removed and its version grows, so that a page that still shows it cannot publish it again.
    await tx.deleteFrom('mentor_matches').where('stage_id', '=', stage.id).execute()
    await tx
      .updateTable('mentor_plans')
      .set(({ eb }) => ({ made_at: null, version: eb('version', '+', 1) }))
      .where('stage_id', '=', stage.id)
      .execute()
    await tx
      .insertInto('mentor_publications')
      .values({
        ...{ stage_id: stage.id, published_at: now, published_by: actorId },
        ...{ matched: matched.length, unmatched: unmatched.length },
      })
      .execute()
    await recordAudit(tx, {
      actorId,
      action: 'mentors_matched',
      subject: `stage:${place.competition}/${place.code}`,
      detail: { competition: place.competition, stage: place.code, given: matched.length, unplaced: unmatched.length },
    })
    return { matched: matched.length, unmatched: unmatched.length }
  })
}

async function lockAll(tx: Tx, stageId: number, people: readonly number[], mentors: readonly number[]) {
  await lockFactsOf(tx, stageId, people)
  await sql`select from mentor_profiles where account_id = any(${[...mentors]}::int[])
    order by account_id for no key update`.execute(tx)
  await keepMentors(tx, stageId, mentors)
}

/** Under the locks, reads again everything that the plan was made from, and refuses an outdated plan. */
async function refuseUnlessTrue(
  tx: Tx,
  stage: Parameters<typeof peopleToMatch>[1],
  rules: PlanRules,
  pairs: readonly { account_id: number; mentor_id: number }[],
  unmatched: readonly { account_id: number }[],
): Promise<void> {
  const { people, mentors } = await peopleToMatch(tx, stage, rules)
  const waiting = new Map(people.map((person) => [person.id, person]))
  const free = new Map(mentors.map(({ id, free: places }) => [id, places ?? Number.POSITIVE_INFINITY]))
  const lacks = new Map(people.map(({ id, lacks: count }) => [id, count]))
  const stands = pairs.every(({ account_id, mentor_id }) => {
    const person = waiting.get(account_id)
    const wanted = person?.wishes.some(({ mentor }) => mentor === mentor_id) || person?.pinned.includes(mentor_id)
    const [places, missing] = [free.get(mentor_id) ?? 0, lacks.get(account_id) ?? 0]
    free.set(mentor_id, places - 1)
    lacks.set(account_id, missing - 1)
    return wanted && !person?.barred.has(mentor_id) && places > 0 && missing > 0
  })
  if (!stands || unmatched.some(({ account_id }) => !waiting.has(account_id))) throw new Refusal('matching_changed')
}

const keepPairs = (tx: Tx, stageId: number, pairs: readonly { account_id: number; mentor_id: number }[], now: Date) =>
  sql`
    insert into mentor_choices (account_id, stage_id, mentor_id, rank, chosen_at, matched)
    select person, ${stageId}, mentor, 0, ${now}, true
    from unnest(${pairs.map(({ account_id }) => account_id)}::int[], ${pairs.map(({ mentor_id }) => mentor_id)}::int[]) as p (person, mentor)
    on conflict (account_id, stage_id, mentor_id) do update set matched = true, offered_at = null`.execute(tx)

/** Fails people without a mentor, except those who work with one or have passed the stage before. */
async function refuse(
  tx: Tx,
  stageId: number,
  unmatched: readonly { account_id: number; reason: UnmatchedReason }[],
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ account_id: number }>`
    select f.account_id from stage_facts f
    where f.stage_id = ${stageId} and f.account_id = any(${unmatched.map(({ account_id }) => account_id)}::int[])
      and f.passed_at is null and not exists (
        select from mentor_choices c where c.stage_id = f.stage_id and c.account_id = f.account_id and ${isLive('c')})`.execute(
    tx,
  )
  const left = new Set(rows.map(({ account_id }) => account_id))
  for (const [reason, people] of Map.groupBy(unmatched, (each) => each.reason)) {
    const accountIds = people.map(({ account_id }) => account_id).filter((id) => left.has(id))
    const words = `${unmatchedForPerson[reason]}. Если будет второй тур, мы напишем`
    if (accountIds.length > 0) await settle(tx, { accountIds, stageId, outcome: 'failed', reason: words }, now)
  }
}

export interface MatchingMessage {
  stageId: number
  accountIds: number[]
  what: 'offered' | 'left' | 'second'
}

const toldAtOnce = 200

/** Queues the messages, some people in a job, because there may be many. */
export async function queueMatchingMessages(
  tx: Tx,
  stageId: number,
  accountIds: readonly number[],
  what: MatchingMessage['what'],
) {
  for (let at = 0; at < accountIds.length; at += toldAtOnce) {
    const message: MatchingMessage = { stageId, accountIds: accountIds.slice(at, at + toldAtOnce), what }
    await addJob(tx, 'tell_of_matching', message)
  }
}

const told = {
  offered: {
    title: 'Наставники подобраны',
    text: 'Мы предложили вас наставнику и ждём его ответа. Когда он согласится, мы сообщим.',
  },
  left: {
    title: 'Наставник пока не нашёлся',
    text: 'Почему, написано на странице этапа. Если будет второй тур, мы напишем.',
  },
  second: {
    title: 'Второй тур выбора наставников',
    text: 'Выбор снова открыт для вас: посмотрите, у кого есть места. Срок — на странице этапа.',
  },
}

/** The job that tells people the result of a matching. */
export async function tellOfMatching(services: Services, { stageId, accountIds, what }: MatchingMessage) {
  const { db } = services
  await db.transaction().execute(async (tx) => {
    const stage = await tx.selectFrom('stages').select('competition_code').where('id', '=', stageId).executeTakeFirst()
    if (!stage) return
    const { title, text } = told[what]
    const link = { path: `/${stage.competition_code}`, words: 'Открыть этапы' }
    const people = accountIds.map((accountId) => ({ accountId, text }))
    await messagePeople(tx, services, people, { kind: 'stages', title, link })
  })
}
