import type { Tx } from '#server/db.ts'
import { messagePerson } from '#server/messages/notifications/message-person.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import { refuseStopped } from '#server/review/judging/stopped.ts'
import type { Services } from '#server/services.ts'
import { lockStage } from '#server/stages/one-stage.ts'
import { recordAtStage } from '#server/stages/record-at-stage.ts'
import { settleAndTell } from '#server/stages/settle.ts'
import { workersOf } from '#server/stages/work-owner.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { type CheckDraft, reasonInWords, type Verdict } from '#shared/review/checking/check.ts'
import type { StageOutcome } from '#shared/stages/outcome.ts'
import { isTaken, type WorkToCheck, workToCheck } from './store.ts'

export interface CheckedWork {
  workId: number
  /** The hand-in that the checker has read. */
  handIn: number
  verdict: Verdict
  remarks: CheckDraft['remarks']
  reasonCode: string
  reason: string
  /** Text for checkers only. */
  note: string
}

const outcomes = { accept: 'passed', return: 'returned', refuse: 'failed' } as const satisfies Record<
  Verdict,
  StageOutcome
>
const answers = { accept: 'accepted', return: 'returned', refuse: 'refused' } as const
const dayMs = 24 * 3_600_000

/**
 * Decides on a work that waits. A refusal waits for another person first, where the stage requires that. The
 * participant is notified at once, and a returned work gets days for its correction. Repeating the same verdict changes
 * nothing.
 */
export async function checkWork(
  services: Services,
  caller: Caller,
  check: CheckedWork,
  /** An accepted work may be returned too. */
  { acceptedToo = false } = {},
) {
  const outcome = await services.db.transaction().execute((tx) => checkIn(tx, services, caller, check, acceptedToo))
  return { outcome }
}

async function checkIn(tx: Tx, services: Services, caller: Caller, check: CheckedWork, acceptedToo: boolean) {
  const now = services.clock()
  const found = await workToCheck(tx, caller, check.workId)
  if (!found) throw new Refusal('work_not_found')
  const { account_id: accountId, team_id: teamId, stage_id: stageId } = found
  const workers = await workersOf(tx, { stageId, accountId: accountId ?? 0, teamId })
  // The locking order of a hand-in: facts first, then the work. Only what is read after the locks is reliable.
  const stages = []
  for (const worker of workers) stages.push(await lockStage(tx, services.seasons, worker, { stageId }, now))
  await tx.selectFrom('works').select('id').where('id', '=', found.id).forNoKeyUpdate().execute()
  const work = await workToCheck(tx, caller, check.workId)
  if (!work) throw new Refusal('work_not_found')
  if (work.hand_in_id !== check.handIn) throw new Refusal('work_changed')
  if (await wasSaid(tx, caller, check)) return answers[check.verdict]
  const accepted = acceptedToo && stages.every(({ facts }) => facts.passedAt !== null)
  const open = work.waits_since !== null && work.step !== 'judging'
  if (!open && !accepted) throw new Refusal('work_decided')
  if (!work.prepared) throw new Refusal('work_preparing')
  if (check.verdict !== 'return') await refuseStopped(tx, [work.id], outcomes[check.verdict])
  if (isTaken(work, caller, now))
    throw new Refusal('work_taken', { values: { by: `${work.first_name} ${work.last_name}` } })

  const reason = check.verdict === 'accept' ? '' : reasonInWords(work.review.reasons, check.reasonCode, check.reason)
  const hasReason = reason !== '' || (check.verdict === 'return' && check.remarks.length > 0)
  if (check.verdict !== 'accept' && !hasReason) throw new Refusal('verdict_without_reason')
  if (work.step !== 'any' && check.verdict === 'return' && (await wasReturned(tx, work.id)))
    throw new Refusal('returned_once')
  const mayRefuse = work.refused_by !== null && work.refused_by !== caller.accountId
  if (check.verdict === 'refuse' && work.review.second_look && !mayRefuse) {
    await keepCheck(tx, caller, check, { reason, final: false }, now)
    await tx
      .updateTable('works')
      .set({ refused_by: caller.accountId, held_by: null, held_until: null })
      .where('id', '=', work.id)
      .execute()
    await recordCheck(tx, caller, work, 'ждёт второго проверяющего')
    return 'second_look' as const
  }
  await keepCheck(tx, caller, check, { reason, final: true }, now)
  if (work.step === 'check' && check.verdict === 'accept') {
    await tx
      .updateTable('works')
      .set({ step: 'judging', refused_by: null, held_by: null, held_until: null })
      .where('id', '=', work.id)
      .execute()
    for (const worker of workers)
      await messagePerson(tx, services, worker, {
        kind: 'stages',
        title: `${quoted(work.title)}: формальная проверка пройдена`,
        text: 'Теперь вашу работу читают эксперты. Когда решение будет принято, мы сообщим.',
        link: { path: `/${work.competition_code}`, words: 'Открыть этапы' },
      })
    await recordCheck(tx, caller, work, 'передана экспертам')
    return answers.accept
  }
  if (check.verdict === 'return') {
    await keepRemarks(tx, caller, work, workers, check.remarks, now)
    const until = new Date(now.getTime() + work.review.return_days * dayMs)
    const late = stages.filter(({ state }) => state.window.closesAt !== null && state.window.closesAt < until)
    await extend(
      tx,
      caller,
      stageId,
      late.map(({ all }) => all.person.accountId),
      until,
      now,
    )
  }
  const decision = { accountIds: workers, stageId, outcome: outcomes[check.verdict], reason }
  await settleAndTell(tx, services, { ...decision, decidedBy: caller.accountId })
  await tx.updateTable('works').set({ held_by: null, held_until: null }).where('id', '=', work.id).execute()
  const before = open ? waiting : 'принята'
  await recordCheck(tx, caller, work, verdictsInWords[check.verdict], before)
  return answers[check.verdict]
}

