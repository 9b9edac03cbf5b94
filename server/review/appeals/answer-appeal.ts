import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { messagePerson } from '#server/messages/notifications/message-person.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import { judgesBlind, mayCheckWork } from '#server/review/checking/desk-access.ts'
import { workToCheck } from '#server/review/checking/store.ts'
import { refuseStopped } from '#server/review/judging/stopped.ts'
import type { Services } from '#server/services.ts'
import { fingerprintOf } from '#server/stages/idempotency.ts'
import { lockStage } from '#server/stages/one-stage.ts'
import { settleAndTell } from '#server/stages/settle.ts'
import { workersOf } from '#server/stages/work-owner.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { tookPart } from './appeal-answerers.ts'

const isOwn = ({ accountId }: Caller) => tookPart(sql<number>`${accountId}::int`)

const shownAppeals = 100
/** A pool never gives one work to more participants than this. */
const shownPeers = 100

/** The appeals about current hand-ins that nobody has answered, of the works that the caller may check. */
export async function listAppeals({ db }: Services, caller: Caller) {
  const { rows } = await sql<{
    work_id: number
    name: string
    stage_title: string
    competition_code: string
    competition_title: string
    filed_at: Date
    may_answer: boolean
  }>`
    select p.work_id, p.filed_at, about.*
    from appeals p
    cross join lateral (
      select concat_ws(' ', a.last_name, a.first_name, a.middle_name) as name, s.title as stage_title,
        c.code as competition_code, c.title as competition_title, not ${isOwn(caller)} as may_answer
      from works w
      join stages s on s.id = w.stage_id
      join competitions c on c.code = s.competition_code
      join accounts a on a.id = p.account_id
      join stage_decisions d on d.id = p.decision_id
      where w.id = p.work_id and w.hand_in_id = p.hand_in_id and ${mayCheckWork(caller)} and not ${judgesBlind(caller)}
      -- One appeal after another, in the order of their index, until there are enough.
      offset 0
    ) as about
    where p.answered_at is null
    order by p.filed_at, p.id limit ${shownAppeals}`.execute(db)
  return { appeals: rows.map(({ filed_at, ...appeal }) => ({ ...appeal, filed_at: formatWire(filed_at) })) }
}

/** The appeal about a work, with the evidence for the decision. */
export async function readAppeal({ db }: Services, caller: Caller, workId: number) {
  if (!(await workToCheck(db, caller, workId))) throw new Refusal('work_not_found')
  const found = await appealOf(db, caller, workId)
  if (!found) return { appeal: null }
  return {
    appeal: {
      ...(await evidenceOf(db, workId, found)),
      may_answer: found.may_answer,
      answer:
        found.outcome === null || found.answered_at === null
          ? null
          : {
              outcome: found.outcome,
              text: found.answer ?? '',
              answered_at: formatWire(found.answered_at),
              by: found.answered_name,
            },
    },
  }
}

/** What the answer is decided on. */
async function evidenceOf(db: Db | Tx, workId: number, found: Found) {
  const readings = await db
    .selectFrom('readings as r')
    .innerJoin('accounts as a', 'a.id', 'r.judge_id')
    .select(['a.last_name', 'a.first_name', 'a.middle_name', 'r.total', 'r.comment', 'r.note', 'r.for_appeal'])
    .where('r.work_id', '=', workId)
    .where('r.hand_in_id', '=', found.hand_in_id)
    .where('r.done_at', 'is not', null)
    .orderBy('r.id')
    .execute()
  const peers = await db
    .selectFrom('peer_tasks')
    .select(['total', 'comment'])
    .where('work_id', '=', workId)
    .where('hand_in_id', '=', found.hand_in_id)
    .where('done_at', 'is not', null)
    .orderBy('total', 'desc')
    .orderBy('id')
    .limit(shownPeers)
    .execute()
  const evidence = {
    text: found.text,
    filed_at: formatWire(found.filed_at),
    name: found.name,
    test_id: found.test_id,
    decision: {
      outcome: found.decided,
      reason: found.decision_reason,
      by: found.decided_name,
      published_at: formatWire(found.published_at),
    },
    readings: readings.map(({ total, comment, note, for_appeal, ...name }) => ({
      name: formalName(name),
      total: total ?? 0,
      comment,
      note,
      for_appeal,
    })),
    peers: peers.map(({ total, comment }) => ({ total: total ?? 0, comment: comment ?? '' })),
  }
  return { ...evidence, fingerprint: fingerprintOf(evidence) }
}

interface AppealAnswer {
  workId: number
  outcome: 'kept' | 'passed' | 'failed'
  text: string
  /** Of the evidence that the person has read. */
  fingerprint: string
}

/**
 * Answers an appeal. The decision stays, or a new one is made and published with the answer as its reason. The new
 * decision about a team is for everybody who is in the team now.
 */
