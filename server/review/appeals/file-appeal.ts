import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { messagePeople, messagePerson } from '#server/messages/notifications/message-person.ts'
import { notify } from '#server/messages/notifications/notify.ts'
import { nameJudge } from '#server/review/judging/name-further-judge.ts'
import { judgingOf } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import { lockStage, type OneStage, oneStage } from '#server/stages/one-stage.ts'
import { teamOf } from '#server/stages/person-stages.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { appealAnswerers } from './appeal-answerers.ts'

const dayMs = 24 * 3_600_000

/** Until when the person may appeal, and the appeal about the current hand-in. */
export async function readOwnAppeal({ db, seasons, clock }: Services, accountId: number, stageId: number) {
  const stage = await oneStage(db, seasons, accountId, { stageId }, clock())
  if (stage.all.person.door === null) throw new Refusal('stage_not_found')
  const found = await decidedWork(db, stage, accountId)
  if (!found) return { until: null, filed: null }
  const { until, text, filed_at, outcome, answer, answered_at } = found
  return {
    until: mayFile(found, clock()) && until ? formatWire(until) : null,
    filed:
      text === null || filed_at === null
        ? null
        : {
            text,
            filed_at: formatWire(filed_at),
            answer:
              outcome === null || answered_at === null
                ? null
                : { outcome, text: answer ?? '', answered_at: formatWire(answered_at) },
          },
  }
}

/** Files an appeal against the published decision. One member files it for a team. Repeating it changes nothing. */
export async function fileAppeal(services: Services, accountId: number, stageId: number, sent: string) {
  const { db, seasons, clock } = services
  const text = sent.trim()
  if (text === '')
    throw new Refusal('form_invalid', {
      fields: { text: { rule: 'required', message: 'Напишите, с чем вы не согласны' } },
    })
  await seasons.ready(db, { stageId })
  await db.transaction().execute(async (tx) => {
    const now = clock()
    const stage = await lockStage(tx, seasons, accountId, { stageId }, now)
    const found = await decidedWork(tx, stage, accountId)
    if (found && found.text === text) return
    if (!found || !mayFile(found, now)) throw new Refusal('appeal_unavailable')
    // The person has not read the decision that was made while this waited.
    if (found.published_at > now) throw new Refusal('changed_meanwhile')
    const { work_id, hand_in_id, decision_id } = found
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('appeals')
      .values({ work_id, hand_in_id, decision_id, account_id: accountId, text, filed_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    // Another member of the team has filed an appeal in the meantime.
    if (numInsertedOrUpdatedRows === 0n) throw new Refusal('appeal_unavailable')
    await notify(
      tx,
      accountId,
      {
        kind: 'stages',
        title: 'Апелляция принята',
        text: `Апелляцию на решение об этапе ${quoted(stage.row.title)} рассмотрит другой человек, не тот, кто решал. Ответ придёт сюда и на страницу этапа.`,
        payload: '',
      },
      now,
    )
    await askExpert(tx, services, stage, found)
    const people = await appealAnswerers(tx, { work: work_id, decision: decision_id })
    await messagePeople(
      tx,
      services,
      people.map((person) => ({
        accountId: person,
        text: `Этап ${quoted(stage.row.title)}: участник не согласен с решением. Ответить может тот, кто сам не решал об этой работе.`,
      })),
      {
        kind: 'stages',
        title: 'Подана апелляция, ответ за вами',
        link: { path: `/desk/works/${work_id}`, words: 'Открыть апелляцию' },
      },
    )
  })
  return readOwnAppeal(services, accountId, stageId)
}

/**
 * Where participants have assessed the work, an expert reads it once more to help with the answer. The expert has
 * neither marked the work nor decided about it. Without such an expert, or where experts do not read at this stage, the
 * appeal is answered without one.
 */
async function askExpert(tx: Tx, services: Services, { row }: OneStage, { work_id: work, decided_by }: DecidedWork) {
  const pooled = await tx.selectFrom('peer_pool').select('work_id').where('work_id', '=', work).executeTakeFirst()
  if (!pooled || ((await judgingOf(tx, row.id))?.state ?? 'setup') === 'setup') return
  const expert = await nameJudge(tx, { stageId: row.id, work, forAppeal: { decidedBy: decided_by } }, services.clock())
  if (expert === null) return
  await messagePerson(tx, services, expert, {
    kind: 'stages',
    title: 'Прочитайте работу по апелляции',
    text: `Этап ${quoted(row.title)}: автор не согласен с оценками участников. Ваша оценка поможет ответить.`,
    link: { path: `/desk/judging/${row.id}`, words: 'Открыть работы' },
  })
}

interface DecidedWork {
  work_id: number
  hand_in_id: number
  decision_id: number
  decided_by: number | null
  published_at: Date
  /** Null where the stage takes no appeals. */
  until: Date | null
  text: string | null
  filed_at: Date | null
  outcome: 'kept' | 'passed' | 'failed' | null
  answer: string | null
  answered_at: Date | null
}

const mayFile = ({ text, until }: DecidedWork, now: Date): boolean => text === null && until !== null && now <= until

/** The person's work with the published decision about its last hand-in; null without such a decision. */
async function decidedWork(db: Db | Tx, stage: OneStage, accountId: number): Promise<DecidedWork | null> {
  const teamId = stage.row.kind?.contract.work === 'team' ? (teamOf(stage.all)?.id ?? null) : null
  const { rows } = await sql<Omit<DecidedWork, 'until'> & { appeal_days: number | null }>`
    select w.id as work_id, w.hand_in_id, d.id as decision_id, d.decided_by, d.published_at, r.appeal_days,
      p.text, p.filed_at, p.outcome, p.answer, p.answered_at
    from works w
    join hand_ins h on h.id = w.hand_in_id
    join lateral (
      select id, outcome, published_at, decided_by from stage_decisions
      where account_id = ${accountId} and stage_id = w.stage_id and published_at >= h.arrived_at
      order by published_at desc, id desc limit 1
    ) d on d.outcome <> 'returned'
    left join stage_reviews r on r.stage_id = w.stage_id
    left join appeals p on p.work_id = w.id and p.hand_in_id = w.hand_in_id
    where w.stage_id = ${stage.row.id} and (w.account_id = ${accountId} or w.team_id = ${teamId}::int)`.execute(db)
  const [row] = rows
  if (!row) return null
  const { appeal_days: days, ...work } = row
  return { ...work, until: days === null ? null : new Date(work.published_at.getTime() + days * dayMs) }
}
