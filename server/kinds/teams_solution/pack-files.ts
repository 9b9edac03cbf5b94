import { Readable } from 'node:stream'
import { strToU8, Zip, ZipPassThrough } from 'fflate'
import { namelessOf } from '#server/forms/files/nameless-copy.ts'
import type { Nameless } from '#server/forms/files/tables.ts'
import type { Services } from '#server/services.ts'
import type { FileScan } from '#shared/platform/files/limits.ts'
import type { Place } from './owners-stage.ts'
import { auditDownload, type Part, worksOfPart } from './parts.ts'
import { filesIn } from './solution-stage.ts'

interface Packed {
  /** The path inside the archive, with the folder. */
  path: string
  id: string
  type: string
  scan: FileScan | null
  nameless: Nameless | null
}

/**
 * The files of a part of the works as an archive that is written while it is sent, with a folder for each work. Where
 * the jury must not know the teams, identifying data is removed. A list names the files in it, and why others are
 * missing.
 */
export async function packFiles(services: Services, actorId: number, place: Place, part: Part) {
  const { db } = services
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
        .select(['id', 'scan', 'nameless'])
        .where('id', 'in', ['', ...named.map(({ id }) => id)])
        .execute()
    ).map(({ id, ...state }) => [id, state]),
  )
  const files = named.map((file) => ({ ...file, scan: null, nameless: null, ...known.get(file.id) }))
  await auditDownload(services, actorId, place, { action: 'solutions_packed', works: works.length })
  return {
    name: `solutions-${stage.code}.zip`,
    type: 'application/zip',
    body: Readable.from(archive(services, files, blind)),
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
async function* archive(services: Services, files: readonly Packed[], blind: boolean): AsyncGenerator<Uint8Array> {
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
    const bytes = await readable(services, file, blind)
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
async function readable(services: Services, file: Packed, blind: boolean): Promise<Readable | string> {
  if (file.scan === null) return 'удалён'
  if (file.scan === 'waiting') return 'ещё проверяется на вирусы, скачайте архив позже'
  if (file.scan === 'infected') return 'заражён, не выдаётся'
  const name = blind ? await namelessOf(services, file) : file.id
  if (name === null) return 'не удалось убрать сведения об авторе'
  return (await services.disk.open(name))?.stream ?? 'удалён'
}
