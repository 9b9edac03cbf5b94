import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import type { ClamdAddress } from '#server/platform/config/config.ts'

/** The scanner does not answer or reports an error, so the file may or may not be clean. */
export class ScannerUnavailable extends Error {
  override name = 'ScannerUnavailable'
}

/** A scanner that is silent for this long is not working. */
const silenceMs = 100_000
const pieceBytes = 64 * 1024

/**
 * Sends the bytes to clamd by INSTREAM: each piece after its length, an empty one at the end. Returns the name of the
 * virus that was found, or null. Throws `ScannerUnavailable`.
 */
export async function scanBytes(address: ClamdAddress, bytes: Readable): Promise<string | null> {
  const socket = connect(address)
  socket.setTimeout(silenceMs, () => socket.destroy(new Error('the scanner says nothing')))
  const { promise: answered, resolve, reject } = Promise.withResolvers<string>()
  let heard = ''
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString('latin1')
  })
  socket.on('end', () => resolve(heard))
  socket.on('error', reject)
  socket.on('close', () => resolve(heard))
  // For a file above its maximum size the scanner answers early and closes the connection.
  const over = answered.then(
    () => true,
    () => true,
  )
  try {
    await Promise.race([send(bytes, socket, over), over])
    return verdict(await answered)
  } catch (cause) {
    throw cause instanceof ScannerUnavailable ? cause : new ScannerUnavailable('The scanner cannot be asked', { cause })
  } finally {
    bytes.destroy()
    socket.destroy()
  }
}

async function send(bytes: Readable, socket: ReturnType<typeof connect>, over: Promise<unknown>): Promise<void> {
  const write = async (piece: Buffer) => {
    if (socket.write(piece)) return
    const drained = Promise.withResolvers<void>()
    socket.once('drain', drained.resolve)
    await Promise.race([drained.promise, over])
    socket.off('drain', drained.resolve)
  }
  await write(Buffer.from('zINSTREAM\0'))
  for await (const chunk of bytes as AsyncIterable<Buffer>)
    for (let at = 0; at < chunk.length && !socket.destroyed; at += pieceBytes) {
      const piece = chunk.subarray(at, at + pieceBytes)
      await write(Buffer.concat([lengthOf(piece.length), piece]))
    }
  await write(lengthOf(0))
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

function verdict(answer: string): string | null {
  const said = answer.replaceAll('\0', '').trim()
  if (said === 'stream: OK') return null
  const found = /^stream: (.+) FOUND$/.exec(said)?.[1]
  if (found) return found
  throw new ScannerUnavailable(`The scanner answered «${said.slice(0, 200)}»`)
}
