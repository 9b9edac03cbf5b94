import type { Db, Tx } from '#server/db.ts'
import { databaseNow } from '#server/platform/clock/database-now.ts'
import type { Services } from '#server/services.ts'
import { mayGoOn, type StoredAttempt } from '#server/stages/attempts.ts'
import { settingsAt } from '#server/stages/kind.ts'
import { isWorkable, type OneStage, oneStage } from '#server/stages/one-stage.ts'
import { publishedDecision } from '#server/stages/store.ts'
import { lastHandIn, ownedBy, workOwner } from '#server/stages/work-owner.ts'
import { attemptIfBegun, attemptState } from '#shared/stages/attempt.ts'
import { utcOffsetOfRegion } from '#shared/stages/region-hours.ts'
import { testKind } from '#shared/stages/test/contract.ts'
import { formatWire } from '#shared/time/moscow.ts'
import { withShuffledOptions } from './draw-paper.ts'
import { formulasOf } from './formulas.ts'
import { keptAnswers } from './kept-answers.ts'
import { questionsOf } from './question-memory.ts'
import type { PaperSection } from './tables.ts'

/** Minutes that Moscow is ahead of UTC. */
const moscow = 180

/** Where the person stands: before, in the attempt, or after it. Questions go only to the device that is at work. */
export async function readTest(
  services: Services,
  { accountId, stageId, device }: { accountId: number; stageId: number; device: string | undefined },
) {
  const { db, seasons } = services
  const now = await databaseNow(db)
  const stage = await oneStage(db, seasons, accountId, { stageId, type: 'test' }, now)
  const owner = workOwner(stage, accountId)
  const [last, handIn] = await Promise.all([lastAttempt(db, stage, accountId), lastHandIn(db, owner)])
  const { minutes } = settingsAt(testKind, stage.row)
  const running = last !== null && last.finishedAt === null
  const begins = !running && isWorkable(stage) ? attemptIfBegun(minutes, stage.state.window, now) : null
  const state = last && attemptState(last, stage.state.window.closesAt, now)
  return {
    now: formatWire(now),
    deadline: running && state?.deadline ? formatWire(state.deadline) : null,
    extra_minutes: running ? last.extraMinutes : 0,
    status: stage.state.status,
    reason: stage.state.reason,
    if_begun: begins && {
      minutes: begins.minutes,
      ends_at: begins.endsAt && formatWire(begins.endsAt),
      cut_short: begins.cutShort,
      region_offset: utcOffsetOfRegion(stage.all.person.region) - moscow,
    },
    attempt: last && (await attemptPage(services, stage, last, { accountId, device, now })),
    receipt: handIn && {
      number: handIn.receipt_number,
      handed_in_at: formatWire(handIn.arrived_at),
      by_system: handIn.by_system,
    },
    result: await ownResult(db, accountId, stageId),
  }
}

async function attemptPage(
  { db }: Services,
  stage: OneStage,
  attempt: StoredAttempt,
  { accountId, device, now }: { accountId: number; device: string | undefined; now: Date },
) {
  const paper = await paperOf(db, { accountId, stageId: stage.row.id, number: attempt.number })
  const kept = (await keptAnswers(db, [attempt.id])).get(attempt.id) ?? []
  const { state } = attemptState(attempt, stage.state.window.closesAt, now)
  const goesOn = state !== 'finished' && mayGoOn(stage)
  const here = goesOn && attempt.device === device
  const last = await db
    .selectFrom('test_answers')
    .select(['seq', 'received_at'])
    .where('attempt_id', '=', attempt.id)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    number: attempt.number,
    state: goesOn && state !== 'not_begun' ? state : ('finished' as const),
    here,
    begun_at: formatWire(attempt.begunAt),
    last_seq: last?.seq ?? 0,
    last_answer_at: last ? formatWire(last.received_at) : null,
    answered: kept.filter(({ answer }) => answer !== null).length,
    questions: versionsOf(paper?.sections ?? []).length,
    ...(here && paper ? await asked(db, stage, paper) : { sections: [], formulas: {} }),
    answers: here ? kept.map(({ version, seq, answer, flagged }) => ({ question: version, seq, answer, flagged })) : [],
  }
}

/** The questions of a paper as its person sees them. */
async function asked(db: Db, { row }: OneStage, { seed, sections }: OwnPaper) {
  const { shuffle_options: options } = settingsAt(testKind, row)
  const questions = await questionsOf(db, db, versionsOf(sections))
  return {
    sections: sections.map((section) => ({
      title: section.title,
      questions: section.questions.flatMap(({ version, points }) => {
        const question = questions.get(version)
        if (!question) return []
        return [{ id: version, points, question: withShuffledOptions(question, { seed, version, options }) }]
      }),
    })),
    formulas: formulasOf(questions.values()),
  }
}

type OwnPaper = { seed: number; sections: PaperSection[] }

export const versionsOf = (sections: readonly PaperSection[]): number[] =>
  sections.flatMap(({ questions }) => questions.map(({ version }) => version))

export async function paperOf(
  db: Db,
  { accountId, stageId, number }: { accountId: number; stageId: number; number: number },
): Promise<OwnPaper | null> {
  const found = await db
    .selectFrom('test_papers')
    .select(['seed', 'sections'])
    .where('stage_id', '=', stageId)
    .where('account_id', '=', accountId)
    .where('number', '=', number)
    .executeTakeFirst()
  return found ?? null
}

/** The latest attempt, finished or not. */
export async function lastAttempt(db: Db | Tx, stage: OneStage, accountId: number): Promise<StoredAttempt | null> {
  const found = await db
    .selectFrom('attempts')
    .select(['id', 'number', 'device', 'begun_at as begunAt', 'limit_minutes as limitMinutes'])
    .select(['extra_minutes as extraMinutes', 'heard_at as heardAt', 'finished_at as finishedAt'])
    .select('finished_by as finishedBy')
    .where(ownedBy(workOwner(stage, accountId)))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

/** The score with the decision on it, only once that is published. */
export async function ownResult(db: Db, accountId: number, stageId: number) {
  const decision = await publishedDecision(db, { accountId, stageId })
  if (!decision) return null
  const counted = await db
    .selectFrom('stage_results')
    .select('score')
    .where('account_id', '=', accountId)
    .where('stage_id', '=', stageId)
    .executeTakeFirst()
  const { outcome } = decision
  return {
    score: counted?.score === null || counted === undefined ? null : Number(counted.score),
    outcome: outcome === 'returned' ? null : outcome,
    published_at: formatWire(decision.published_at),
  }
}