export async function answerAppeal(
  services: Services,
  caller: Caller,
  { workId, outcome, text: sent, fingerprint }: AppealAnswer,
) {
  const { db, seasons, clock } = services
  const text = sent.trim()
  if (text === '')
    throw new Refusal('form_invalid', { fields: { text: { rule: 'required', message: 'Объясните ответ' } } })
  await db.transaction().execute(async (tx) => {
    const now = clock()
    const work = await workToCheck(tx, caller, workId)
    if (!work) throw new Refusal('work_not_found')
    const { stage_id: stageId, team_id: teamId } = work
    const workers = await workersOf(tx, { stageId, accountId: work.account_id ?? 0, teamId })
    // The locking order of a hand-in: facts first, then the work.
    for (const worker of workers) await lockStage(tx, seasons, worker, { stageId }, now)
    await tx.selectFrom('works').select('id').where('id', '=', workId).forNoKeyUpdate().execute()
    const appeal = await appealOf(tx, caller, workId)
    if (!appeal) throw new Refusal((await wasFiled(tx, workId)) ? 'work_changed' : 'appeal_not_found')
    if (appeal.answered_at !== null) throw new Refusal('appeal_answered')
    if (!appeal.may_answer) throw new Refusal('appeal_own')
    if ((await evidenceOf(tx, workId, appeal)).fingerprint !== fingerprint) throw new Refusal('appeal_changed')
    if (outcome === appeal.decided)
      throw new Refusal('form_invalid', {
        fields: { outcome: { rule: 'changed', message: 'Такое решение уже принято. Оставьте его или примите другое' } },
      })
    if (outcome !== 'kept') await refuseStopped(tx, [workId], outcome)
    await tx
      .updateTable('appeals')
      .set({ outcome, answer: text, answered_by: caller.accountId, answered_at: now })
      .where('id', '=', appeal.id)
      .execute()
    if (outcome === 'kept')
      await messagePerson(tx, services, appeal.account_id, {
        kind: 'stages',
        title: `Апелляция рассмотрена: решение об этапе ${quoted(work.title)} осталось прежним`,
        text,
        link: { path: `/${work.competition_code}`, words: 'Открыть этапы' },
      })
    else {
      const decision = { accountIds: workers, stageId, outcome, reason: `По апелляции: ${text}` }
      await settleAndTell(tx, services, { ...decision, decidedBy: caller.accountId })
    }
    const stage = await tx.selectFrom('stages').select('code').where('id', '=', stageId).executeTakeFirstOrThrow()
    await recordAudit(tx, {
      actorId: caller.accountId,
      action: 'appeal_answered',
      subject: `stage:${work.competition_code}/${stage.code}`,
      detail: {
        competition: work.competition_code,
        stage: stage.code,
        changes: [{ field: 'appeal', title: `Участник ID ${appeal.test_id}: ${outcomeWords[outcome]}` }],
      },
    })
  })
  return readAppeal(services, caller, workId)
}

const outcomeWords = { kept: 'решение осталось', passed: 'новое решение: пройден', failed: 'новое решение: не пройден' }

/** Whether an appeal was filed about this work, be it about an earlier hand-in. */
const wasFiled = async (tx: Tx, workId: number): Promise<boolean> =>
  (await tx.selectFrom('appeals').select('id').where('work_id', '=', workId).executeTakeFirst()) !== undefined

type Found = NonNullable<Awaited<ReturnType<typeof appealOf>>>

/** The appeal about the current hand-in, with the decision that held until its answer, which may be a later one. */
async function appealOf(db: Db | Tx, caller: Caller, workId: number) {
  const { rows } = await sql<{
    id: number
    account_id: number
    hand_in_id: number
    text: string
    filed_at: Date
    outcome: 'kept' | 'passed' | 'failed' | null
    answer: string | null
    answered_at: Date | null
    answered_name: string | null
    name: string
    test_id: number
    decided: 'passed' | 'failed'
    decision_reason: string
    decided_name: string | null
    published_at: Date
    may_answer: boolean
  }>`
    select p.id, p.account_id, p.hand_in_id, p.text, p.filed_at, p.outcome, p.answer, p.answered_at,
      concat_ws(' ', a.last_name, a.first_name, a.middle_name) as name, a.test_id,
      n.outcome as decided, n.reason as decision_reason, n.published_at,
      case when b.id is not null then concat_ws(' ', b.first_name, b.last_name) end as decided_name,
      case when o.id is not null then concat_ws(' ', o.first_name, o.last_name) end as answered_name,
      not ${isOwn(caller)} as may_answer
    from appeals p
    join works w on w.id = p.work_id and w.hand_in_id = p.hand_in_id
    join accounts a on a.id = p.account_id
    join stage_decisions d on d.id = p.decision_id
    join lateral (
      select outcome, reason, published_at, decided_by from stage_decisions
      where account_id = d.account_id and stage_id = d.stage_id and outcome <> 'returned'
        and published_at >= d.published_at and (id = d.id or p.answered_at is null or published_at < p.answered_at)
      order by published_at desc, id desc limit 1
    ) n on true
    left join accounts b on b.id = n.decided_by
    left join accounts o on o.id = p.answered_by
    where p.work_id = ${workId}`.execute(db)
  return rows[0] ?? null
}
