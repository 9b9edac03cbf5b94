import type { Db } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { type OneStage, oneStage } from '#server/stages/one-stage.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { personsParts } from './lesson-parts.ts'

/** The lesson of a person: the plan, the authors, a cancellation by the school, and whether one can be reported. */
export async function readLesson({ db, seasons, clock }: Services, accountId: number, stageId: number) {
  const stage = await oneStage(db, seasons, accountId, { stageId }, clock())
  const parts = personsParts(stage)
  const [lesson, authors, namedBy, cancellation] = await Promise.all([
    lessonOf(db, stageId, accountId),
    authorsOf(db, stageId, accountId),
    namersOf(db, stageId, accountId),
    lastCancellation(db, stageId, accountId),
  ])
  return {
    lesson: lesson && lessonOnTheWire(lesson),
    authors,
    named_by: namedBy,
    cancellation: cancellation && cancellationOnTheWire(cancellation),
    may_cancel: mayCancel(stage) && (cancellation === null || cancellation.decided_at !== null),
    certificate: parts.report.facts.passedAt !== null,
  }
}

/** Whether a cancellation can be reported: a plan was handed in, and no report yet. */
export function mayCancel(stage: OneStage): boolean {
  const { plan, report } = personsParts(stage)
  const planned = plan.facts.passedAt !== null || plan.facts.submittedAt !== null
  return planned && report.facts.submittedAt === null && report.facts.passedAt === null && !stage.facts.disqualified
}

export async function lessonOf(db: Db, stageId: number, accountId: number) {
  const found = await db
    .selectFrom('lessons')
    .select(['school', 'address', 'topic', 'starts_at', 'held_on', 'listeners', 'region', 'school_key'])
    .where('stage_id', '=', stageId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return found ?? null
}

type Lesson = NonNullable<Awaited<ReturnType<typeof lessonOf>>>

export const lessonOnTheWire = ({ school, address, topic, starts_at, held_on, listeners }: Lesson) => ({
  ...{ school, address, topic, held_on, listeners },
  starts_at: formatWire(starts_at),
})

/** The authors whom the person has named. A name is shown only after its owner has confirmed: until then the number. */
export async function authorsOf(db: Db, stageId: number, accountId: number) {
  const rows = await db
    .selectFrom('lesson_authors as n')
    .innerJoin('accounts as a', 'a.id', 'n.author_id')
    .select(['a.test_id', 'a.first_name', 'a.last_name', 'a.middle_name', 'n.answer'])
    .where('n.stage_id', '=', stageId)
    .where('n.account_id', '=', accountId)
    .orderBy('a.test_id')
    .execute()
  return rows.map(({ test_id, answer, ...name }) => {
    return { test_id, answer, name: answer === 'confirmed' ? formalName(name) : null }
  })
}

async function namersOf(db: Db, stageId: number, accountId: number) {
  const rows = await db
    .selectFrom('lesson_authors as n')
    .innerJoin('accounts as a', 'a.id', 'n.account_id')
    .innerJoin('lessons as l', (join) =>
      join.onRef('l.stage_id', '=', 'n.stage_id').onRef('l.account_id', '=', 'n.account_id'),
    )
    .select(['a.test_id', 'a.first_name', 'a.last_name', 'a.middle_name', 'n.answer'])
    .select(['l.school', 'l.topic', 'l.starts_at'])
    .where('n.stage_id', '=', stageId)
    .where('n.author_id', '=', accountId)
    .orderBy('a.test_id')
    .execute()
  return rows.map(({ test_id, answer, school, topic, starts_at, ...name }) => {
    return { test_id, answer, school, topic, starts_at: formatWire(starts_at), name: formalName(name) }
  })
}

async function lastCancellation(db: Db, stageId: number, accountId: number) {
  const [found] = await cancellationsOf(db, stageId, accountId)
  return found ?? null
}

/** The cancellations of a person's lesson, the latest first. */
export const cancellationsOf = (db: Db, stageId: number, accountId: number) =>
  db
    .selectFrom('lesson_cancellations')
    .select(['reason', 'asked_at', 'decided_at', 'closes_at', 'answer'])
    .where('stage_id', '=', stageId)
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .execute()

type Cancellation = Awaited<ReturnType<typeof cancellationsOf>>[number]

export const cancellationOnTheWire = ({ reason, asked_at, decided_at, closes_at, answer }: Cancellation) => ({
  reason,
  asked_at: formatWire(asked_at),
  state: decided_at === null ? ('waits' as const) : closes_at ? ('confirmed' as const) : ('declined' as const),
  closes_at: closes_at && formatWire(closes_at),
  answer,
})

/** Stores the answer of a named author: whether they take part in the lesson. */
export async function answerAuthor(
  services: Services,
  accountId: number,
  { stageId, testId, answer }: { stageId: number; testId: number; answer: 'confirmed' | 'declined' },
) {
  const { db, seasons, clock } = services
  personsParts(await oneStage(db, seasons, accountId, { stageId }, clock()))
  const { numUpdatedRows } = await db
    .updateTable('lesson_authors')
    .set({ answer })
    .where('stage_id', '=', stageId)
    .where('author_id', '=', accountId)
    .where('account_id', 'in', (from) => from.selectFrom('accounts').select('id').where('test_id', '=', testId))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('user_not_found')
  return readLesson(services, accountId, stageId)
}
