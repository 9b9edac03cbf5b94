import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { strToU8, Zip, ZipPassThrough } from 'fflate'
import { mayNameAuthor, withoutMetadata } from '#server/files/without-metadata.ts'
import type { FileDisk } from '#server/platform/files/disk.ts'
import type { Services } from '#server/services.ts'
import type { FileScan } from '#shared/files/limits.ts'
import type { Place } from './owners-stage.ts'
import { auditDownload, type Part, worksOfPart } from './parts.ts'
import { filesIn } from './solution-stage.ts'

/** Files that are cleaned of author data are kept in memory meanwhile, so larger ones are not cleaned. */
const maxCleanedBytes = 40 * 1024 * 1024

interface Packed {
  /** The path inside the archive, with the folder. */
  path: string
  id: string
  type: string
  scan: FileScan | null
}

/**
 * The files of a part of the works as an archive that is written while it is sent, with a folder for each work. Where
 * the jury must not know the teams, identifying data is removed. A list names the files in it, and why others are
 * missing.
 */
export async function packFiles(services: Services, actorId: number, place: Place, part: Part) {
  const { db, disk } = services
  const { stage, blind, works } = await worksOfPart(services, place, part)
  const named = works.flatMap(({ id, team, data }) =>
    filesIn(data).map(({ file_id, name, type }, at) => ({
      ...{ id: file_id, type },
      path: `${folderOf({ id, team }, blind)}/${blind ? `${at + 1}${endOf(name)}` : `${at + 1}. ${safe(name)}`}`,
    })),
  )
  const known = new Map(
    (
      await db
        .selectFrom('files')
        .select(['id', 'scan'])
        .where('id', 'in', ['', ...named.map(({ id }) => id)])
        .execute()
    ).map(({ id, scan }) => [id, scan]),
  )
  const files = named.map((file) => ({ ...file, scan: known.get(file.id) ?? null }))
  await auditDownload(services, actorId, place, { action: 'solutions_packed', works: works.length })
  return {
    name: `solutions-${stage.code}.zip`,
    type: 'application/zip',
    body: Readable.from(archive(disk, files, blind)),
  }
}

const safe = (name: string): string => name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').slice(0, 100)
const endOf = (name: string): string => /\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? ''
/** The id keeps folders apart: two team names may be equal after their letters are made safe. */
const folderOf = ({ id, team }: { id: number; team: string }, blind: boolean): string =>
  blind ? `Работа ${id}` : `${id} ${safe(team)}`

/**
 * Files are not compressed, because documents and pictures already are. One file at a time is read, as fast as the
 * archive is received.
 */
async function* archive(disk: FileDisk, files: readonly Packed[], blind: boolean): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  const taken = () => {
    const chunks = ready
    ready = []
    return chunks
  }
  const lines: string[] = []
  for (const file of files) {
    const bytes = await readable(disk, file, blind)
    if (typeof bytes === 'string') {
      lines.push(`${file.path} — ${bytes}`)
      continue
    }
    lines.push(file.path)
    const entry = new ZipPassThrough(file.path)
    zip.add(entry)
    for await (const chunk of bytes) {
      entry.push(chunk)
      yield* taken()
    }
    entry.push(new Uint8Array(), true)
    yield* taken()
  }
  const list = new ZipPassThrough('Список файлов.txt')
  zip.add(list)
  list.push(strToU8(lines.length === 0 ? 'К этим решениям файлы не приложены' : lines.join('\r\n')), true)
  zip.end()
  yield* taken()
}

/** The bytes, or why the file cannot be read. */
async function readable(
  disk: FileDisk,
  { id, type, scan }: Packed,
  blind: boolean,
): Promise<Readable | Buffer[] | string> {
  if (scan === null) return 'удалён'
  if (scan === 'waiting') return 'ещё проверяется на вирусы, скачайте архив позже'
  if (scan === 'infected') return 'заражён, не выдаётся'
  const opened = await disk.open(id)
  if (!opened) return 'удалён'
  if (!blind || !mayNameAuthor(type)) return opened.stream
  if (opened.size > maxCleanedBytes) {
    opened.stream.destroy()
    return 'слишком большой, чтобы убрать сведения об авторе'
  }
  return withoutMetadata(await buffer(opened.stream), type).then(
    (clean) => [clean],
    () => 'не удалось убрать сведения об авторе',
  )
}
