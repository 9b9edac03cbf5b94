import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { archiveOf } from '#server/platform/documents/archive-of.ts'
import { wordType } from '#server/platform/documents/word-type.ts'
import { inThread } from '#server/platform/jobs/in-thread.ts'
import type { Services } from '#server/services.ts'
import { settingsAt } from '#server/stages/kind.ts'
import { oneStage } from '#server/stages/one-stage.ts'
import { orderOf } from '#server/stages/readings.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { parseDate, showCalendarDate } from '#shared/platform/time/moscow.ts'
import { publicLessonKind } from '#shared/programme/public_lesson/contract.ts'
import { personsParts } from './lesson-parts.ts'
import { lessonStage } from './lesson-stage.ts'
import { dayOf } from './plan-faults.ts'

/** The person's own certificate, once the report is accepted. */
export async function downloadCertificate(services: Services, accountId: number, stageId: number) {
  const { db, seasons, clock } = services
  const stage = await oneStage(db, seasons, accountId, { stageId }, clock())
  const { report } = personsParts(stage)
  if (report.facts.passedAt === null) throw new Refusal('not_found')
  return certificates(db, stage.row, report.row.id, accountId)
}

/** The certificates of everybody whose report is accepted: a document, or for many an archive of documents. */
export async function downloadCertificates(services: Services, place: { competition: string; code: string }) {
  const { whole, parts } = await lessonStage(services, place)
  if (!parts) throw new Refusal('not_found')
  return certificates(services.db, whole, parts.report.id)
}

/** A document with more would take very long to open. */
const perDocument = 200

async function certificates(db: Db, whole: SeasonStage, reportId: number, accountId?: number) {
  const people = await orderOf(
    db,
    sql`
      select l.account_id as id from lessons l
      join accounts a on a.id = l.account_id
      join stage_facts f on f.account_id = l.account_id and f.stage_id = ${reportId}
      where l.stage_id = ${whole.id} and f.passed_at is not null
        ${accountId === undefined ? sql`` : sql`and l.account_id = ${accountId}`}
      order by a.last_name, a.first_name, a.id`,
  )
  if (people.count === 0) throw new Refusal('not_found')
  const { title } = await db
    .selectFrom('competitions')
    .select('title')
    .where('code', '=', whole.competitionCode)
    .executeTakeFirstOrThrow()
  const words = { competition: title, text: settingsAt(publicLessonKind, whole).certificate_text }
  const part = (at: number) =>
    documentOf(db, whole.id, words, people.page({ limit: perDocument, offset: at * perDocument }))
  const name = `lesson-${whole.code}`
  if (people.count <= perDocument) {
    const body = await part(0)
    return { name: `${name}.docx`, type: wordType, body, size: body.length }
  }
  return {
    name: `${name}.zip`,
    type: 'application/zip',
    body: archiveOf(
      Array.from({ length: Math.ceil(people.count / perDocument) }, (_none, at) => ({
        name: `Сертификаты ${at + 1}.docx`,
        made: () => part(at),
      })),
    ),
  }
}

/** The certificates of these people, in their order. */
async function documentOf(
  db: Db,
  stageId: number,
  words: { competition: string; text: string },
  ids: readonly number[],
): Promise<Buffer> {
  const rows = await db
    .selectFrom('lessons as l')
    .innerJoin('accounts as a', 'a.id', 'l.account_id')
    .select(['a.id', 'a.first_name', 'a.last_name', 'a.middle_name', 'l.topic', 'l.school', 'l.held_on', 'l.starts_at'])
    .select('l.listeners')
    .where('l.stage_id', '=', stageId)
    .where('a.id', 'in', [...ids])
    .execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  const made = ids.flatMap((id) => {
    const row = known.get(id)
    if (!row) return []
    const { topic, school, held_on, starts_at, listeners, id: _id, ...name } = row
    const day = parseDate(held_on ?? dayOf(starts_at))
    return [{ person: formalName(name), topic, school, listeners, day: day ? showCalendarDate(day) : '' }]
  })
  return Buffer.from(await inThread<Uint8Array>(new URL('./certificate-worker.ts', import.meta.url), { words, made }))
}
