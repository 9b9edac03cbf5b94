import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { pipeline, Readable, type Transform } from 'node:stream'
import type { Selectable } from 'kysely'
import { exportKeyPlace } from '#server/platform/crypto/export-key.ts'
import { sealWithRing, unsealWithRing } from '#server/platform/crypto/key-ring.ts'
import { newKey } from '#server/platform/crypto/seal.ts'
import { workbookOf } from '#server/platform/documents/workbook.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { JobContext } from '#server/platform/jobs/task.ts'
import { protocolInWord, protocolTable } from '#server/review/cutoffs/protocol-files.ts'
import { isJudged } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import type { Season } from '#server/stages/season.ts'
import { seasonOf } from '#server/stages/stored-stage.ts'
import { exportDays } from '#shared/people/exports/limits.ts'
import type { CsvCell } from '#shared/platform/text/csv.ts'
import { csvLine, csvStart } from '#shared/platform/text/csv.ts'
import { columnsOf } from './columns.ts'
import { readPeople } from './read-people.ts'
import type { ExportTables } from './tables.ts'
import { worksArchive } from './works-archive.ts'

const day = 24 * 3_600_000

/**
 * Writes the file of an export and encrypts it on its way to the disk, so nothing of it is ever stored unencrypted. It
 * is safe to repeat: until the end only the number of rows is stored.
 */
export async function writeExport(
  services: Services,
  { exportId }: { exportId: number },
  { lastAttempt }: Pick<JobContext, 'lastAttempt'>,
): Promise<void> {
  try {
    await write(services, exportId)
  } catch (fault) {
    if (lastAttempt)
      await services.db
        .updateTable('exports')
        .set({ state: 'failed' })
        .where('id', '=', exportId)
        .where('state', '=', 'waiting')
        .execute()
    throw fault
  }
}

async function write(services: Services, id: number): Promise<void> {
  const { db, seasons, disk, clock, config } = services
  const asked = await db.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirst()
  if (asked?.state !== 'waiting') return
  const season = await seasonOf(db, seasons, asked.competition_code)
  const table = await contentOf(services, season, asked)
  const [key, iv] = [newKey(), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(exportKeyPlace(id)))
  const received = await disk.receive(passed(table, cipher))
  const file = randomBytes(16).toString('hex')
  await received.keep(file)
  const done = await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('exports')
      .set({
        state: 'ready',
        done_at: clock(),
        file,
        size: received.size,
        sealed_key: sealWithRing(config.dataKeys, key, exportKeyPlace(id)),
        iv,
        tag: cipher.getAuthTag(),
      })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirst()
    if (numUpdatedRows > 0n)
      await addJob(
        tx,
        'drop_export',
        { exportId: id },
        { runAt: new Date(clock().getTime() + exportDays * day), jobKey: `drop_export_${id}` },
      )
    return numUpdatedRows > 0n
  })
  if (!done) await disk.remove(file)
}

/** The unencrypted bytes of the export, made as they are read. */
async function contentOf(services: Services, season: Season, asked: Selectable<ExportTables['exports']>) {
  const { id, format, audience, protocol_id: protocol } = asked
  if (protocol !== null) {
    if (format === 'docx') return protocolInWord(services, protocol)
    const { head, rows } = await protocolTable(services, protocol)
    return tableOf(format, head, counting(services, id, rows))
  }
  if (format === 'zip') {
    const stage = audience.stage === undefined ? undefined : season.byCode.get(audience.stage)
    if (!isJudged(stage)) throw new Error(`export ${id}: the stage has no works any more`)
    return worksArchive(services, stage, (works) => tell(services, id, works))
  }
  // A stage that has been removed since the order has no column any more.
  const known = columnsOf(season).filter((column) => asked.columns.includes(column.id))
  const columns = known.toSorted((one, other) => asked.columns.indexOf(one.id) - asked.columns.indexOf(other.id))
  const people = readPeople(services, { season, audience, columns: columns.map((column) => column.id) })
  const head = columns.map(({ title }) => title)
  const counted = counting(services, id, people)
  return tableOf(format, head, counted)
}

const tableOf = (format: string, head: readonly string[], rows: AsyncIterable<CsvCell[][]>) =>
  format === 'xlsx' ? workbookOf(head, rows) : Readable.from(csvFrom(head, rows))

const tell = ({ db }: Services, id: number, rows: number) =>
  db
    .updateTable('exports')
    .set({ rows })
    .where('id', '=', id)
    .execute()
    .then(() => undefined)

/** Stores the number of rows after each batch, as the progress. */
async function* counting(services: Services, id: number, people: AsyncIterable<CsvCell[][]>) {
  let rows = 0
  for await (const some of people) {
    rows += some.length
    yield some
    await tell(services, id, rows)
  }
}

async function* csvFrom(head: readonly string[], people: AsyncIterable<CsvCell[][]>) {
  yield csvStart + csvLine(head)
  for await (const some of people) yield some.map(csvLine).join('')
}

/** The decrypted export, for a download; the stream ends with an error if a byte was altered. */
export function openTable(
  { config }: Pick<Services, 'config'>,
  { id, sealed_key, iv, tag }: { id: number; sealed_key: Buffer; iv: Buffer; tag: Buffer },
  from: Readable,
): Readable {
  const place = exportKeyPlace(id)
  const decipher = createDecipheriv('aes-256-gcm', unsealWithRing(config.dataKeys, sealed_key, place), iv)
  decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(tag)
  return passed(from, decipher)
}

/** The second stream, which gets the bytes of the first and ends with its fault. The first ends when nobody reads. */
function passed<Through extends Transform>(from: Readable, through: Through): Through {
  pipeline(from, through, () => {})
  return through
}

/** Removes the file when its days are over; the record of its downloads stays. */
export async function dropExport({ db, disk }: Services, { exportId }: { exportId: number }): Promise<void> {
  const row = await db.selectFrom('exports').select('file').where('id', '=', exportId).executeTakeFirst()
  if (!row?.file) return
  await db
    .updateTable('exports')
    .set({ state: 'gone', file: null, size: null, sealed_key: null, iv: null, tag: null })
    .where('id', '=', exportId)
    .execute()
  await disk.remove(row.file)
}
