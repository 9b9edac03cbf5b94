import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { buildApp } from '#server/app.ts'
import type { Db } from '#server/db.ts'
import { jobTasks } from '#server/jobs.ts'
import { heardChannels, makeServices } from '#server/make-services.ts'
import { type Config, readConfig } from '#server/platform/config/config.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { startHearing } from '#server/platform/db/hearing.ts'
import { openDisk } from '#server/platform/files/open-disk.ts'
import type { Services } from '#server/services.ts'
import type { Pace } from '#server/stages/readings.ts'
import type { Database } from '#server/tables.ts'
import type { RefusalBody } from '#shared/platform/api/refusals.ts'
import type { BodyOf, ParamsOf, QueryOf, ResponseOf, RouteKey } from '#shared/platform/api/route.ts'
import type { Routes } from '#shared/routes.ts'
import { databaseUrlOf } from './connection.ts'
import { createTestDatabase } from './database.ts'
import { quickFolder } from './quick-folder.ts'
import { runQueued } from './run-queued.ts'

export interface Answer<T> {
  status: number
  body: T & Partial<RefusalBody>
  text: string
  headers: Headers
  /** All cookies set by the answer, by name; a deleted cookie is ''. */
  cookies: Record<string, string>
}

type CallOptions<K extends RouteKey & keyof Routes> = {
  params?: ParamsOf<K, Routes[K]>
  query?: Partial<NonNullable<QueryOf<Routes[K]>>>
  body?: BodyOf<Routes[K]>
  token?: string
  cookies?: Record<string, string>
  headers?: Record<string, string>
  /** The address of the caller. By default every call has its own, so that tests share no rate limit. */
  ip?: string
}

export interface TestApp {
  db: Db
  services: Services
  config: Config
  url: string
  /** The address of the database, for another process. */
  databaseUrl: string
  clock: { set(date: Date | string): void; advance(ms: number): void; now(): Date }
  call<K extends RouteKey & keyof Routes>(key: K, options?: CallOptions<K>): Promise<Answer<ResponseOf<Routes[K]>>>
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Runs the queued jobs of this name; no other jobs run in tests. */
  work(job: string): Promise<void>
  /**
   * Waits until the portal has received the notifications of all earlier commits. Needed after the test has changed
   * data by its own statement that the portal keeps in memory.
   */
  heard(): Promise<void>
  close(): Promise<void>
}

/** The real server on its own real database, with a clock that the test controls. */
export async function testApp(
  options: {
    now?: Date | string
    env?: Record<string, string>
    webDirectory?: string
    logger?: FastifyBaseLogger
    /** Whether seasons, callers and polls are kept in memory, as in the running portal. */
    remembers?: boolean
    reportInterval?: number
    minFreeBytes?: number
    /** How long figures are kept. As a rule they are counted for each call, as where people are few. */
    pace?: Partial<Pace>
    /** Another portal on the database of this one, with the same keys, files and clock. */
    beside?: TestApp
  } = {},
): Promise<TestApp> {
  const { beside } = options
  const dataDir = beside?.config.dataDir ?? quickFolder('portal-test-')
  const { db, pool, connection, drop } = beside ? openBeside(beside) : await createTestDatabase()
  let now = new Date(options.now ?? '2026-11-21T12:00:00+03:00')
  const clock = () => beside?.clock.now() ?? new Date(now)
  // A demo, so that messages can be read; tests that need its season load it themselves.
  const demo = options.env?.NODE_ENV === 'production' ? '0' : '1'
  const config =
    beside?.config ?? readConfig({ DATA_DIR: dataDir, DEMO: demo, TRUST_PROXY: '127.0.0.1', ...options.env })
  const hearing = options.remembers ? startHearing(connection, heardChannels) : null
  const disk = openDisk(config)
  const services = makeServices({ db, clock, config, disk }, hearing, {
    patience: 100_000,
    slow: 100_000,
    ...options.pace,
  })
  const app = await buildApp({
    services,
    pool,
    webDirectory: options.webDirectory,
    ...(options.logger ? { logger: options.logger } : {}),
    reportInterval: options.reportInterval,
    minFreeBytes: options.minFreeBytes,
    hearing,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  let calls = 0

  return {
    db,
    services,
    config,
    url,
    databaseUrl: databaseUrlOf(connection),
    clock: {
      set: (date) => {
        now = new Date(date)
      },
      advance: (ms) => {
        now = new Date(now.getTime() + ms)
      },
      now: clock,
    },
    async call(key, { params, query, body, token, cookies, headers, ip } = {}) {
      const [method = '', path = ''] = key.split(' ')
      calls += 1
      const address = path.replace(/:(\w+)/g, (_all, name: string) =>
        encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name])),
      )
      const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
      const response = await fetch(`${url}/api/v3${address}${search}`, {
        method,
        headers: {
          'X-Forwarded-For': ip ?? `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(token ? { 'X-Token': token } : {}),
          ...(cookies
            ? {
                Cookie: Object.entries(cookies)
                  .map((pair) => pair.join('='))
                  .join('; '),
              }
            : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return {
        status: response.status,
        body: text !== '' && response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined,
        text,
        headers: response.headers,
        cookies: Object.fromEntries(
          response.headers.getSetCookie().map((line) => {
            const [name = '', ...value] = (line.split(';')[0] ?? '').split('=')
            return [name, value.join('=')]
          }),
        ),
      }
    },
    fetch: (path, init) => fetch(url + path, init),
    async heard() {
      if (!hearing) return
      const mark = randomUUID()
      const stop = new AbortController()
      hearing.on('season_changed', (payload) => payload === mark && stop.abort())
      // A notification sent while the listener is not connected is lost, so it is sent again until it arrives.
      while (!stop.signal.aborted) {
        await sql`select pg_notify('season_changed', ${mark})`.execute(db)
        await delay(500, undefined, { signal: stop.signal }).catch(() => {})
      }
    },
    work: (job) => runQueued(db, job, jobTasks(services)),
    async close() {
      await app.close()
      services.mailer.close()
      await drop()
      if (!beside) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function openBeside({ databaseUrl }: TestApp) {
  const connection = { connectionString: databaseUrl }
  const { db, pool, close } = openDatabase<Database>(connection, { statementMs: 100_000, idleMs: 100_000 })
  return { db, pool, connection, drop: close }
}
