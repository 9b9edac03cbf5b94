// One picture of every look: its login page and a track page side by side, at desktop width and on a phone.
// npm run looks            writes dist/looks.png
// npm run looks -- --out docs/pictures/looks.webp --width 1600   writes a smaller one
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { browserOptions } from '../e2e/browser.mjs'
import { portalNode, root, setUp } from './setup.mjs'

const { values } = parseArgs({
  options: { out: { type: 'string', default: 'dist/looks.png' }, width: { type: 'string', default: '2880' } },
})
const desktop = { width: 1440, height: 900 }
const phone = { width: 360, height: 800 }

process.chdir(root)
await setUp()
const port = await freePort()
const address = `http://localhost:${port}`
const dataDir = mkdtempSync(join(tmpdir(), 'portal-looks-'))
const portal = spawn(portalNode, ['demo/portal-of-looks.ts'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), HOST: 'localhost', DATABASE_URL: '', DEMO: '1' },
})
const ended = new Promise((done) => portal.once('exit', done))
let browser
try {
  await answers()
  const { shownBy } = await import('../demo/looks.ts')
  browser = await chromium.launch(await browserOptions())
  const cells = []
  for (const [look, place] of Object.entries(shownBy)) {
    console.log(look)
    cells.push(await row(place))
  }
  mkdirSync(dirname(values.out), { recursive: true })
  await contactSheet(cells, Number(values.width), values.out)
  console.log(values.out)
} finally {
  await browser?.close()
  portal.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
}

/** Login and track, wide and narrow: four screenshots. */
async function row({ competition, track }) {
  const wide = await browser.newContext({ viewport: desktop, locale: 'ru-RU', reducedMotion: 'reduce' })
  const page = await wide.newPage()
  const pictures = []
  await page.goto(`${address}/${competition}/login`, { waitUntil: 'networkidle' })
  pictures.push(await page.screenshot())
  await page.getByLabel('Электронная почта или телефон').fill('participant@demo.test')
  await page.getByLabel('Пароль', { exact: true }).fill('Demo-Leader-2026')
  await page.getByRole('button', { name: 'Войти' }).click()
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
  await page.goto(`${address}/${competition}/${track}`, { waitUntil: 'networkidle' })
  pictures.push(await page.screenshot())
  await page.setViewportSize(phone)
  await page.reload({ waitUntil: 'networkidle' })
  const narrowTrack = await page.screenshot()
  await wide.close()
  const narrow = await browser.newContext({ viewport: phone, locale: 'ru-RU', reducedMotion: 'reduce' })
  const entrance = await narrow.newPage()
  await entrance.goto(`${address}/${competition}/login`, { waitUntil: 'networkidle' })
  pictures.push(await entrance.screenshot(), narrowTrack)
  await narrow.close()
  return pictures
}

/** One row per look; wide pages at half size. */
async function contactSheet(rows, width, out) {
  const gap = 24
  const widths = [desktop, desktop, phone, phone].map(({ width: w, height }) =>
    Math.round((desktop.height / height) * w),
  )
  const whole = widths.reduce((sum, each) => sum + each + gap, gap)
  const scale = width / whole
  const height = Math.round(desktop.height * scale)
  const space = Math.round(gap * scale)
  const parts = await Promise.all(
    rows.flatMap((pictures, line) => {
      let left = space
      return pictures.map((input, column) => {
        const place = { left, top: space + line * (height + space) }
        const cell = Math.round(widths[column] * scale)
        left += cell + space
        return sharp(input)
          .resize(cell, height, { fit: 'cover', position: 'top' })
          .toBuffer()
          .then((picture) => ({ input: picture, ...place }))
      })
    }),
  )
  await sharp({ create: { width, height: space + rows.length * (height + space), channels: 3, background: '#c9c9c6' } })
    .composite(parts)
    .toFile(out)
}

async function answers() {
  for (let tries = 0; tries < 240; tries += 1) {
    if (portal.exitCode !== null) throw new Error('the portal has not started')
    const ready = await fetch(`${address}/ready`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    await new Promise((done) => setTimeout(done, 250))
  }
  throw new Error('the portal does not answer')
}

async function freePort() {
  const server = createServer()
  await new Promise((done) => server.listen(0, 'localhost', done))
  const { port: free } = server.address()
  await new Promise((done) => server.close(done))
  return free
}
