import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { vi } from 'vitest'
import { patience } from './patience.ts'

/** The harmless text that every scanner reports as a virus. In two parts, so that no scanner reports this file. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

/** A scanner that speaks clamd's INSTREAM over TCP and looks for this text. */
export async function aScanner({ maxBytes = 1024 * 1024 } = {}) {
  /** `hangsUp`: closes the connection in the middle, without an answer. */
  const state = { answers: true, hangsUp: false, scanned: 0 }
  const server = createServer((socket) => {
    let heard = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      heard = Buffer.concat([heard, chunk])
      if (state.hangsUp) return socket.destroy()
      const said = answerTo(heard, maxBytes)
      if (said === null || !state.answers) return
      state.scanned += 1
      socket.end(`${said}\0`)
    })
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const order = Buffer.from('zINSTREAM\0')

/** Null while the stream has not ended. */
function answerTo(heard: Buffer, maxBytes: number): string | null {
  if (heard.length < order.length) return null
  if (!heard.subarray(0, order.length).equals(order)) return 'UNKNOWN COMMAND'
  const pieces: Buffer[] = []
  let size = 0
  for (let at = order.length; at + 4 <= heard.length; ) {
    const length = heard.readUInt32BE(at)
    if (length === 0) return Buffer.concat(pieces).includes(eicar) ? 'stream: Eicar-Test FOUND' : 'stream: OK'
    size += length
    if (size > maxBytes) return 'INSTREAM size limit exceeded. ERROR'
    pieces.push(heard.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}

const program = 'clamd'
export const hasClamd: boolean = ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)].some((folder) =>
  existsSync(join(folder, program)),
)

/** ClamAV itself, with this text as its only virus. */
export async function realScanner() {
  const directory = mkdtempSync(join(tmpdir(), 'clamd-'))
  const known = join(directory, 'known')
  const socket = join(directory, 'clamd.sock')
  mkdirSync(known)
  writeFileSync(join(known, 'own.ndb'), `Eicar-Test:0:*:${Buffer.from(eicar).toString('hex')}\n`)
  const settings = join(directory, 'clamd.conf')
  writeFileSync(
    settings,
    `Foreground yes\nLocalSocket ${socket}\nDatabaseDirectory ${known}\nTemporaryDirectory ${directory}\nUser ${userInfo().username}\n`,
  )
  const path = ['/usr/sbin', process.env.PATH].join(delimiter)
  const child: ChildProcess = spawn(program, ['--config-file', settings], {
    stdio: 'ignore',
    env: { ...process.env, PATH: path },
  })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
    rmSync(directory, { recursive: true, force: true })
  }
  const up = () => {
    if (!existsSync(socket)) throw new Error('ClamAV has not started')
  }
  await vi.waitFor(up, { timeout: 3 * patience, interval: 100 }).catch(async (fault) => {
    await stop()
    throw fault
  })
  return { url: `unix://${socket}`, stop }
}
