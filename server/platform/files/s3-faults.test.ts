import { rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { quickFolder } from '#server/testing/quick-folder.ts'
import { s3Disk } from './s3-disk.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** The disk of a portal whose storage answers like this. */
async function diskOn(answer: RequestListener) {
  const server = createServer((request, response) => {
    request.resume()
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const directory = quickFolder('portal-s3-')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
    rmSync(directory, { recursive: true, force: true })
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret' }
  return s3Disk(join(directory, 'files'), { endpoint, region: 'r', bucket: 'b', ...keys }, 200)
}

const name = 'a'.repeat(32)

test.each<[string, RequestListener, string]>([
  ['answers 500', (_request, response) => response.writeHead(500).end(), 'storage_unavailable'],
  ['says nothing', () => {}, 'storage_unavailable'],
  ['breaks every connection', (request) => request.socket.destroy(), 'storage_unavailable'],
  ['has no space left', (_request, response) => response.writeHead(507).end(), 'disk_full'],
])('R-81: a storage that %s is named as what it is, within a limit of time', async (_how, answer, code) => {
  const disk = await diskOn(answer)
  await expect(disk.put(name, Buffer.from('work'))).rejects.toMatchObject({ code })
  await expect(disk.open(name)).rejects.toMatchObject({ code })
  await expect(disk.sizeOf(name)).rejects.toMatchObject({ code })
})
