import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartRefused } from '#server/platform/config/start-refused.ts'

/** A running portal uses the data directory. */
export class DataDirInUse extends StartRefused {}

/**
 * Only one portal per data directory. The lock is a listening socket, because the operating system releases it even
 * when its holder is killed. Returns the function that releases it; throws `StartRefused` when another portal holds it.
 */
export async function holdPortalLock(sockets: string, dataDir: string): Promise<() => Promise<void>> {
  const path = join(sockets, 'portal.sock')
  const inUse = () =>
    new DataDirInUse(`Каталог данных ${dataDir} уже занят работающим порталом: остановите его или укажите другой.`)
  // A holder that is just ending accepts the connection and sends nothing; a running one sends its name.
  for (let attempt = 0, found = await holder(path); found !== null; attempt++, found = await holder(path)) {
    if (found !== '' || attempt === 20) throw inUse()
    await delay(50)
  }
  rmSync(path, { force: true })

  const name = randomUUID()
  const server = createServer((socket) => socket.on('error', () => {}).end(name))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'EADDRINUSE' ? inUse() : error))
    server.listen(path, resolve)
  })
  server.unref()
  // When two portals find the socket dead at the same time, the later one takes it over. So check which of them has it.
  await delay(20)
  if ((await holder(path)) !== name) {
    // Closing would delete the socket's file, which now belongs to the other portal.
    throw inUse()
  }
  return () => new Promise((resolve) => server.close(() => resolve()))
}

/** The name that the holder answers; empty when it does not answer in time; null when nobody listens. */
function holder(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    let name = ''
    const socket = createConnection(path)
    socket.setTimeout(2000, () => socket.destroy())
    socket.on('data', (data) => {
      name += data
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'ENOENT' || error.code === 'ECONNREFUSED' ? null : '')
    })
    socket.on('close', () => resolve(name))
  })
}
