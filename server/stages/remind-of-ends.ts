import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { firstNamesFor } from '#server/messages/notifications/first-names.ts'
import { messagePerson } from '#server/messages/notifications/message-person.ts'
import type { Services } from '#server/services.ts'
import { filled, letterText } from '#shared/messages/letters/letters.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import type { StageStatus } from '#shared/stages/status.ts'
import { endsBetween } from '#shared/stages/window.ts'
import { isWorkable, type OneStage, oneStage } from './one-stage.ts'
import { endsWithWhole } from './parts.ts'
import type { SeasonStage } from './season.ts'
import { sweepDue } from './sweep-due.ts'

const hour = 3_600_000
/** People are reminded this long before the end, or when the stage opens for them, if that is later. */
const ahead = 24 * hour
/** With less time left a reminder is of no use. */
const tooLate = hour
/** After this time a person who cannot work at the stage yet is checked again, and the stage for new people. */
const anotherLook = 6 * hour

interface Look {
  due_at: Date | null
  told_end?: Date
}

/** Statuses after which the person may still have to work. */
const notYet: readonly StageStatus[] = ['wait', 'processing', 'interrupted']

/**
 * Reminds everybody whose stage ends within a day, who may still hand in and has not, and returns how many. Only due
 * rows are read: each stage a day before its first end, each person a day before their own end.
 */
export function remindOfEnds(services: Services): Promise<number> {
  const now = services.clock()
  return sweepDue(services, 'deadline_looks', now, (tx, id) => look(tx, services, id, now))
}

/** Looks at one row; returns whether a person was reminded. */
async function look(tx: Tx, services: Services, id: number, now: Date): Promise<boolean> {
  const due = await tx
    .selectFrom('deadline_looks')
    .select(['stage_id', 'account_id', 'told_end'])
    .where('id', '=', id)
    .where('due_at', '<=', now)
    .forUpdate()
    // Another process is working on it.
    .skipLocked()
    .executeTakeFirst()
  if (!due) return false
  const next =
    due.account_id === null
      ? await lookAtStage(tx, services, due.stage_id, now)
      : await lookAtPerson(tx, services, { accountId: due.account_id, stageId: due.stage_id, told: due.told_end }, now)
  await tx.updateTable('deadline_looks').set(next).where('id', '=', id).execute()
  return next.told_end !== undefined
}

/** From a day before the first end, adds the people who have handed in nothing. After the last one, removes them. */
async function lookAtStage(tx: Tx, { seasons }: Services, stageId: number, now: Date): Promise<Look> {
  const code = await seasons.codeOf(tx, stageId)
  const stage = code === null ? undefined : (await seasons.of(tx, code))?.byId.get(stageId)
  const ends = stage?.published && asksWork(stage) ? endsBetween(stage) : null
  if (!stage || !ends || ends.last <= now) {
    await tx
      .deleteFrom('deadline_looks')
      .where('stage_id', '=', stageId)
      .where('account_id', 'is not', null)
      .where('due_at', 'is', null)
      .execute()
    return { due_at: null }
  }
  const first = before(ends.first)
  if (now < first) return { due_at: first }
  await addPeople(tx, stage, now)
  return { due_at: after(now) }
}

/** A hand-in or a decision from before the stage was reopened does not count. */
async function addPeople(tx: Tx, { id, competitionCode, tracks, reopenings }: SeasonStage, now: Date): Promise<void> {
  const reopened = reopenings.findLast(({ at }) => at <= now)?.at ?? null
  const settled = sql`greatest(f.submitted_at, f.passed_at, f.failed_at)`
  await sql`
    insert into deadline_looks (stage_id, account_id, due_at)
    select ${id}, p.account_id, ${now}::timestamptz
    from participations p left join stage_facts f on f.account_id = p.account_id and f.stage_id = ${id}
    where p.competition_code = ${competitionCode} and p.disqualified_at is null and p.withdrawn_at is null
      and (cardinality(${tracks}::text[]) = 0 or p.track_code = any(${tracks}::text[]))
      and coalesce(${settled} < ${reopened}::timestamptz, ${settled} is null)
    on conflict do nothing`.execute(tx)
}

/** Decides whether this person is reminded now. */
async function lookAtPerson(
  tx: Tx,
  services: Services,
  { accountId, stageId, told }: { accountId: number; stageId: number; told: Date | null },
  now: Date,
): Promise<Look> {
  const stage = await oneStage(tx, services.seasons, accountId, { stageId }, now).catch((fault: unknown) => {
    if (fault instanceof Refusal) return null
    throw fault
  })
  const { closesAt, opensAt } = stage?.state.window ?? { closesAt: null, opensAt: null }
  if (!stage || !asksWork(stage.row) || closesAt === null) return { due_at: null }
  if (now < before(closesAt)) return { due_at: before(closesAt) }
  if (closesAt.getTime() - now.getTime() < tooLate || !isNews(closesAt, told)) return { due_at: null }
  if (mayHandIn(stage)) {
    await remind(tx, services, accountId, stage, closesAt)
    return { due_at: null, told_end: closesAt }
  }
  if (!notYet.includes(stage.state.status)) return { due_at: null }
  return { due_at: opensAt !== null && opensAt > now && opensAt < after(now) ? opensAt : after(now) }
}

const before = (end: Date) => new Date(end.getTime() - ahead)
const after = (now: Date) => new Date(now.getTime() + anotherLook)

const asksWork = (stage: SeasonStage) => !endsWithWhole(stage) && Boolean(stage.kind?.work ?? stage.kind?.whole)

/** An end is notified again if it is earlier, or so much later that the person may have put the work off. */
const isNews = (end: Date, told: Date | null) => told === null || end < told || end.getTime() - told.getTime() >= ahead

const mayHandIn = (stage: OneStage) =>
  isWorkable(stage) || (stage.state.status === 'interrupted' && stage.facts.submittedAt === null)

async function remind(tx: Tx, services: Services, accountId: number, stage: OneStage, end: Date): Promise<void> {
  const { row, all } = stage
  const letter = letterText(all.season.letters, 'deadline')
  const values = { этап: row.title, конкурс: all.season.title, срок: showDateTime(end) }
  const title = filled(letter.title, values)
  const names = await firstNamesFor(tx, letter, [accountId])
  const text = filled(letter.text, { ...values, имя: names.get(accountId) ?? '' })
  const track = all.person.track === null ? '' : `/${all.person.track}`
  const link = { path: `/${row.competitionCode}${track}`, words: 'Открыть этапы' }
  await messagePerson(tx, services, accountId, { kind: 'deadlines', title, text, link, sms: title })
}
