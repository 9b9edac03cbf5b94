import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { doorProgramPath } from '#shared/programme/bookings/door-program-path.ts'
import { doorProgram } from './door-program.ts'

const manifest = {
  'index.html': { file: 'assets/entry.js', isEntry: true },
  'programme/bookings/DoorPage.tsx': { file: 'assets/door.js', css: ['assets/door.css'] },
}

async function served(built: typeof manifest, page = '<!doctype html>') {
  const app = Fastify()
  doorProgram(app, built, page)
  const answer = await app.inject(doorProgramPath)
  await app.close()
  return answer
}

/** The program in a simulated browser, with a cache and a network of the test. */
async function running(body: string, network: (url: string) => Promise<Response>) {
  const caches = new Map<string, Map<string, Response>>()
  const listeners: Record<string, (event: unknown) => void> = {}
  const pathOf = (request: string | Request) => (typeof request === 'string' ? request : new URL(request.url).pathname)
  class AnyRequest extends Request {
    constructor(input: string, init?: RequestInit) {
      super(new URL(input, 'https://portal.test'), init)
    }
  }
  const world = {
    location: new URL('https://portal.test/desk/doors/program.js'),
    Request: AnyRequest,
    fetch: (request: { url: string }) => network(new URL(request.url).pathname),
    addEventListener: (name: string, listener: (event: unknown) => void) => {
      listeners[name] = listener
    },
    caches: {
      keys: async () => [...caches.keys()],
      delete: async (name: string) => caches.delete(name),
      open: async (name: string) => {
        const cache = caches.get(name) ?? new Map<string, Response>()
        caches.set(name, cache)
        return {
          match: async (path: string) => cache.get(path)?.clone(),
          addAll: async (requests: (string | Request)[]) => {
            for (const request of requests) cache.set(pathOf(request), await network(pathOf(request)))
          },
        }
      },
    },
  }
  new Function(...Object.keys(world), body)(...Object.values(world))
  const told = async (name: string) => {
    let done: unknown
    listeners[name]?.({
      waitUntil: (work: unknown) => {
        done = work
      },
    })
    await done
  }
  return {
    caches,
    told,
    /** The program's answer; null when it leaves the request to the browser. */
    async asked(url: string, more: { mode?: string; method?: string } = {}): Promise<string | null> {
      let answer: Promise<Response> | null = null
      listeners.fetch?.({
        request: { url, method: 'GET', mode: 'cors', ...more },
        respondWith: (given: Promise<Response>) => {
          answer = given
        },
      })
      const given = answer as Promise<Response> | null
      return given && (await given).text()
    },
  }
}

test('the service worker of the door is served from its own folder, always revalidated, and reads our own files only', async () => {
  const { headers, statusCode } = await served(manifest)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  })
  expect(headers).not.toHaveProperty('service-worker-allowed')
})

test('without a network, or with a server that fails, the door opens from the cache; calls of the API are left to the browser', async () => {
  const { body } = await served(manifest)
  let network = async (path: string) => new Response(`new ${path}`)
  const program = await running(body, (path) => network(path))
  program.caches.set('door-of-an-older-build', new Map())
  program.caches.set('of something else', new Map())
  await program.told('install')
  await program.told('activate')
  const [other, kept] = [...program.caches.keys()].sort().reverse()
  expect([other, kept]).toEqual(['of something else', expect.stringMatching(/^door-[0-9a-f]{16}$/)])
  expect([...(program.caches.get(kept ?? '')?.keys() ?? [])].sort()).toEqual([
    ...['/assets/door.css', '/assets/door.js', '/assets/entry.js', '/desk/doors/0'],
  ])

  const door = 'https://portal.test/desk/doors/7'
  network = async (path) => new Response(`newer ${path}`)
  expect(await program.asked(door, { mode: 'navigate' })).toBe('newer /desk/doors/7')
  network = async () => new Response('at fault', { status: 502 })
  expect(await program.asked(door, { mode: 'navigate' })).toBe('new /desk/doors/0')
  network = async () => Promise.reject(new TypeError('network'))
  expect(await program.asked(door, { mode: 'navigate' })).toBe('new /desk/doors/0')
  expect(await program.asked('https://portal.test/assets/door.js')).toBe('new /assets/door.js')
  for (const path of ['/api/v3/desk/doors/7', '/assets/other.js', '/view/48x-face.jpg'])
    expect(await program.asked(`https://portal.test${path}`)).toBeNull()
  expect(await program.asked('https://elsewhere.test/assets/door.js')).toBeNull()
  expect(await program.asked(door, { mode: 'navigate', method: 'POST' })).toBeNull()
})

test('each build has a program of its own, so that a browser takes the new one', async () => {
  const later = { ...manifest, 'programme/bookings/DoorPage.tsx': { file: 'assets/door-2.js', css: [] } }
  const { body } = await served(manifest)
  expect((await served(later)).body).not.toBe(body)
  expect((await served(manifest, '<!doctype html><title>')).body).not.toBe(body)
  expect((await served(manifest)).body).toBe(body)
})
