import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import type { OneStage } from '#server/stages/one-stage.ts'
import { draftOf, workOwner } from '#server/stages/work-owner.ts'
import { failureWords, type TakeFailure, takesLeft } from '#shared/kinds/videointerview/take-rules.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { interviewOf, interviewSettings, isOpen, uploadUntil } from './interview-stage.ts'
import {
  type AskedQuestion,
  askedQuestions,
  consentOf,
  grantsOf,
  questionOrder,
  type Take,
  takesOf,
  usualTake,
} from './store.ts'

/** The person's progress in the interview. The text of a question is included once it was shown. */
export async function readInterview(services: Services, accountId: number, stageId: number) {
  const { db, clock } = services
  const now = clock()
  const stage = await interviewOf(db, services, { accountId, stageId }, now)
  return interviewPage(db, stage, accountId, now)
}

/** Like `readInterview` after a write, in its transaction. */
export async function interviewPage(db: Db | Tx, stage: OneStage, accountId: number, now: Date) {
  const { row, state } = stage
  const person = { accountId, stageId: row.id }
  const settings = interviewSettings(row)
  const agreedAt = await consentOf(db, person)
  const asked = await askedQuestions(db, person)
  const takes = await takesOf(db, person)
  const grants = await grantsOf(db, person)
  const chosen = chosenIn((await draftOf(db, workOwner(stage, accountId)))?.data)
  const { closesAt } = state.window
  const until = uploadUntil(stage)
  const open = isOpen(stage)
  const left = closesAt ? Math.max(0, Math.floor((closesAt.getTime() - now.getTime()) / 1000)) : null
  const questions = questionsOf(settings, person, asked).map(({ question, shown, ...times }) => {
    const own = takes.filter((take) => take.question === question)
    const more = grants.filter((grant) => grant.question === question)
    const granted = more.filter(({ granted_at }) => granted_at !== null)
    const ready = own.filter(({ state: is }) => is === 'ready')
    const pick = ready.find(({ id }) => id === chosen.get(question)) ?? usualTake(ready)
    return {
      question,
      text: shown?.text ?? null,
      think_seconds: times.think_seconds,
      think_left: shown ? thinkLeft(shown, now) : times.think_seconds,
      answer_seconds: times.answer_seconds,
      // A recording ends with the stage, too.
      max_seconds: Math.min(times.answer_seconds, left ?? times.answer_seconds),
      takes_left: takesLeft(times.takes, granted.length, own),
      chosen: pick?.id ?? null,
      takes: own.map(wireTake),
      grants: more.map(({ reason, granted_at }) => ({ reason, granted: granted_at !== null })),
    }
  })
  return {
    stage_id: row.id,
    now: formatWire(now),
    status: state.status,
    open,
    closes_at: closesAt && formatWire(closesAt),
    upload_until: until && formatWire(until),
    may_upload: open || (state.status === 'timeover' && until !== null && now <= until),
    consent: { text: settings.consent, agreed_at: agreedAt && formatWire(agreedAt) },
    broken_off: settings.broken_off,
    retention_days: settings.retention_days,
    defects_left: Math.max(0, settings.defect_takes - grants.filter(({ asked_by }) => asked_by === 'person').length),
    questions,
  }
}

/** The chosen take of each question in a draft. */
export function chosenIn(data: Record<string, unknown> | undefined): Map<number, number> {
  const chosen = data?.chosen
  const entries = typeof chosen === 'object' && chosen !== null ? Object.entries(chosen) : []
  return new Map(entries.flatMap(([place, id]) => (Number.isInteger(id) ? [[Number(place), id as number]] : [])))
}

interface ShownQuestion {
  question: number
  think_seconds: number
  answer_seconds: number
  takes: number
  /** The question as it was shown; null before that. */
  shown: AskedQuestion | null
}

/** The questions in the person's order. Shown questions stay unchanged, even if an organiser edits them meanwhile. */
export function questionsOf(
  { questions, order }: Pick<ReturnType<typeof interviewSettings>, 'questions' | 'order'>,
  person: { accountId: number; stageId: number },
  asked: readonly AskedQuestion[],
): ShownQuestion[] {
  const listed = questionOrder(questions.length, order === 'shuffled', person).flatMap((question): ShownQuestion[] => {
    const set = questions[question - 1]
    const shown = asked.find((each) => each.question === question) ?? null
    const times = shown ?? set
    if (!times) return []
    const { think_seconds, answer_seconds, takes } = times
    return [{ question, think_seconds, answer_seconds, takes, shown }]
  })
  const gone = asked.filter(({ question }) => question > questions.length)
  return [...listed, ...gone.map((shown) => ({ ...shown, shown }))]
}

/** Seconds left to think. */
export const thinkLeft = ({ asked_at, think_seconds }: AskedQuestion, now: Date): number =>
  Math.max(0, Math.ceil((asked_at.getTime() + think_seconds * 1000 - now.getTime()) / 1000))

export const wireTake = (take: Take) => ({
  take_id: take.id,
  state: take.state,
  source: take.source,
  failure: take.failure === null ? null : failureWords[take.failure as TakeFailure],
  received: take.received,
  total: take.total,
  seconds: take.duration_ms === null ? null : Math.round(take.duration_ms / 100) / 10,
  broken: take.broken,
  silent: take.silent,
  dark: take.dark,
  began_at: formatWire(take.began_at),
  playable: take.state === 'ready' && take.file_id !== null,
})
