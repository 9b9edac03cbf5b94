import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import type { DataStore } from '@tus/server'

/** Keeps uploads in a directory, and says why it could not write, which the package keeps to itself. */
class PieceStore extends FileStore {
  readonly #explain: (fault: unknown) => unknown
  constructor(directory: string, explain: (fault: unknown) => unknown) {
    super({ directory })
    this.#explain = explain
  }

  override async create(...[upload]: Parameters<FileStore['create']>): ReturnType<FileStore['create']> {
    return super.create(upload).catch((fault: unknown) => {
      throw this.#explain(fault)
    })
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    // What a cut connection has left behind it stays: the upload goes on from there.
    const file = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset, flush: true })
    await pipeline(readable, file).catch((fault: unknown) => {
      throw this.#explain(fault)
    })
    return offset + file.bytesWritten
  }
}

export async function pieceStore(directory: string, explain: (fault: unknown) => unknown): Promise<DataStore> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  return new PieceStore(directory, explain)
}
