import { type BrowserContext, chromium, expect, type Page, test } from '@playwright/test'
import { browserOptions } from './browser.mjs'
import { personWho } from './cast.ts'
import { logIn } from './people.ts'

declare global {
  interface Window {
    /** What could be read of a kept page when it came back. */
    glimpsed?: string
  }
}

/** A browser that keeps pages for Back and Forward, as those of people do; Playwright's own does not. */
async function keepingBrowser(act: (context: BrowserContext) => Promise<void>) {
  const browser = await chromium.launch({
    ...(await browserOptions()),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  try {
    const { baseURL, locale } = test.info().project.use
    const context = await browser.newContext({ baseURL, locale, reducedMotion: 'reduce' })
    await context.addInitScript(() => {
      window.addEventListener('pageshow', ({ persisted }) => {
        const { visibility } = getComputedStyle(document.documentElement)
        window.glimpsed = persisted && visibility !== 'hidden' ? document.body.innerText : ''
      })
    })
    await act(context)
  } finally {
    await browser.close()
  }
}

type Part = Parameters<typeof personWho>[0]

async function ownPage(context: BrowserContext, name: Part) {
  const page = await context.newPage()
  await logIn(page, personWho(name))
  await page.goto('/profile')
  await expect(page.getByText(personWho(name)).first()).toBeVisible()
  return page
}

async function showsNothingOf(page: Page, name: Part) {
  await expect(
    page
      .getByRole('button', { name: 'Войти' })
      .or(page.getByRole('heading', { level: 1 }))
      .first(),
  ).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.innerText + (window.glimpsed ?? ''))).not.toContain(
    personWho(name),
  )
}

test('R-94 a step back after a logout shows nothing of the person, also where the browser has kept the page', async () => {
  const name = 'steps back after a logout'
  await keepingBrowser(async (context) => {
    const page = await ownPage(context, name)
    await page.getByRole('button', { name: /: меню$/ }).click()
    await page.getByRole('menuitem', { name: 'Выход' }).click()
    await expect(page).toHaveURL(/\/$/)
    await page.goBack()
    await showsNothingOf(page, name)
    await page.goForward()
    await showsNothingOf(page, name)
  })
})

test('R-94 a page that the browser keeps is covered, and shown again only while the session of its person goes on', async ({
  page,
  context,
}) => {
  const name = 'comes back to a kept page'
  await logIn(page, personWho(name))
  await page.goto('/profile')
  const own = page.getByText(personWho(name)).first()
  await expect(own).toBeVisible()
  // The events of a browser that keeps a page: not every browser of the tests keeps any.
  const tell = (type: 'pagehide' | 'pageshow') =>
    page.evaluate((event) => void window.dispatchEvent(new PageTransitionEvent(event, { persisted: true })), type)
  await tell('pagehide')
  await expect(own).toBeHidden()
  await tell('pageshow')
  await expect(own).toBeVisible()
  await tell('pagehide')
  expect((await context.request.post('/api/v3/auth/logout')).ok()).toBe(true)
  const again = page.waitForEvent('load')
  await tell('pageshow')
  await again
  await showsNothingOf(page, name)

  await logIn(page, personWho(name))
  await page.goto('/profile')
  await expect(own).toBeVisible()
  await tell('pagehide')
  // Another person has logged in meanwhile.
  await logIn(page, personWho('has three tabs at a logout'))
  const other = page.waitForEvent('load')
  await tell('pageshow')
  await other
  await expect(page.getByText(personWho('has three tabs at a logout')).first()).toBeVisible()
  await showsNothingOf(page, name)
})

test('R-94 after a logout no other tab, and no page that is opened again, shows anything of the person', async () => {
  const name = 'has three tabs at a logout'
  await keepingBrowser(async (context) => {
    const page = await ownPage(context, name)
    const [other, away] = [await context.newPage(), await context.newPage()]
    for (const tab of [other, away]) {
      await tab.goto('/profile')
      await expect(tab.getByText(personWho(name)).first()).toBeVisible()
    }
    await away.goto('/robots.txt')
    await page.getByRole('button', { name: /: меню$/ }).click()
    await page.getByRole('menuitem', { name: 'Выход' }).click()
    await expect(page).toHaveURL(/\/$/)
    await expect(other.getByText(personWho(name))).toHaveCount(0)
    await other.goBack().catch(() => null)
    await showsNothingOf(other, name)
    await away.goBack()
    await showsNothingOf(away, name)
    const again = await context.newPage()
    await again.goto('/profile')
    await showsNothingOf(again, name)
  })
})
