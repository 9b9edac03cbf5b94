import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { doorProgramPath } from '#shared/programme/bookings/door-program-path.ts'
import { type WebManifest, wholePage } from './modules-of.ts'

/**
 * The service worker of the door, which opens that page without a network: docs/decisions/0109. It is served from the
 * folder of the door, so no header can widen it to another page.
 */
export function doorProgram(app: FastifyInstance, manifest: WebManifest, template: string): void {
  const files = wholePage(manifest, 'programme/bookings/DoorPage.tsx').map((file) => `/${file}`)
  const program = programOf(files, template)
  app.get(doorProgramPath, (_request, reply) =>
    reply
      .headers({
        // The program may read only our own files.
        'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Cache-Control': 'no-cache',
      })
      .type('text/javascript; charset=utf-8')
      .send(program),
  )
}

/** Milliseconds after which a network that does not answer counts as none. */
const patience = 5000

/**
 * Files and page of one build are cached together. A new build is a new program, which waits until the pages of the old
 * one are closed. Calls of the API are left to the browser.
 */
function programOf(files: readonly string[], template: string): string {
  const build = createHash('sha256').update(files.join()).update(template).digest('hex').slice(0, 16)
  return `
const kept = 'door-${build}'
const files = new Set(${JSON.stringify(files)})
// One page serves everybody and every door: the device stores the data that it shows elsewhere.
const page = '/desk/doors/0'

addEventListener('install', (event) => event.waitUntil(keep()))
addEventListener('activate', (event) => event.waitUntil(forgetOthers()))
addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(open(request))
  else if (files.has(pathname)) event.respondWith(read(pathname).then((file) => file ?? fetch(request)))
})

async function keep() {
  const cache = await caches.open(kept)
  await cache.addAll([...files, new Request(page, { cache: 'no-store' })])
}

async function forgetOthers() {
  const names = await caches.keys()
  await Promise.all(names.map((name) => name.startsWith('door-') && name !== kept && caches.delete(name)))
}

async function read(path) {
  const cache = await caches.open(kept)
  return cache.match(path, { ignoreVary: true })
}

async function open(request) {
  const slow = new Promise((resolve) => setTimeout(resolve, ${patience}))
  const answer = await Promise.race([fetch(request).catch(() => undefined), slow])
  if (answer && answer.status < 500) return answer
  return (await read(page)) ?? answer ?? Response.error()
}
`
}
