import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Db } from '#server/db.ts'
import { wordType } from '#server/platform/documents/word-type.ts'
import { inThread } from '#server/platform/jobs/in-thread.ts'
import type { Services } from '#server/services.ts'
import { settingsAt } from '#server/stages/kind.ts'
import { oneStage } from '#server/stages/one-stage.ts'
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
  const people = await db
    .selectFrom('lessons as l')
    .innerJoin('accounts as a', 'a.id', 'l.account_id')
    .innerJoin('stage_facts as f', 'f.account_id', 'l.account_id')
    .select('a.id')
    .where('l.stage_id', '=', whole.id)
    .where('f.stage_id', '=', reportId)
    .where('f.passed_at', 'is not', null)
    .$if(accountId !== undefined, (query) => query.where('l.account_id', '=', accountId ?? 0))
    .orderBy('a.last_name')
    .orderBy('a.first_name')
    .orderBy('a.id')
    .execute()
  if (people.length === 0) throw new Refusal('not_found')
  const { title } = await db
    .selectFrom('competitions')
    .select('title')
    .where('code', '=', whole.competitionCode)
    .executeTakeFirstOrThrow()
  const words = { competition: title, text: settingsAt(publicLessonKind, whole).certificate_text }
  const parts = Array.from({ length: Math.ceil(people.length / perDocument) }, (_none, at) =>
    people.slice(at * perDocument, (at + 1) * perDocument).map(({ id }) => id),
  )
  const name = `lesson-${whole.code}`
  if (parts[0] && parts.length === 1) {
    const body = await documentOf(db, whole.id, words, parts[0])
    return { name: `${name}.docx`, type: wordType, body, size: body.length }
  }
  return {
    name: `${name}.zip`,
    type: 'application/zip',
    body: archiveOf(parts, (ids) => documentOf(db, whole.id, words, ids)),
  }
}

/** A document is made when the one before it has been sent. */
function archiveOf(parts: readonly number[][], made: (ids: readonly number[]) => Promise<Buffer>): Readable {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  zip.on('error', (fault) => out.destroy(fault))
  // Documents are archives already.
  for (const [at, ids] of parts.entries())
    zip.addReadStreamLazy(`Сертификаты ${at + 1}.docx`, { compress: false }, (pass) => {
      made(ids).then(
        (bytes) => pass(null, Readable.from([bytes])),
        (fault) => pass(fault, Readable.from([])),
      )
    })
  zip.end()
  return out
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
