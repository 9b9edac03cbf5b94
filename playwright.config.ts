import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { browserOptions } from './e2e/browser.mjs'

const wide = { viewport: { width: 1440, height: 900 } }
const browser = await browserOptions()
const port = Number(process.env.E2E_PORT ?? 23417)

/** One built portal for the whole run, started by e2e/start-portal.mjs on data of its own. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  fullyParallel: false,
  // Three keep two cores at work, because a browser test also waits for the page, the server or another browser. The
  // fourth is for the tests that mostly wait.
  workers: 4,
  // Generous, for a shared machine: a stall of the disk is not a fault of the portal.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  reporter: process.env.PLAYWRIGHT_JSON
    ? [['line'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON }]]
    : [['line']],
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'ru-RU',
    // Rendering animations takes a quarter of the time. A test of an animation enables them.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Asia/Vladivostok',
    // Traces slow the whole run down; `--trace on` enables them for a test that is being investigated.
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 60_000,
    // Threads that compile and collect garbage beside a page take processor time that the other tests need.
    launchOptions: { ...browser, args: [...(browser.args ?? []), '--js-flags=--single-threaded'] },
  },
  projects: [
    // Each story runs once, in a wide window. With `@phone` its result depends on the layout, so it runs at both
    // widths.
    // Tests that wait for a clock or a recording go first and one at a time, beside the others and not after them.
    { name: 'waits', grep: /@waits/, workers: 1, use: wide },
    { name: 'desktop', grepInvert: /@phone-only|@waits/, use: wide },
    { name: 'phone', grep: /@phone/, use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } },
  ],
  webServer: {
    command: `${process.execPath} e2e/start-portal.mjs`,
    url: `http://localhost:${port}/ready`,
    env: { PORT: String(port), E2E: '1' },
    // The demo is created first, which takes seconds of processor time; a busy machine may give it a tenth of a
    // processor.
    timeout: 600_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})

if (!existsSync('dist/web/index.html')) throw new Error('Build the web side first: npm run build')
