import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { messagePerson } from '#server/messages/notifications/message-person.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import { mayCheckPerson } from '#server/review/checking/desk-access.ts'
import type { Services } from '#server/services.ts'
import { settingsAt } from '#server/stages/kind.ts'
import { lockStage, type OneStage, oneStage } from '#server/stages/one-stage.ts'
import { recordAtStage } from '#server/stages/record-at-stage.ts'
import { settleAndTell } from '#server/stages/settle.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { formatWire, parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { publicLessonKind } from '#shared/programme/public_lesson/contract.ts'
import { personsParts } from './lesson-parts.ts'
import { mayCancel, readLesson } from './read-lesson.ts'

const dayMs = 24 * 3_600_000

/** Reports that the school has cancelled the lesson. A second report before the answer to the first changes nothing. */
export async function askForMoreTime(services: Services, accountId: number, stageId: number, reason: string) {
  const { db, seasons } = services
  if (reason.trim() === '')
    throw new Refusal('form_invalid', {
      fields: { reason: { rule: 'required', message: 'Напишите, что случилось и кто сообщил об отмене' } },
    })
  await seasons.ready(db, { stageId })
  await db.transaction().execute(async (tx) => {
    const stage = await lockLesson(tx, services, accountId, stageId)
    if (!mayCancel(stage)) throw new Refusal('cancellation_unavailable')
    await tx
      .insertInto('lesson_cancellations')
      .values({ stage_id: stageId, account_id: accountId, reason: reason.trim(), asked_at: services.clock() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  return readLesson(services, accountId, stageId)
}

interface Row {
  id: number
  stage_id: number
  account_id: number
  reason: string
  asked_at: Date
  decided_at: Date | null
  test_id: number
  first_name: string
  last_name: string
  middle_name: string | null
  region: string | null
  school: string
  starts_at: Date
  competition_code: string
  competition_title: string
}

/** A condition: the caller checks the plan or the report of the lesson, and the person is from the caller's regions. */
const mayAnswer = (caller: Caller) => sql`exists (
  select from stages s where s.parent_id = w.stage_id and s.type in ('lesson_plan', 'lesson_report')
    and ${mayCheckPerson(caller)})`

const rowsOf = (caller: Caller, which: ReturnType<typeof sql>) => sql<Row>`
  select w.id, w.stage_id, w.account_id, w.reason, w.asked_at, w.decided_at, a.test_id, a.first_name, a.last_name,
    a.middle_name, d.value as region, l.school, l.starts_at, c.code as competition_code, c.title as competition_title
  from lesson_cancellations w
  join lessons l on l.stage_id = w.stage_id and l.account_id = w.account_id
  join stages o on o.id = w.stage_id
  join competitions c on c.code = o.competition_code
  join accounts a on a.id = w.account_id
  left join participations p on p.account_id = w.account_id and p.competition_code = c.code
  left join dictionary_items d on d.dict = 'regions' and d.id = p.region
  where ${which} and ${mayAnswer(caller)}
  order by w.asked_at, w.id`

/** The number of cancellations shown at once; the next ones appear as these are answered. */
const shown = 100

/** Cancellations that wait for an answer of the caller, the longest wait first. */
export async function listCancellations({ db, seasons, clock }: Services, caller: Caller) {
  const { rows } = await sql<Row>`${rowsOf(caller, sql`w.decided_at is null`)} limit ${shown}`.execute(db)
  const now = clock()
  const cancellations = []
  for (const row of rows) {
    const stage = (await seasons.known(db, row.competition_code))?.byId.get(row.stage_id)
    if (!stage) continue
    const { more_days: days } = settingsAt(publicLessonKind, stage)
    const from = Math.max(Number(now), Number(stage.closesAt))
    cancellations.push({
      cancellation_id: row.id,
      stage_title: stage.title,
      competition_code: row.competition_code,
      competition_title: row.competition_title,
      author: { test_id: row.test_id, name: formalName(row) },
      region: row.region,
      school: row.school,
      starts_at: formatWire(row.starts_at),
      reason: row.reason,
      asked_at: formatWire(row.asked_at),
      ends_at: stage.closesAt && formatWire(stage.closesAt),
      offered: formatWire(new Date(from + days * dayMs)).slice(0, 16),
    })
  }
  return { cancellations }
}

interface CancellationAnswer {
  confirmed: boolean
  closesAt: string
  words: string
}

/**
 * Confirms a cancellation: the lesson stays open for this person until the new end, and the plan is returned for
 * another day or school. Or declines it with the reason.
 */
export async function answerCancellation(
  services: Services,
  caller: Caller,
  cancellationId: number,
  answer: CancellationAnswer,
) {
  const { db, seasons } = services
  const { rows } = await rowsOf(caller, sql`w.id = ${cancellationId}`).execute(db)
  const [found] = rows
  if (!found) throw new Refusal('cancellation_not_found')
  await seasons.ready(db, { stageId: found.stage_id })
  return db.transaction().execute((tx) => answerIn(tx, services, caller, found, answer))
}

async function answerIn(
  tx: Tx,
  services: Services,
  caller: Caller,
  { id, stage_id: stageId, account_id: accountId, reason }: Row,
  { confirmed, closesAt, words }: CancellationAnswer,
) {
  const now = services.clock()
  const stage = await lockLesson(tx, services, accountId, stageId)
  const waits = await tx
    .selectFrom('lesson_cancellations')
    .select('decided_at')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (waits?.decided_at !== null) throw new Refusal('cancellation_decided')
  if (confirmed && !mayCancel(stage)) throw new Refusal('cancellation_unavailable')
  const end = confirmed ? endIn(closesAt, stage.state.window.closesAt, now) : null
  if (!confirmed && words.trim() === '')
    throw new Refusal('form_invalid', {
      fields: { answer: { rule: 'required', message: 'Напишите участнику почему' } },
    })
  const recordAnswer = (after: string) =>
    recordAtStage(tx, {
      ...{ actorId: caller.accountId, action: 'lesson_cancellation_answered', stageId, personId: accountId },
      subject: `lesson_cancellation:${id}`,
      changes: [{ field: 'answer', title: 'Отмена урока', before: 'ждёт ответа', after }],
    })
  await tx
    .updateTable('lesson_cancellations')
    .set({ decided_at: now, decided_by: caller.accountId, closes_at: end, answer: words.trim() })
    .where('id', '=', id)
    .execute()
  const { title } = stage.row
  if (end === null) {
    const text = `${words.trim()} Срок остаётся прежним.`
    await tell(tx, services, accountId, stage.row.competitionCode, `Отмену урока ${quoted(title)} не подтвердили`, text)
    await recordAnswer('отмена не подтверждена')
    return { closes_at: null }
  }
  await tx
    .insertInto('stage_extensions')
    .values({
      stage_id: stageId,
      account_id: accountId,
      closes_at: end,
      reason: `Школа отменила урок: ${reason}`,
      granted_by: caller.accountId,
      granted_at: now,
    })
    .execute()
  // The day at the school is free again.
  await tx
    .updateTable('lessons')
    .set({ place_id: null })
    .where('stage_id', '=', stageId)
    .where('account_id', '=', accountId)
    .execute()
  const text = [
    words.trim(),
    `Школа отменила урок. Выберите другой день или другую школу и сдайте план заново. Ваш срок — до ${showDateTime(end)} по Москве.`,
  ]
    .filter(Boolean)
    .join(' ')
  const decision = { stageId: personsParts(stage).plan.row.id, outcome: 'returned' as const, reason: text }
  await settleAndTell(tx, services, { ...decision, accountIds: [accountId], decidedBy: caller.accountId })
  await recordAnswer(`срок до ${formatWire(end)}`)
  return { closes_at: formatWire(end) }
}

/** The lesson of a person, with the facts of its plan and its report locked. */
async function lockLesson(tx: Tx, { seasons, clock }: Services, accountId: number, stageId: number): Promise<OneStage> {
  const now = clock()
  const { plan, report } = personsParts(await oneStage(tx, seasons, accountId, { stageId }, now))
  for (const { row } of [plan, report]) await lockStage(tx, seasons, accountId, { stageId: row.id }, now)
  return oneStage(tx, seasons, accountId, { stageId }, now)
}

/** The new end, which must be later than the one that the person has. */
function endIn(wanted: string, present: Date | null, now: Date): Date {
  const end = parseWire(wanted)
  const message = !end
    ? 'Укажите новый срок'
    : end <= now || (present !== null && end <= present)
      ? 'Новый срок должен быть позже прежнего'
      : null
  if (!end || message)
    throw new Refusal('form_invalid', { fields: { closes_at: { rule: 'min_value', message: message ?? '' } } })
  return end
}

const tell = (tx: Tx, services: Services, accountId: number, code: string, title: string, text: string) =>
  messagePerson(tx, services, accountId, {
    kind: 'stages',
    title,
    text,
    link: { path: `/${code}`, words: 'Открыть этапы' },
  })
