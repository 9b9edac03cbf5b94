// The pages as Lighthouse rates them on a phone, and the first paint of the login pages.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { type BrowserContext, chromium } from 'playwright'
import { freePort, startPortal } from '#server/testing/portal-process.ts'
import { browserOptions } from '../e2e/browser.mjs'
import { largestPaint, median } from './largest-paint.ts'
import { proxyOf } from './without-script.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const competition = 'ru_season_5'
const categories = ['performance', 'accessibility', 'best-practices'] as const
const limits = { accessibility: 1, 'best-practices': 1, shift: 0.02, shiftOfForm: 0.01, paint: 1.3 }
/** How much worse than the login the track may be: in points, and as a factor of the largest paint. */
const behind = { points: 2, paint: 1.1 }

/** Stages on which people type. */
const forms = [
  ['application', 'registration/registration'],
  ['essay', 'essay/essay'],
  ['form', 'form/questionnaire'],
] as const

interface Judged {
  scores: Record<(typeof categories)[number], number>
  /** Milliseconds. */
  paint: number
  shift: number
  faults: string[]
}

async function judge(url: string, port: number): Promise<Judged> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: [...categories],
    // The session must stay for the following pages.
    disableStorageReset: true,
  })
  if (!result) throw new Error(`Lighthouse said nothing of ${url}`)
  const { lhr } = result
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message)
  const faults = categories
    .slice(1)
    .flatMap((name) =>
      (lhr.categories[name]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
        .map(({ id }) => id),
    )
  return {
    scores: Object.fromEntries(categories.map((name) => [name, lhr.categories[name]?.score ?? 0])) as Judged['scores'],
    paint: lhr.audits['largest-contentful-paint']?.numericValue ?? 0,
    shift: lhr.audits['cumulative-layout-shift']?.numericValue ?? 1,
    faults,
  }
}

async function logIn(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${url}/${competition}/login`)
  await page.getByLabel('Электронная почта или телефон').fill('finalist@demo.test')
  await page.getByLabel('Пароль', { exact: true }).fill('Demo-Leader-2026')
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await page.waitForURL((address) => !address.pathname.endsWith('/login'))
  await page.close()
}

/** The first article of the help. */
async function articleOf(context: BrowserContext, url: string): Promise<string> {
  const page = await context.newPage()
  await page.goto(`${url}/${competition}/faq`, { waitUntil: 'networkidle' })
  const links = page.locator(`main a[href^="/${competition}/faq/"]`)
  const href = (await links.count()) > 0 ? await links.first().getAttribute('href') : null
  await page.close()
  return href ?? `/${competition}/faq`
}

const directory = mkdtempSync(join(tmpdir(), 'portal-lighthouse-'))
let broken = 0

/** A measured value with its limit. A value beyond the limit is counted as a failure. */
function figure(value: number, limit: number, kind: 'least' | 'most', digits = 0): string {
  const good = kind === 'least' ? value >= limit : value <= limit
  if (!good) broken += 1
  return `${value.toFixed(digits)} ${kind === 'least' ? '≥' : '≤'} ${limit}${good ? '' : ' !'}`.padEnd(15)
}

try {
  const portal = await startPortal({ DATA_DIR: join(directory, 'data'), PORT: String(await freePort()) })
  const options = await browserOptions()
  const open = async (profile: string) => {
    const port = await freePort()
    const args = [...(options.args ?? []), `--remote-debugging-port=${port}`]
    return { port, context: await chromium.launchPersistentContext(join(directory, profile), { ...options, args }) }
  }
  const { port, context } = await open('browser')
  const measure = async (name: string, path: string, performance: number, shift = limits.shift) => {
    const runs: Judged[] = []
    for (let round = 0; round < rounds; round += 1) runs.push(await judge(`${portal.url}${path}`, port))
    const score = (category: (typeof categories)[number]) => 100 * median(runs.map(({ scores }) => scores[category]))
    console.log(
      [
        name.padEnd(12),
        figure(score('performance'), performance, 'least'),
        figure(score('accessibility'), 100 * limits.accessibility, 'least'),
        figure(score('best-practices'), 100 * limits['best-practices'], 'least'),
        figure(median(runs.map((run) => run.shift)), shift, 'most', 3),
        `${median(runs.map(({ paint }) => paint)).toFixed(0)} ms`,
        [...new Set(runs.flatMap(({ faults }) => faults))].join(', '),
      ].join(' '),
    )
  }
  console.log(
    `\n${'on a phone'.padEnd(12)} ${['performance', 'accessibility', 'best practices', 'layout shift'].map((title) => title.padEnd(15)).join(' ')} largest paint`,
  )
  await measure('index', '/', 97)
  await measure('login', `/${competition}/login`, 97)

  const [asIs, bare] = [await freePort(), await freePort()]
  const proxies = [
    await proxyOf(portal.url, asIs, { scripts: true }),
    await proxyOf(portal.url, bare, { scripts: false }),
  ]
  const paints: [number, number][] = []
  for (let round = 0; round < 2 * rounds + 1; round += 1)
    paints.push([
      await largestPaint(context, `http://127.0.0.1:${asIs}/${competition}/login`),
      await largestPaint(context, `http://127.0.0.1:${bare}/${competition}/login`),
    ])
  for (const proxy of proxies) proxy.closeAllConnections()
  for (const proxy of proxies) proxy.close()

  await logIn(context, portal.url)
  await measure('track', `/${competition}/business`, 97)
  for (const [name, path] of forms)
    await measure(name, `/${competition}/business/stages/${path}`, 92, limits.shiftOfForm)
  await measure('help article', await articleOf(context, portal.url), 92)

  // Measured in turn, each in its own browser, because the result of a page varies by five points between minutes.
  const stranger = await open('stranger')
  const pairs: { login: Judged; track: Judged }[] = []
  for (let round = 0; round < 2 * rounds + 1; round += 1)
    pairs.push({
      login: await judge(`${portal.url}/${competition}/login`, stranger.port),
      track: await judge(`${portal.url}/${competition}/business`, port),
    })
  await stranger.context.close()
  const middle = (of: (pair: (typeof pairs)[number]) => number) => median(pairs.map(of))
  const points =
    100 * (middle(({ login }) => login.scores.performance) - middle(({ track }) => track.scores.performance))
  const paint = middle(({ track }) => track.paint) / middle(({ login }) => login.paint)
  console.log(
    `\nlogin and track in turn: ${pairs.map(({ login, track }) => [login, track].map(({ scores }) => (100 * scores.performance).toFixed(0)).join(' and ')).join(', ')}`,
  )
  console.log(`the track is behind by ${figure(points, behind.points, 'most').trim()} points`)
  console.log(
    `its largest paint ${middle(({ track }) => track.paint).toFixed(0)} ms, of the login ${middle(({ login }) => login.paint).toFixed(0)} ms: ${figure(paint, behind.paint, 'most', 2).trim()} times it`,
  )

  const [ours, floor] = [median(paints.map(([paint]) => paint)), median(paints.map(([, paint]) => paint))]
  console.log(
    `\nlargest paint of the login on a throttled phone: ${ours.toFixed(0)} ms, without script ${floor.toFixed(0)} ms`,
  )
  console.log(`that is ${figure(ours / floor, limits.paint, 'most', 2).trim()} times it`)
  await context.close()
  await portal.kill('SIGTERM')
} finally {
  rmSync(directory, { recursive: true, force: true })
}
process.exitCode = broken === 0 ? 0 : 1
