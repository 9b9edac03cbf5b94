import { Worker } from 'node:worker_threads'
import type { Metadata } from './metadata-worker.ts'
import { oneDecoding, openPicture } from './pictures.ts'

const documents: Record<string, Metadata['kind']> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'office',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'office',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'office',
}
const pictures = new Set(['image/jpeg', 'image/png', 'image/webp'])

/** Whether a file of this type can contain data about its author, which can be removed. */
export const mayNameAuthor = (type: string): boolean => pictures.has(type) || documents[type] !== undefined

/**
 * The file without the data that programs and cameras write into it about its author: names, dates, places. Other types
 * are returned unchanged. Throws when the file cannot be read, such as a PDF with a password.
 */
export async function withoutMetadata(bytes: Buffer, type: string): Promise<Buffer> {
  if (pictures.has(type)) return oneDecoding(async () => (await openPicture(bytes)).rotate().toBuffer())
  const kind = documents[type]
  return kind === undefined ? bytes : inThread({ kind, bytes })
}

/** In a thread of its own: a large document blocks one for a second. */
async function inThread(workerData: Metadata): Promise<Buffer> {
  const worker = new Worker(new URL('./metadata-worker.ts', import.meta.url), { workerData, env: {} })
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      worker.once('message', (clean: Uint8Array) => resolve(Buffer.from(clean)))
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('The document was not read')))
    })
  } finally {
    await worker.terminate()
  }
}
