import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** An archive of documents. Each is made when the one before it has been sent. */
export function archiveOf(documents: readonly { name: string; made: () => Promise<Uint8Array> }[]): Readable {
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  zip.on('error', (fault) => out.destroy(fault))
  // Documents are archives already.
  for (const { name, made } of documents)
    zip.addReadStreamLazy(name, { compress: false }, (pass) => {
      made().then(
        (bytes) => pass(null, Readable.from([bytes])),
        (fault) => pass(fault, Readable.from([])),
      )
    })
  zip.end()
  return out
}