const waiting = 'ждёт проверки'
const verdictsInWords = { accept: 'принята', return: 'возвращена', refuse: 'отклонена' } as const

const recordCheck = (tx: Tx, caller: Caller, work: WorkToCheck, after: string, before: string = waiting) =>
  recordAtStage(tx, {
    ...{ actorId: caller.accountId, action: 'work_checked', stageId: work.stage_id, subject: `work:${work.id}` },
    ...{ personId: work.account_id, changes: [{ field: 'verdict', title: 'Работа', before, after }] },
  })

/** Whether the work was returned before: a formal check returns a work only once. */
async function wasReturned(tx: Tx, workId: number): Promise<boolean> {
  const returned = await tx
    .selectFrom('work_checks')
    .select('id')
    .where('work_id', '=', workId)
    .where('verdict', '=', 'return')
    .executeTakeFirst()
  return returned !== undefined
}

/** Whether this person has already given this verdict on the hand-in: the answer to the first request was lost. */
async function wasSaid(tx: Tx, caller: Caller, check: CheckedWork): Promise<boolean> {
  const last = await tx
    .selectFrom('work_checks')
    .select(['checker_id', 'hand_in_id', 'verdict', 'final'])
    .where('work_id', '=', check.workId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (
    last?.final === true &&
    last.checker_id === caller.accountId &&
    last.hand_in_id === check.handIn &&
    last.verdict === check.verdict
  )
}

async function keepCheck(
  tx: Tx,
  caller: Caller,
  { workId, handIn, verdict, note }: CheckedWork,
  { reason, final }: { reason: string; final: boolean },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('work_checks')
    .values({
      work_id: workId,
      hand_in_id: handIn,
      checker_id: caller.accountId,
      verdict,
      final,
      reason,
      note: note.trim(),
      decided_at: now,
    })
    .execute()
  await tx.deleteFrom('check_drafts').where('work_id', '=', workId).where('checker_id', '=', caller.accountId).execute()
}

async function keepRemarks(
  tx: Tx,
  caller: Caller,
  work: WorkToCheck,
  workers: readonly number[],
  remarks: CheckDraft['remarks'],
  now: Date,
): Promise<void> {
  const rows = workers.flatMap((worker) =>
    remarks.map(({ field, text }) => ({
      account_id: worker,
      stage_id: work.stage_id,
      hand_in_id: work.hand_in_id,
      field,
      text: text.trim(),
      created_by: caller.accountId,
      created_at: now,
    })),
  )
  if (rows.length > 0) await tx.insertInto('stage_remarks').values(rows).execute()
}

async function extend(
  tx: Tx,
  caller: Caller,
  stageId: number,
  people: readonly number[],
  until: Date,
  now: Date,
): Promise<void> {
  if (people.length === 0) return
  await tx
    .insertInto('stage_extensions')
    .values(
      people.map((person) => ({
        stage_id: stageId,
        account_id: person,
        closes_at: until,
        reason: 'Работа возвращена на доработку',
        granted_by: caller.accountId,
        granted_at: now,
      })),
    )
    .execute()
}
