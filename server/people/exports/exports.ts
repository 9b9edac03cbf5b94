import type { FastifyReply } from 'fastify'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { audienceInWords } from '#server/people/participants/among.ts'
import { audienceChoices, regionNames } from '#server/people/participants/choices.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { wordType } from '#server/platform/documents/word-type.ts'
import { workbookType } from '#server/platform/documents/workbook.ts'
import { sendAttachment } from '#server/platform/http/attachment.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import { seasonOf } from '#server/stages/stored-stage.ts'
import { exportDays, exportsShown, maxWaitingExports, maxWorksExported } from '#shared/people/exports/limits.ts'
import type { Audience } from '#shared/people/participants/audience.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { fullName } from '#shared/platform/names/full-name.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { columnsOf, setsOf } from './columns.ts'
import { stagesWithWorks } from './works-archive.ts'
import { openTable } from './write-export.ts'

const day = 24 * 3_600_000

type Asked = Audience & { format: 'xlsx' | 'csv'; columns: string[]; reason: string }

/** The columns and works that can be exported, and the exports with their downloads, the latest first. */
export async function listExports(services: Services, competition: string, how?: 'whole') {
  const { db, seasons, readings } = services
  const season = await seasonOf(db, seasons, competition)
  const columns = columnsOf(season)
  const titles = new Map(columns.map(({ id, title }) => [id, title]))
  const rows = await db
    .selectFrom('exports as e')
    .leftJoin('accounts as a', 'a.id', 'e.asked_by')
    .select(['e.id', 'e.asked_at', 'e.about', 'e.columns', 'e.reason', 'e.format', 'e.state', 'e.rows', 'e.done_at'])
    .select(['a.first_name', 'a.last_name'])
    .select((of) =>
      jsonArrayFrom(
        of
          .selectFrom('export_downloads as d')
          .leftJoin('accounts as b', 'b.id', 'd.account_id')
          .select(['b.first_name', 'b.last_name', 'd.at'])
          .whereRef('d.export_id', '=', 'e.id')
          .orderBy('d.id', 'desc')
          .limit(20),
      ).as('downloads'),
    )
    .where('e.competition_code', '=', competition)
    .where('e.protocol_id', 'is', null)
    .orderBy('e.id', 'desc')
    .limit(exportsShown)
    .$narrowType<{ format: 'xlsx' | 'csv' | 'zip' }>()
    .execute()
  const counted = await readings.figures(
    { competition, name: 'works to export', read: async (of) => ({ works: await stagesWithWorks(of, season) }) },
    how,
  )
  return {
    title: season.title,
    columns,
    sets: setsOf(columns),
    choices: await audienceChoices(services, season),
    as_of: counted.as_of,
    works: counted.works,
    exports: rows.map(({ asked_at, done_at, first_name, last_name, downloads, ...row }) => ({
      ...row,
      columns: row.columns.map((id) => titles.get(id) ?? id),
      asked_at: formatWire(asked_at),
      by: nameOf({ first_name, last_name }),
      until: row.state === 'ready' && done_at ? formatWire(new Date(done_at.getTime() + exportDays * day)) : null,
      downloads: downloads.map(({ at, ...person }) => ({ by: nameOf(person), at: formatWire(new Date(at)) })),
    })),
  }
}

const nameOf = ({ first_name, last_name }: { first_name: string | null; last_name: string | null }) =>
  fullName({ first_name: first_name ?? '', last_name: last_name ?? '' })

/** Orders a table. Numbers of documents need a reason, which is kept with the export. */
export async function askExport(
  services: Services,
  caller: Caller,
  competition: string,
  { format, columns, reason: given, ...audience }: Asked,
): Promise<void> {
  const { db, seasons } = services
  const season = await seasonOf(db, seasons, competition)
  if (audience.stage !== undefined && !season.byCode.has(audience.stage)) throw new Refusal('stage_not_found')
  const known = new Map(columnsOf(season).map((column) => [column.id, column]))
  const unknown = columns.filter((id) => !known.has(id))
  if (unknown.length > 0)
    throw new Refusal('form_invalid', {
      fields: { columns: { rule: 'unknown', message: `Такого столбца нет: ${unknown.join(', ')}` } },
    })
  const reason = given.trim()
  if (reason === '' && columns.some((id) => known.get(id)?.document))
    throw new Refusal('form_invalid', {
      fields: { reason: { rule: 'required', message: 'Напишите, зачем нужны номера документов' } },
    })
  const about = audienceInWords(season, await regionNames(services), audience)
  const detail = { format, columns, audience }
  await ask(
    services,
    caller,
    competition,
    { format, audience, about, columns, reason },
    { action: 'people_exported', detail },
  )
}

