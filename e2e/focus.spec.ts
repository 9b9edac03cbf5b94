import { expect, type Page, test } from '@playwright/test'
import { logIn } from './people.ts'
import { settle } from './sound.ts'

// These tests only look at pages, so they may run in parallel.
test.describe.configure({ mode: 'parallel' })

const track = '/ru_season_5/business'

async function openTrack(page: Page) {
  await page.goto(track)
  await expect(page.getByRole('region', { name: 'Путь участника' })).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeVisible()
}

/**
 * The links of this page within the portal, each once. Without the query, because other tests change the event in it.
 */
const ways = (page: Page) =>
  page.evaluate(() => {
    const links = [...document.querySelectorAll('main a[href^="/"], footer a[href^="/"]')]
    return [...new Set(links.map((link) => link.getAttribute('href')?.split('?')[0] ?? ''))]
  })

const linkTo = (page: Page, address: string) =>
  page.locator(':is(main, footer)').locator(`a[href="${address}"], a[href^="${address}?"]`).first()

/** Expects that the heading has the focus, and keeps it when the rest of the page has loaded. */
async function expectHeading(page: Page, name: string) {
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading, name).toBeFocused()
  await settle(page)
  await expect(heading, name).toBeFocused()
}

for (const who of ['participant', 'finalist'])
  test(`${who}: every page linked from the track and the footer focuses its heading`, async ({ page }) => {
    await logIn(page, `${who}@demo.test`)
    await openTrack(page)
    const addresses = await ways(page)
    expect(addresses).toContain('/ru_season_5/faq')
    expect(addresses.filter((address) => address.includes('/stages/')).length).toBeGreaterThan(1)
    for (const address of addresses) {
      await openTrack(page)
      await linkTo(page, address).press('Enter')
      await page.waitForURL((url) => url.pathname !== track)
      await expectHeading(page, address)
      if (!page.url().endsWith('/manual')) continue
      await page.getByRole('link', { name: 'Перейти к этапу' }).press('Enter')
      await page.waitForURL((url) => !url.pathname.endsWith('/manual'))
      await expectHeading(page, `${address} after the instructions`)
    }
  })

test('a heading that loads late does not take the focus from a person who has moved it meanwhile', async ({ page }) => {
  await logIn(page, 'finalist@demo.test')
  await openTrack(page)
  const address = (await ways(page)).find((each) => each.includes('/stages/rules/')) ?? ''
  await page.goto(address)
  const crumb = page.getByRole('main').getByRole('link', { name: 'Этапы', exact: true })
  await expect(crumb).toBeVisible()
  await openTrack(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // The page is shown while the stage's data are still loading.
  await page.route(/\/api\/v3\/user\/stages\/\d+/, async (route) => {
    await held
    await route.continue()
  })
  await page.locator(`main a[href="${address}"]`).first().press('Enter')
  await crumb.focus()
  release()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await settle(page)
  await expect(crumb).toBeFocused()
})

test('after a full load the focus stays at the top of the page', async ({ page }) => {
  await logIn(page, 'finalist@demo.test')
  await page.goto('/profile')
  await expect(page.getByRole('button', { name: 'Сменить почту' })).toBeVisible()
  await expect(page.locator('body')).toBeFocused()
})

const forms = {
  '/profile': { 'Сменить почту': 'Новый адрес', 'Сменить телефон': 'Новый номер' },
  '/profile/security': { 'Сменить пароль': 'Нынешний пароль', Включить: 'Из приложения' },
  '/profile/own-data': { 'Скачать мои данные': 'Документ Word', 'Удалить учётную запись': 'Пароль' },
}

test('each form of the profile focuses its first field and returns the focus to its button', async ({ page }) => {
  await logIn(page, 'finalist@demo.test')
  for (const [path, ofPage] of Object.entries(forms)) {
    await page.goto(path)
    for (const [button, field] of Object.entries(ofPage)) {
      const opener = page.getByRole('button', { name: button, exact: true })
      await opener.press('Enter')
      await expect(page.getByLabel(field).first(), button).toBeFocused()
      await page.getByRole('button', { name: 'Отмена' }).press('Enter')
      await expect(opener, button).toBeFocused()
    }
  }
})
