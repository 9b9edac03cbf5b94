import { expect, type Page, test } from '@playwright/test'
import { personWho } from './cast.ts'
import { demoPassword, logIn, stopTime } from './people.ts'
import { allCome, openWhole, settle } from './sound.ts'

/**
 * Controls of the page's content. The header is not among them: it may scroll away to keep the pressed button in view.
 */
const controls = 'main :is(input, textarea, select, button, a[href])'

/** Marks the controls that are visible and usable now. */
const remember = (page: Page) =>
  page.evaluate((all) => {
    for (const control of document.querySelectorAll<HTMLElement>(all)) {
      const { top, bottom, height, left, width } = control.getBoundingClientRect()
      const at = document.elementFromPoint(left + width / 2, top + height / 2)
      const usable = top >= 0 && bottom <= innerHeight && at !== null && control.contains(at)
      control.toggleAttribute('data-was-seen', usable && !control.closest('[aria-live]'))
    }
  }, controls)

/** The marked controls that are under a notice now. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const notices = [...document.querySelectorAll('[aria-live] > div')].map((notice) => notice.getBoundingClientRect())
    return [...document.querySelectorAll('[data-was-seen]')]
      .filter((control) => {
        const box = control.getBoundingClientRect()
        return notices.some(({ top, bottom }) => box.top < bottom - 1 && box.bottom > top + 1)
      })
      .map((control) => control.outerHTML.slice(0, 120))
  })

/** The controls under a notice that floats over the page. */
const underFloating = (page: Page): Promise<string[]> =>
  page.evaluate((all) => {
    const notices = [...document.querySelectorAll('[data-floating]')].map((notice) => notice.getBoundingClientRect())
    return [...document.querySelectorAll(all)]
      .filter((control) => {
        const box = control.getBoundingClientRect()
        return notices.some(
          ({ top, bottom, left, right }) =>
            box.top < bottom && box.bottom > top && box.left < right && box.right > left && box.height > 0,
        )
      })
      .map((control) => control.outerHTML.slice(0, 120))
  }, controls)

test('the notice of a failure and the notice of a lost connection cover neither each other nor controls of the page', {
  tag: '@phone',
}, async ({ page }) => {
  await page.clock.install()
  await openWhole(page, '/ru_season_5/login')
  await page.route('**/api/v3/auth/login', (route) => route.fulfill({ status: 500, body: '' }))
  await page.route('**/health', (route) => route.abort())
  await stopTime(page)
  await page.getByLabel('Электронная почта или телефон').fill('participant@demo.test')
  await page.getByLabel('Пароль', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Войти', exact: true }).focus()
  await remember(page)
  await page.keyboard.press('Enter')
  const failure = page.getByRole('alert').filter({ hasText: 'Произошла ошибка, попробуйте позже' })
  await expect(failure).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  const lost = page.locator('[aria-live] > div').filter({ hasText: 'Нет связи с порталом' })
  await expect(lost).toBeVisible()
  // Both notices are measured once their animation has ended.
  await settle(page)
  const upper = await failure.last().boundingBox()
  const lower = await lost.boundingBox()
  expect((upper?.y ?? 0) + (upper?.height ?? 0)).toBeLessThanOrEqual((lower?.y ?? 0) + 1)
  expect(await covered(page)).toEqual([])
  // The pressed button of the login is still in view.
  await expect(page.getByRole('button', { name: 'Войти', exact: true })).toBeInViewport()
})

test('the focused field stays in view next to a notice, at any scroll position', {
  tag: '@phone',
}, async ({ page }) => {
  await logIn(page, personWho('is seen with a form under way'))
  await page.clock.install()
  await openWhole(page, '/ru_season_5/business/stages/form/questionnaire')
  if (page.url().endsWith('/manual')) await page.getByRole('link', { name: 'Перейти к этапу' }).click()
  const field = page.getByLabel('Расскажите о себе')
  await expect(field).toBeVisible()
  await allCome(page)
  await settle(page)
  // The message that the connection is back disappears after five seconds, so only the test moves the clock.
  await stopTime(page)
  await page.route('**/health', (route) => route.abort())
  const lost = page.locator('[aria-live] > div').filter({ hasText: 'Нет связи с порталом' })
  for (const edge of ['start', 'end'] as const) {
    await field.focus()
    await field.evaluate((element, block) => element.scrollIntoView({ block, behavior: 'instant' }), edge)
    await remember(page)
    await page.evaluate(() => dispatchEvent(new Event('offline')))
    await expect(lost).toBeVisible()
    await expect(field).toBeInViewport({ ratio: 0.99 })
    // At the lower edge the field moves up to stay in view, and controls above it scroll away.
    if (edge === 'start') await expect.poll(() => covered(page)).toEqual([])
    // While Tab moves through the page the focus is never under the notice.
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press(edge === 'start' ? 'Tab' : 'Shift+Tab')
      const hidden = await page.evaluate(() => {
        const box = document.activeElement?.getBoundingClientRect()
        const notice = document.querySelector('[aria-live]:has(> div)')?.getBoundingClientRect()
        const inside = document.activeElement?.closest('[aria-live]')
        return !inside && box && notice && box.bottom < notice.bottom + 1 ? document.activeElement?.outerHTML : null
      })
      expect(hidden).toBeNull()
    }
    await page.unroute('**/health')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(lost).toBeHidden()
    await expect(page.getByText('Связь восстановлена')).toBeVisible()
    await expect
      .poll(async () => {
        await page.clock.runFor(20)
        return underFloating(page)
      })
      .toEqual([])
    await page.getByRole('button', { name: 'Закрыть сообщение' }).click()
    await expect(page.getByText('Связь восстановлена')).toBeHidden()
    await page.route('**/health', (route) => route.abort())
  }
})
