import { type RawBuilder, sql } from 'kysely'
import {
  type Assistant,
  answeredForMentor,
  auditAssistant,
  refuseUnlessAssistant,
} from '#server/accounts/rights/assistants.ts'
import type { Tx } from '#server/db.ts'
import { messagePerson } from '#server/messages/notifications/message-person.ts'
import type { Services } from '#server/services.ts'
import { lockStage, type OneStage } from '#server/stages/one-stage.ts'
import { recordAtStage } from '#server/stages/record-at-stage.ts'
import { settle } from '#server/stages/settle.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import type { AnsweredBy, GivenReason, MentorWish, RefusalReason } from '#shared/programme/mentors/mentorship-status.ts'
import { isOpen } from '#shared/stages/window.ts'
import { choiceSettings, lockPair, type Pair, setPair } from './choice-of.ts'
import { barredFor } from './conflicts.ts'
import { offerTo } from './offer.ts'
import { isNamed } from './people-to-match.ts'
import { refuseWithoutPlace, takePlace } from './places.ts'

export interface MentorAnswer extends Pair {
  accept: boolean
  reason?: GivenReason | undefined
  answer?: string | undefined
  by: AnsweredBy
  /** The moment of the offer in a letter; not set for an answer on the mentor's page. */
  offeredAt?: number
  /** The assistant who answers for the mentor. */
  assistant?: Assistant | undefined
}

/**
 * Stores a mentor's answer to a person. The person is locked first and then the mentor, so that two mentors of a person
 * and two people of a mentor never deadlock. The place is taken under the lock of the mentor.
 */
export async function answerPerson(services: Services, said: MentorAnswer): Promise<void> {
  const { db, seasons, clock } = services
  const now = clock()
  await seasons.ready(db, { stageId: said.stageId })
  await db.transaction().execute(async (tx) => {
    const early = await lookAt(tx, said)
    // When all places are taken, this is answered without waiting for locks.
    if (said.accept && early)
      await refuseWithoutPlace(tx, { ...said, competition: early.competition_code, holds: early.matched })
    const stage = await lockStage(tx, seasons, said.accountId, { stageId: said.stageId }, now)
    const pair = await lockPair(tx, said)
    const byLetter = said.offeredAt !== undefined
    // An assistant cannot answer their own request.
    if (!pair || said.assistant?.id === said.accountId)
      throw new Refusal(byLetter ? 'mentor_link_over' : 'mentorship_not_found')
    if (said.assistant) await refuseUnlessAssistant(tx, said.mentorId, said.assistant)
    if (said.offeredAt !== undefined && pair.offered_at?.getTime() !== said.offeredAt)
      throw new Refusal('mentor_link_over')
    if (pair.status === 'ended' && pair.answered_by === 'other') throw new Refusal('mentorship_over')
    if (pair.status !== 'proposed') throw new Refusal('mentorship_answered')
    if (choiceSettings(stage.row).way === 'matching' && !pair.matched) throw new Refusal('mentorship_not_offered')
    if (pair.answer_until && pair.answer_until <= now)
      throw new Refusal(byLetter ? 'mentor_link_over' : 'mentorship_expired')
    if (said.accept) await accept(tx, services, said, stage, pair.matched)
    else await decline(tx, services, { ...said, reason: said.reason ?? 'other' }, stage)
    if (said.assistant) await tellOfAssistant(tx, services, said, said.assistant, stage)
    else await recordAnswer(tx, said, 'ждёт ответа', said.accept ? 'наставник согласился' : 'наставник отказался')
  })
}

