import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartRefused } from '#server/platform/config/start-refused.ts'

/**
 * One portal on one data directory: a listening socket, because the operating system lets go of it however its
 * holder dies. Returns the function that releases it; throws `StartRefused` when another portal holds it.
 */
export async function holdPortalLock(sockets: string, dataDir: string): Promise<() => Promise<void>> {
  const path = join(sockets, 'portal.sock')
  const inUse = () =>
    new StartRefused(`Каталог данных ${dataDir} уже занят работающим порталом: остановите его или укажите другой.`)
  // A holder that dies at this moment accepts and then says nothing; a living one gives its name.
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
  // Of two that found the socket dead at one moment the later one took the name from the earlier: ask who has it.
  await delay(20)
  if ((await holder(path)) !== name) {
    // Closing would remove the socket's file by its name, which is the other portal's now.
    throw inUse()
  }
  return () => new Promise((resolve) => server.close(() => resolve()))
}

/** The name the holder answers with, empty when it answers nothing in time; null when nobody listens. */
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
