// The cost of a first visit: requests and bytes of the login and of the track page with an empty cache.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright'
import { freePort, type PortalProcess, startPortal } from '#server/testing/portal-process.ts'
import { browserOptions } from '../e2e/browser.mjs'

const competition = 'ru_season_5'
const pages = [
  { name: 'login', path: `/${competition}/login`, person: null, limits: { requests: 10, kilobytes: 170 } },
  {
    name: 'track',
    path: `/${competition}/business`,
    person: 'finalist@demo.test',
    limits: { requests: 15, kilobytes: 220 },
  },
]

interface Fetched {
  url: string
  type: string
  /** Headers and body as transferred, compressed. */
  bytes: number
}

/** All requests of the browser until the page is quiet: the page, its files and its API calls. */
async function firstLoad(context: BrowserContext, url: string): Promise<Fetched[]> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const fetched = new Map<string, Fetched>()
  session.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    fetched.set(requestId, { url: request.url, type: type ?? 'Other', bytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const known = fetched.get(requestId)
    if (known) known.bytes = encodedDataLength
  })
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  const answer = await page.goto(url, { waitUntil: 'networkidle' })
  if (!answer?.ok()) throw new Error(`${url} answers ${answer?.status()}: is the web side built?`)
  await page.close()
  return [...fetched.values()]
}

async function logIn(context: BrowserContext, url: string, username: string): Promise<void> {
  const answer = await context.request.post(`${url}/api/v3/auth/login`, {
    data: { username, password: 'Demo-Leader-2026' },
  })
  if (!answer.ok()) throw new Error(`nobody could log in: ${answer.status()}`)
}

const kilobytes = (list: readonly Fetched[]) => list.reduce((sum, { bytes }) => sum + bytes, 0) / 1000

let broken = 0
function figure(value: number, limit: number, unit = ''): string {
  if (value > limit) broken += 1
  return `${value.toFixed(unit ? 1 : 0)}${unit} ≤ ${limit}${value > limit ? ' !' : ''}`.padEnd(16)
}

const directory = mkdtempSync(join(tmpdir(), 'portal-first-load-'))
let portal: PortalProcess | null = null
let browser: Browser | null = null
try {
  portal = await startPortal({ DATA_DIR: join(directory, 'data'), PORT: String(await freePort()) })
  browser = await chromium.launch(await browserOptions())
  console.log(`\n${'first load'.padEnd(10)} ${'requests'.padEnd(16)} ${'all bytes'.padEnd(16)} of which`)
  for (const { name, path, person, limits } of pages) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'ru-RU' })
    if (person) await logIn(context, portal.url, person)
    const fetched = await firstLoad(context, `${portal.url}${path}`)
    const kinds = Map.groupBy(fetched, ({ type }) => type)
    console.log(
      [
        name.padEnd(10),
        figure(fetched.length, limits.requests),
        figure(kilobytes(fetched), limits.kilobytes, ' kB'),
        [...kinds].map(([type, list]) => `${type} ${list.length} (${kilobytes(list).toFixed(0)} kB)`).join(', '),
      ].join(' '),
    )
    if (process.env.BENCH_LIST)
      for (const { url, type, bytes } of fetched) console.log(`  ${String(bytes).padStart(7)} ${type} ${url}`)
    await context.close()
  }
} finally {
  await browser?.close()
  await portal?.kill('SIGTERM')
  rmSync(directory, { recursive: true, force: true })
}
process.exitCode = broken === 0 ? 0 : 1
