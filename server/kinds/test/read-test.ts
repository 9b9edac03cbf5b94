import type { Db } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { mayGoOn, type StoredAttempt } from '#server/stages/attempts.ts'
import { settingsAt } from '#server/stages/kind.ts'
import { isWorkable, type OneStage, oneStage } from '#server/stages/one-stage.ts'
import { testKind } from '#shared/kinds/test/contract.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { attemptIfBegun, attemptState } from '#shared/stages/attempt.ts'
import { utcOffsetOfRegion } from '#shared/stages/region-hours.ts'
import { withShuffledOptions } from './draw-paper.ts'
import { formulasOf } from './formulas.ts'
import { type OwnPaper, type OwnTest, ownTest } from './own-test.ts'
import { rememberPaper } from './paper-memory.ts'
import { questionsOf } from './question-memory.ts'
import type { PaperSection } from './tables.ts'

/** Minutes by which Moscow is ahead of UTC. */
const moscow = 180

/** The page of the person: before, in or after the attempt. Questions are sent only to the device that works on it. */
export async function readTest(
  { db, seasons }: Services,
  { accountId, stageId, device }: { accountId: number; stageId: number; device: string | undefined },
) {
  const own = await ownTest(db, { accountId, stageId })
  const { now, attempt, handIn, result } = own
  const stage = await oneStage(db, seasons, accountId, { stageId, type: 'test' }, now)
  const { minutes } = settingsAt(testKind, stage.row)
  const running = attempt !== null && attempt.finishedAt === null
  const begins = !running && isWorkable(stage) ? attemptIfBegun(minutes, stage.state.window, now) : null
  const state = attempt && attemptState(attempt, stage.state.window.closesAt, now)
  return {
    now: formatWire(now),
    deadline: running && state?.deadline ? formatWire(state.deadline) : null,
    extra_minutes: running ? attempt.extraMinutes : 0,
    status: stage.state.status,
    reason: stage.state.reason,
    if_begun: begins && {
      minutes: begins.minutes,
      ends_at: begins.endsAt && formatWire(begins.endsAt),
      cut_short: begins.cutShort,
      region_offset: utcOffsetOfRegion(stage.all.person.region) - moscow,
    },
    attempt: attempt && (await attemptPage(db, stage, attempt, { ...own, accountId, device })),
    receipt: handIn && {
      number: handIn.receipt_number,
      handed_in_at: formatWire(handIn.arrived_at),
      by_system: handIn.by_system,
    },
    result: resultPage(result),
  }
}

/** The result as its owner reads it. */
export const resultPage = (result: OwnTest['result']) =>
  result && {
    score: result.score,
    outcome: result.outcome === 'returned' ? null : result.outcome,
    published_at: formatWire(result.published_at),
  }

async function attemptPage(
  db: Db,
  stage: OneStage,
  attempt: StoredAttempt,
  {
    accountId,
    device,
    now,
    paper,
    kept,
    last,
  }: Omit<OwnTest, 'attempt'> & {
    accountId: number
    device: string | undefined
  },
) {
  const { state } = attemptState(attempt, stage.state.window.closesAt, now)
  const goesOn = state !== 'finished' && mayGoOn(stage)
  const here = goesOn && attempt.device === device
  const versions = versionsOf(paper?.sections ?? [])
  if (here) rememberPaper(db, { accountId, stageId: stage.row.id }, attempt.id, versions)
  return {
    number: attempt.number,
    state: goesOn && state !== 'not_begun' ? state : ('finished' as const),
    here,
    begun_at: formatWire(attempt.begunAt),
    last_seq: last?.seq ?? 0,
    last_answer_at: last && formatWire(last.received_at),
    answered: kept.filter(({ answer }) => answer !== null).length,
    questions: versions.length,
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

export const versionsOf = (sections: readonly PaperSection[]): number[] =>
  sections.flatMap(({ questions }) => questions.map(({ version }) => version))
