import type { Db } from '#server/db.ts'
import { wordType } from '#server/platform/documents/word-type.ts'
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

/** The certificates of everybody whose report is accepted, in one document. */
export async function downloadCertificates(services: Services, place: { competition: string; code: string }) {
  const { whole, parts } = await lessonStage(services, place)
  if (!parts) throw new Refusal('not_found')
  return certificates(services.db, whole, parts.report.id)
}

async function certificates(db: Db, whole: SeasonStage, reportId: number, accountId?: number) {
  const rows = await db
    .selectFrom('lessons as l')
    .innerJoin('accounts as a', 'a.id', 'l.account_id')
    .innerJoin('stage_facts as f', 'f.account_id', 'l.account_id')
    .select(['a.first_name', 'a.last_name', 'a.middle_name', 'l.topic', 'l.school', 'l.held_on', 'l.starts_at'])
    .select('l.listeners')
    .where('l.stage_id', '=', whole.id)
    .where('f.stage_id', '=', reportId)
    .where('f.passed_at', 'is not', null)
    .$if(accountId !== undefined, (query) => query.where('l.account_id', '=', accountId ?? 0))
    .orderBy('a.last_name')
    .orderBy('a.first_name')
    .orderBy('a.id')
    .execute()
  if (rows.length === 0) throw new Refusal('not_found')
  const { title } = await db
    .selectFrom('competitions')
    .select('title')
    .where('code', '=', whole.competitionCode)
    .executeTakeFirstOrThrow()
  // The library for documents is large and rarely used, so it is loaded only here.
  const { certificateDocument } = await import('./certificate-document.ts')
  const body = await certificateDocument(
    { competition: title, text: settingsAt(publicLessonKind, whole).certificate_text },
    rows.map(({ topic, school, held_on, starts_at, listeners, ...name }) => {
      const day = parseDate(held_on ?? dayOf(starts_at))
      return { person: formalName(name), topic, school, listeners, day: day ? showCalendarDate(day) : '' }
    }),
  )
  return { name: `lesson-${whole.code}.docx`, type: wordType, body, size: body.length }
}
