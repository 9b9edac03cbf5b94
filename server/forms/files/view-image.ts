import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { sha256 } from '#server/platform/crypto/hashes.ts'
import type { FileDisk } from '#server/platform/files/disk.ts'
import type { Services } from '#server/services.ts'
import { readViewPath, type ViewSize, viewSizes } from '#shared/platform/files/view.ts'
import { copyOf } from './nameless-copy.ts'
import { filesNamed } from './picture-name.ts'
import { scaledImage } from './scaled-image.ts'

/** Only a browser may keep a picture of a person, and not for long. */
const headers = {
  'Content-Type': 'image/webp',
  'Cache-Control': 'private, max-age=300',
  'Content-Security-Policy': 'sandbox',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** Serves /view/{size}x-{name}: pictures for anyone who was told their name lately, in a fixed set of widths. */
export async function viewImages(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  app.get('/view/*', async (request, reply) => {
    // The raw address: nothing in it is decoded, so nothing can be hidden by encoding.
    const wanted = readViewPath(request.url)
    const bytes = wanted && (await viewNamed(services, wanted))
    if (!bytes) return reply.code(404).header('Cache-Control', 'no-store').send('Не найдено')
    return reply.headers(headers).send(bytes)
  })
}

interface View {
  size: ViewSize
  name: string
}

/** The name in the storage of files for one width of a picture: derived from the width and the picture's name. */
const keptAs = ({ size, name }: View) => sha256(`view ${size} ${name}`).toString('hex').slice(0, 32)

/** Pictures in the making: people who open a page at the same time share one. */
const underWork = new Map<string, Promise<Buffer | null>>()

async function viewNamed(services: Services, { size, name }: View): Promise<Buffer | null> {
  const shown = await services.db
    .selectFrom('files')
    .select('id')
    .where('id', 'in', filesNamed(services, name))
    .where('purpose', '=', 'avatar')
    .executeTakeFirst()
  return shown ? view(services.disk, { size, name: shown.id }) : null
}

async function view(disk: FileDisk, wanted: View): Promise<Buffer | null> {
  const kept = await read(disk, keptAs(wanted))
  if (kept) return kept
  const key = keptAs(wanted)
  const work = underWork.get(key) ?? make(disk, wanted).finally(() => underWork.delete(key))
  underWork.set(key, work)
  return work
}

async function make(disk: FileDisk, wanted: View): Promise<Buffer | null> {
  const original = await read(disk, wanted.name)
  if (!original) return null
  const made = await scaledImage({ bytes: original, width: wanted.size })
  await disk.put(keptAs(wanted), made)
  return made
}

async function read(disk: FileDisk, name: string): Promise<Buffer | null> {
  const opened = await disk.open(name)
  return opened && buffer(opened.stream)
}

/** Removes a file's bytes with all that is made from it: its copy without names, and a picture's widths. */
export async function removeBytes(disk: FileDisk, name: string): Promise<void> {
  await disk.remove(name)
  await disk.remove(copyOf(name))
  for (const size of viewSizes) await disk.remove(keptAs({ size, name }))
}
