import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { build } from 'vite'
import { sanitise as serverSanitise } from '../server/platform/html/sanitise.ts'
import { honestHtml, hostileHtml } from '../server/testing/hostile-html.ts'
import { allowedAttributes, allowedTags } from '../shared/platform/html/allow-list.ts'

let program = ''
test.beforeAll(async () => {
  const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: file('../web/platform/html/sanitise.ts'), name: 'cleaning', formats: ['iife'] },
    },
  })
  const [result] = [built].flat() as { output: { code?: string }[] }[]
  program = result?.output[0]?.code ?? ''
})

/**
 * An empty page with the sanitiser of the web side, either with the portal's Trusted Types policy or without any
 * policy.
 */
async function openPage(page: Page, policy?: string) {
  await page.route('https://portal.test/**', (route) => {
    const path = new URL(route.request().url()).pathname
    if (path === '/sanitise.js') return route.fulfill({ contentType: 'text/javascript', body: program })
    if (path !== '/') return route.fulfill({ status: 404, body: '' })
    return route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: policy ? { 'Content-Security-Policy': policy } : {},
      body: '<!doctype html><title>Проверка</title><div id="place"></div><script src="/sanitise.js"></script>',
    })
  })
  await page.route(/example\.invalid/, (route) => route.abort())
  await page.goto('https://portal.test/')
}

/** Puts each text into the page, triggers events on all its elements, and returns what ran and what is not allowed. */
const provoke = (page: Page, texts: readonly string[], through: 'the sanitiser' | 'nothing') =>
  page.evaluate(
    async ({ texts, through, allowedTags, allowedAttributes }) => {
      const seen: string[] = []
      const world = window as unknown as { ran(): void; cleaning: { sanitise(html: string): string } }
      const place = document.getElementById('place') as HTMLElement
      for (const text of texts) {
        world.ran = () => seen.push(`ran: ${text}`)
        place.innerHTML = through === 'nothing' ? text : world.cleaning.sanitise(text)
        for (const element of place.querySelectorAll('*')) {
          const tag = element.localName
          if (!allowedTags.includes(tag)) seen.push(`<${tag}>: ${text}`)
          for (const { name, value } of element.attributes) {
            if (!allowedAttributes[tag]?.includes(name)) seen.push(`${tag} ${name}: ${text}`)
            if (name === 'href' && !['https:', ''].includes(/^\s*[^/?#]*:/.exec(value)?.[0] ?? ''))
              seen.push(`${value}: ${text}`)
          }
          // Our own links change only the hash; others are not followed here.
          element.addEventListener('click', (event) => {
            if (!/^javascript:/i.test((element as HTMLAnchorElement).href ?? '')) event.preventDefault()
          })
          for (const type of ['click', 'mouseover', 'focus', 'pointerdown', 'toggle', 'animationstart'])
            element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }))
          if (element instanceof HTMLElement) element.focus()
        }
        // Pictures and frames load later than the text appears.
        await Promise.all(
          [...place.querySelectorAll('img, iframe')].map((element) =>
            element instanceof HTMLImageElement && element.complete
              ? null
              : new Promise((done) => {
                  element.addEventListener('load', done)
                  element.addEventListener('error', done)
                }),
          ),
        )
        // Waits for a frame, but not endlessly.
        await new Promise((done) => {
          requestAnimationFrame(() => setTimeout(done))
          setTimeout(done, 1000)
        })
      }
      return seen
    },
    { texts, through, allowedTags: [...allowedTags] as string[], allowedAttributes },
  )

test('R-35 in a real browser no hostile text runs or keeps an unsafe part, cleaned by the browser or by the server', async ({
  page,
}) => {
  await openPage(page)
  // Proves that the test can fail: without cleaning these texts do run.
  const raw = await provoke(page, ['<img src=x onerror=ran()>', '<p onclick=ran()>а</p>'], 'nothing')
  expect(raw.filter((line) => line.startsWith('ran'))).toHaveLength(2)
  expect(await provoke(page, hostileHtml, 'the sanitiser')).toEqual([])
  // Without any policy and without cleaning in the browser: texts cleaned by the server must be harmless by themselves.
  expect(await provoke(page, hostileHtml.map(serverSanitise), 'nothing')).toEqual([])
  expect(page.url().replace(/#.*/, '')).toBe('https://portal.test/')
})

test('R-35 R-47 under the portal’s policy cleaned text is accepted and other text is refused', async ({
  page,
  baseURL,
}) => {
  const answer = await page.request.get(`${baseURL}/`)
  const policy = answer.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types dompurify ProseMirrorClipboard")
  await openPage(page, policy)
  const refused = await page.evaluate(() => {
    const place = document.getElementById('place') as HTMLElement
    try {
      place.innerHTML = '<p>а</p>'
      return false
    } catch {
      return true
    }
  })
  expect(refused).toBe(true)
  expect(await provoke(page, hostileHtml, 'the sanitiser')).toEqual([])
  await provoke(page, [honestHtml], 'the sanitiser')
  expect(await page.locator('#place').innerHTML()).toBe(honestHtml.replace(' />', '>'))
})
