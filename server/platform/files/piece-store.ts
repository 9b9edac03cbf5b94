import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import type { DataStore } from '@tus/server'

/** Keeps uploads in a directory. Unlike the package's own store, it throws the reason why it could not write. */
class PieceStore extends FileStore {
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    // Bytes received before a connection broke are kept: the upload continues after them.
    const file = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset, flush: true })
    await pipeline(readable, file)
    return offset + file.bytesWritten
  }
}

export async function pieceStore(directory: string): Promise<DataStore> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  return new PieceStore({ directory })
}