/** Orders the works of a stage, a document each. */
export async function askWorks(services: Services, caller: Caller, competition: string, code: string): Promise<void> {
  const season = await seasonOf(services.db, services.seasons, competition)
  const stage = (await stagesWithWorks(services.db, season)).find((each) => each.code === code)
  if (!stage) throw new Refusal('works_none')
  if (stage.works > maxWorksExported)
    throw new Refusal('works_too_many', { values: { most: String(maxWorksExported) } })
  const about = `Работы этапа ${quoted(stage.title)}${stage.blind ? ' без имён авторов' : ''}`
  const made = { format: 'zip' as const, audience: { stage: code }, about, columns: [], reason: '' }
  const detail = { format: 'zip', stage: code }
  await ask(services, caller, competition, made, { action: 'works_exported', detail })
}

interface NewExport {
  format: 'xlsx' | 'csv' | 'zip' | 'docx'
  audience: Audience
  about: string
  columns: string[]
  reason: string
  protocol_id?: number
}

/** Queues the job that makes the export. A competition has only a few waiting exports at a time. */
export async function ask(
  { db, clock }: Services,
  caller: Caller,
  competition: string,
  made: NewExport,
  { action, subject, detail }: { action: string; subject?: string; detail: object },
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('competitions')
      .select('code')
      .where('code', '=', competition)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const { waiting } = await tx
      .selectFrom('exports')
      .select((of) => of.fn.countAll<string>().as('waiting'))
      .where('competition_code', '=', competition)
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow()
    if (Number(waiting) >= maxWaitingExports) throw new Refusal('exports_waiting')
    const { id } = await tx
      .insertInto('exports')
      .values({
        ...made,
        competition_code: competition,
        asked_by: caller.accountId,
        asked_at: clock(),
        audience: JSON.stringify(made.audience),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addJob(tx, 'write_export', { exportId: id }, { maxAttempts: 5 })
    await recordAudit(tx, {
      actorId: caller.accountId,
      action,
      subject: subject ?? `competition:${competition}`,
      detail: { competition, export: id, ...detail },
    })
    return id
  })
}

const types = { xlsx: workbookType, csv: 'text/csv; charset=utf-8', zip: 'application/zip', docx: wordType }

/** Sends a ready export, of a protocol or of none. The download is recorded before the first byte is sent. */
export async function sendExport(
  services: Services,
  caller: Caller,
  {
    competition,
    exportId,
    protocol,
  }: { competition: string; exportId: number; protocol?: { id: number; number: number } },
  reply: FastifyReply,
): Promise<undefined> {
  const { db, disk, clock } = services
  const row = await db
    .selectFrom('exports')
    .selectAll()
    .where('id', '=', exportId)
    .where('competition_code', '=', competition)
    .where('protocol_id', protocol ? '=' : 'is', protocol?.id ?? null)
    .executeTakeFirst()
  if (!row || row.state === 'waiting' || row.state === 'failed') throw new Refusal('export_not_found')
  const { file, sealed_key, iv, tag, size } = row
  const opened = file ? await disk.open(file) : null
  if (!opened || !sealed_key || !iv || !tag) throw new Refusal('export_gone')
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('export_downloads')
      .values({ export_id: exportId, account_id: caller.accountId, at: clock() })
      .execute()
    await recordAudit(tx, {
      actorId: caller.accountId,
      action: 'export_downloaded',
      subject: `competition:${competition}`,
      detail: { competition, export: exportId },
    })
  })
  return sendAttachment(reply, {
    name: `${protocol ? `protocol-${protocol.number}` : `${competition}-${exportId}`}.${row.format}`,
    type: types[row.format],
    body: openTable(services, { id: exportId, sealed_key, iv, tag }, opened.stream),
    size: Number(size),
  })
}
