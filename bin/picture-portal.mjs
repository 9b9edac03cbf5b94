// A portal with its own data for the commands that take screenshots, and the contact sheet of the screenshots.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { browserOptions } from '../e2e/browser.mjs'
import { portalNode, root, setUp } from './setup.mjs'

/** Starts the portal by this script and a browser, calls `take(browser, address)`, and stops both. */
export async function withPortal(script, take) {
  process.chdir(root)
  await setUp({ dev: true })
  const port = await freePort()
  const address = `http://localhost:${port}`
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-pictures-'))
  const portal = spawn(portalNode, [script], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), HOST: 'localhost', DATABASE_URL: '', DEMO: '1' },
  })
  const ended = new Promise((done) => portal.once('exit', done))
  let browser
  try {
    await answers(portal, address)
    browser = await chromium.launch(await browserOptions())
    await take(browser, address)
  } finally {
    await browser?.close()
    portal.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Writes `rows` of screenshots to `out`. `sizes` are the windows of the columns; every row is `rowHeight` high. */
export async function contactSheet(rows, { sizes, rowHeight, width, out }) {
  const gap = 24
  const widths = sizes.map(({ width: w, height }) => Math.round((rowHeight / height) * w))
  const whole = widths.reduce((sum, each) => sum + each + gap, gap)
  const scale = width / whole
  const height = Math.round(rowHeight * scale)
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
  mkdirSync(dirname(out), { recursive: true })
  await sharp({ create: { width, height: space + rows.length * (height + space), channels: 3, background: '#c9c9c6' } })
    .composite(parts)
    .toFile(out)
}

async function answers(portal, address) {
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