/** Tells the mentor what the assistant has answered, and records it in the journal of the competition. */
async function tellOfAssistant(
  tx: Tx,
  services: Services,
  { accountId, mentorId, accept, answer = '' }: MentorAnswer,
  assistant: Assistant,
  { row }: OneStage,
): Promise<void> {
  const person = await tx
    .selectFrom('accounts')
    .select(['test_id', 'last_name', 'first_name', 'middle_name'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const said = answer.trim()
  await messagePerson(tx, services, mentorId, {
    kind: 'stages',
    title: accept ? 'Помощник согласился за вас' : 'Помощник отказался за вас',
    text: [
      `Участник: ${formalName(person)}.`,
      ...(assistant.fio === '' ? [] : [`Ответил помощник: ${assistant.fio}.`]),
      ...(said === '' ? [] : [`Слова участнику: «${said}»`]),
    ].join('\n'),
    link: { path: '/mentor', words: 'Открыть список участников' },
  })
  await auditAssistant(tx, assistant, {
    ...{ action: 'assistant_answered', mentorId, people: [person.test_id] },
    ...{ competition: row.competitionCode, stage: row.code },
  })
}

const lookAt = (tx: Tx, { accountId, stageId, mentorId }: Pair) =>
  tx
    .selectFrom('mentor_choices as c')
    .innerJoin('stages as s', 's.id', 'c.stage_id')
    .select(['s.competition_code', 'c.matched'])
    .where('c.account_id', '=', accountId)
    .where('c.stage_id', '=', stageId)
    .where('c.mentor_id', '=', mentorId)
    .where('c.status', '=', 'proposed')
    .where('c.offered_at', 'is not', null)
    .executeTakeFirst()

const linkTo = (stage: OneStage) => ({ path: `/${stage.row.competitionCode}`, words: 'Открыть этапы' })

async function nameOf(tx: Tx, mentorId: number): Promise<string> {
  const account = await tx
    .selectFrom('accounts')
    .select(['last_name', 'first_name', 'middle_name'])
    .where('id', '=', mentorId)
    .executeTakeFirstOrThrow()
  return formalName(account)
}

const isMentorStill = async (tx: Tx, { stageId, mentorId }: Pair): Promise<boolean> =>
  (await tx
    .selectFrom('stage_mentors')
    .select('mentor_id')
    .where('stage_id', '=', stageId)
    .where('mentor_id', '=', mentorId)
    .executeTakeFirst()) !== undefined

/** How many mentors work with the person at the stage. */
const workingWith = async (tx: Tx, { accountId, stageId }: Omit<Pair, 'mentorId'>): Promise<number> =>
  (
    await tx
      .selectFrom('mentor_choices')
      .select('mentor_id')
      .where('account_id', '=', accountId)
      .where('stage_id', '=', stageId)
      .where('status', '=', 'accepted')
      .execute()
  ).length

async function accept(tx: Tx, services: Services, said: MentorAnswer, stage: OneStage, holds: boolean) {
  const now = services.clock()
  const { accountId, stageId, mentorId, answer = '', by, assistant } = said
  const { each } = choiceSettings(stage.row)
  if (stage.facts.disqualified || (await workingWith(tx, said)) >= each) throw new Refusal('mentorship_over')
  // The mentor may have been withdrawn by an organiser at the same moment.
  if (!(await isMentorStill(tx, said))) throw new Refusal('mentorship_over')
  const name = await nameOf(tx, mentorId)
  if ((await barredFor(tx, stageId, accountId)).has(mentorId))
    throw new Refusal('mentor_conflict', { values: { name } })
  await takePlace(tx, { mentorId, competition: stage.row.competitionCode, holds })
  await setPair(tx, said)
    .set({ status: 'accepted', answered_at: now, answered_by: by, answer: answer.trim(), refusal: null })
    .set({ assistant_id: assistant?.id ?? null })
    .execute()
  if ((await workingWith(tx, said)) >= each)
    await tx
      .updateTable('mentor_choices')
      .set({ status: 'ended', answered_at: now, answered_by: 'other' })
      .where('account_id', '=', accountId)
      .where('stage_id', '=', stageId)
      .where('status', '=', 'proposed')
      .execute()
  if (stage.facts.passedAt === null)
    await settle(tx, { accountIds: [accountId], stageId, outcome: 'passed', reason: `Ваш наставник: ${name}` }, now)
  await messagePerson(tx, services, accountId, {
    kind: 'stages',
    title: `${name} — ваш наставник`,
    text: withAssistant(answer.trim() || 'Наставник согласился работать с вами.', assistant),
    link: linkTo(stage),
  })
}

const withAssistant = (text: string, assistant: Assistant | undefined): string =>
  assistant ? [text, answeredForMentor(assistant)].filter(Boolean).join('\n\n') : text

interface Refused extends Pair {
  reason: RefusalReason
  answer?: string | undefined
  by: AnsweredBy
  assistant?: Assistant | undefined
}

/** Stores that the mentor declines, and tells the person what happens next. */
export async function decline(tx: Tx, services: Services, said: Refused, stage: OneStage): Promise<void> {
  const now = services.clock()
  const { accountId, mentorId, reason, answer = '', by, assistant } = said
  await setPair(tx, said)
    .set({ status: 'declined', answered_at: now, answered_by: by, refusal: reason, answer: answer.trim() })
    .set({ assistant_id: assistant?.id ?? null })
    .execute()
  const name = await nameOf(tx, mentorId)
  const over = await failWithoutMentors(tx, services, said, stage)
  const next =
    choiceSettings(stage.row).way === 'matching'
      ? 'Мы подберём вам другого наставника и сообщим.'
      : over
        ? 'Других наставников среди выбранных не осталось.'
        : (await proposedTo(tx, said)) > 0
          ? 'Остальные выбранные вами наставники ещё отвечают.'
          : !isOpen(stage.state.window, now)
            ? 'Мы ищем вам другого наставника и сообщим, когда можно будет его выбрать.'
            : 'Пока этап открыт, можно выбрать другого.'
  await messagePerson(tx, services, accountId, {
    kind: 'stages',
    title: reason === 'no_answer' ? `Наставник не ответил: ${name}` : `Наставник не сможет работать с вами: ${name}`,
    text: [withAssistant(answer.trim(), assistant), next].filter(Boolean).join('\n\n'),
    link: linkTo(stage),
  })
}

const proposedTo = async (tx: Tx, { accountId, stageId }: Omit<Pair, 'mentorId'>): Promise<number> =>
  (
    await tx
      .selectFrom('mentor_choices')
      .select('mentor_id')
      .where('account_id', '=', accountId)
      .where('stage_id', '=', stageId)
      .where('status', '=', 'proposed')
      .execute()
  ).length

/** A condition: the person's last answer is the withdrawal of a mentor by an organiser, who looks for another one. */
export const lostToOrganiser = (accountId: RawBuilder<unknown>, stageId: RawBuilder<unknown>) => sql<boolean>`coalesce((
  select l.answered_by = 'organiser' from mentor_choices l
  where l.account_id = ${accountId} and l.stage_id = ${stageId} and l.answered_at is not null
  order by l.answered_at desc, l.answered_by = 'organiser' desc limit 1), false)`

/**
 * When mentors answer without a matching, the person fails the stage once it is closed and no mentor is left to answer,
 * unless an organiser has withdrawn the last mentor.
 */
export async function failWithoutMentors(
  tx: Tx,
  services: Services,
  of: Omit<Pair, 'mentorId'>,
  { row, facts, state }: OneStage,
): Promise<boolean> {
  const now = services.clock()
  const decided = facts.passedAt !== null || facts.failedAt !== null || facts.submittedAt === null
  if (choiceSettings(row).way === 'matching' || decided || isOpen(state.window, now)) return false
  if ((await proposedTo(tx, of)) + (await workingWith(tx, of)) > 0) return false
  const { rows } = await sql<{ lost: boolean }>`
    select ${lostToOrganiser(sql`${of.accountId}::int`, sql`${of.stageId}::int`)} as lost`.execute(tx)
  if (rows[0]?.lost) return false
  const reason = 'Никто из выбранных вами наставников не сможет работать с вами. Если будет второй тур, мы напишем'
  const { accountId, stageId } = of
  await settle(tx, { accountIds: [accountId], stageId, outcome: 'failed', reason }, now)
  return true
}

interface Left extends Pair {
  reason: GivenReason
  answer: string
  by: AnsweredBy
}

/**
 * A mentor can no longer work with a person, who keeps the result of the stage. Without a matching the other chosen
 * mentors are asked again; with one, the next matching includes the person.
 */
export async function leavePerson(
  services: Services,
  said: Pair & { reason: GivenReason; answer: string },
): Promise<void> {
  const { db, seasons, clock } = services
  await seasons.ready(db, { stageId: said.stageId })
  await db.transaction().execute(async (tx) => {
    const stage = await lockStage(tx, seasons, said.accountId, { stageId: said.stageId }, clock())
    const pair = await lockPair(tx, said)
    if (!pair) throw new Refusal('mentorship_not_found')
    if (pair.status !== 'accepted') throw new Refusal('mentorship_answered')
    await leave(tx, services, { ...said, by: 'mentor' }, stage)
    await recordAnswer(tx, said, 'работают вместе', 'наставник закончил работу')
  })
}

async function leave(tx: Tx, services: Services, said: Left, stage: OneStage): Promise<void> {
  const now = services.clock()
  const { way, answer_days: days } = choiceSettings(stage.row)
  const { accountId, stageId, answer, reason, by } = said
  await setPair(tx, said)
    .set({ status: 'ended', answered_at: now, answered_by: by, refusal: reason, answer: answer.trim() })
    .execute()
  await tx
    .updateTable('mentor_choices as c')
    .set({ status: 'proposed', matched: false, answered_at: null, answered_by: null })
    .set({ offered_at: null, answer_until: null })
    .where('c.account_id', '=', accountId)
    .where('c.stage_id', '=', stageId)
    .where('c.status', '=', 'ended')
    .where('c.answered_by', '=', 'other')
    .where(isNamed('c'))
    .execute()
  if (way === 'mentors') await offerTo(tx, { stageId, accountIds: [accountId], days, matched: false }, now)
  const name = await nameOf(tx, said.mentorId)
  await messagePerson(tx, services, accountId, {
    kind: 'stages',
    title: `Наставник больше не сможет работать с вами: ${name}`,
    text: `${answer.trim()}\n\nМы ищем вам другого наставника. Всё, что вы уже прошли, остаётся вашим.`.trim(),
    link: linkTo(stage),
  })
}

/**
 * Ends the pair of a withdrawn mentor and a person who works with the mentor or waits for an answer. Returns whether
 * there was a pair. A person who no longer sees the stage gets a message, but no other mentor is looked for.
 */
export async function takeFrom(tx: Tx, services: Services, said: Pair & { answer: string }): Promise<boolean> {
  const now = services.clock()
  const name = { stageId: said.stageId, evenHidden: true }
  const stage = await lockStage(tx, services.seasons, said.accountId, name, now)
  const pair = await lockPair(tx, said)
  const why = { reason: 'other', by: 'organiser' } as const
  if (stage.state.status === 'hidden') {
    if (pair?.status !== 'accepted' && pair?.status !== 'proposed') return false
    const status = pair.status === 'accepted' ? 'ended' : 'declined'
    const answer = said.answer.trim()
    await setPair(tx, said)
      .set({ status, answered_at: now, answered_by: why.by, refusal: why.reason, answer })
      .execute()
    await messagePerson(tx, services, said.accountId, {
      kind: 'stages',
      title: `Наставник ${status === 'ended' ? 'больше ' : ''}не сможет работать с вами: ${await nameOf(tx, said.mentorId)}`,
      text: answer,
      link: linkTo(stage),
    })
    return true
  }
  if (pair?.status === 'accepted') await leave(tx, services, { ...said, ...why }, stage)
  else if (pair?.status === 'proposed') await decline(tx, services, { ...said, ...why }, stage)
  else return false
  return true
}

/** Stores a mentor's wish before a matching. */
export async function saveWish(services: Services, said: Pair & { wish: MentorWish }): Promise<void> {
  const { db, seasons } = services
  await seasons.ready(db, { stageId: said.stageId })
  const competition = await seasons.codeOf(db, said.stageId)
  const stage = competition === null ? undefined : (await seasons.of(db, competition))?.byId.get(said.stageId)
  if (!stage) throw new Refusal('mentorship_not_found')
  await db.transaction().execute(async (tx) => {
    const pair = await lockPair(tx, said)
    if (!pair) throw new Refusal('mentorship_not_found')
    if (choiceSettings(stage).way !== 'matching' || pair.matched || pair.status !== 'proposed')
      throw new Refusal('mentorship_answered')
    await setPair(tx, said).set({ wish: said.wish }).execute()
    await recordAnswer(tx, said, wishesInWords[pair.wish], wishesInWords[said.wish])
  })
}

const wishesInWords: Record<number, string> = { 1: 'хочет работать', 0: 'без пожелания', [-1]: 'лучше не надо' }

/** Records what the mentor, on the portal or by the link in a letter, has said about a person. */
const recordAnswer = (tx: Tx, { accountId, stageId, mentorId }: Pair, before?: string, after?: string) =>
  recordAtStage(tx, {
    ...{ actorId: mentorId, action: 'mentor_answered', stageId, subject: `account:${accountId}`, personId: accountId },
    changes: [{ field: 'mentor', title: 'Пара', ...(before && { before }), ...(after && { after }) }],
  })

interface PersonAct {
  act: 'accept' | 'decline' | 'withdraw' | 'want' | 'rather_not' | 'no_wish'
  reason?: GivenReason
  answer?: string
}

const wishes = { want: 1, rather_not: -1, no_wish: 0 } as const

/** An act of a mentor or an assistant, on the portal's pages, on a person who has chosen the mentor. */
export async function actOnPerson(
  services: Services,
  pair: Pair,
  { act, reason, answer = '' }: PersonAct,
  assistant?: Assistant,
): Promise<void> {
  if (act === 'accept' || act === 'decline') {
    const accept = act === 'accept'
    refuseWithoutReason({ accept, reason })
    const by = assistant ? ('assistant' as const) : ('mentor' as const)
    await answerPerson(services, { ...pair, accept, reason, answer, by, assistant })
  } else if (act === 'withdraw') {
    refuseWithoutReason({ accept: false, reason })
    await leavePerson(services, { ...pair, reason: reason ?? 'other', answer })
  } else await saveWish(services, { ...pair, wish: wishes[act] })
}

/** Refuses to decline without a reason. */
export function refuseWithoutReason({ accept, reason }: { accept: boolean; reason?: GivenReason | undefined }): void {
  if (!accept && reason === undefined)
    throw new Refusal('form_invalid', { fields: { reason: { rule: 'required', message: 'Выберите причину' } } })
}

/** The account of a participant by the public number. */
export async function accountOf(db: Services['db'], userId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from accounts where test_id = ${userId}`.execute(db)
  const [found] = rows
  if (!found) throw new Refusal('mentorship_not_found')
  return found.id
}
