import { expect, type Page, test } from '@playwright/test'
import { personWho } from './cast.ts'
import { startWithoutTrack } from './change-start.ts'
import { watchFor } from './passing-words.ts'
import { logIn } from './people.ts'

const lost = (page: Page) => page.getByText('Нет связи с порталом')

async function openQuestionnaire(page: Page) {
  await page.goto('/ru_season_5/business/stages/form/questionnaire')
  const manual = page.getByRole('link', { name: 'Перейти к этапу' })
  const field = page.getByLabel('Расскажите о себе')
  await expect(manual.or(field)).toBeVisible()
  if (await manual.isVisible()) await manual.click()
  await expect(field).toBeVisible()
}

test('while offline the page shows it, keeps the input, and sends it by itself when the connection is back', async ({
  page,
  context,
}) => {
  await logIn(page, personWho('writes offline'))
  await openQuestionnaire(page)
  const about = page.getByLabel('Расскажите о себе')
  const words = `Написано без связи, строка за строкой, чтобы ничего не пропало ${Date.now()}`
  await context.setOffline(true)
  await expect(lost(page)).toBeVisible()
  await about.fill(words)
  await expect(page.getByText('Нет связи — сохраним, когда она вернётся').first()).toBeVisible()
  // A notice must not cover a field.
  const notice = page.locator('[aria-live] > div').filter({ has: lost(page) })
  await notice.getByRole('button', { name: 'Закрыть сообщение' }).click()
  await expect(lost(page)).toBeHidden()
  const back = await watchFor(page, 'Связь восстановлена')
  await context.setOffline(false)
  await back()
  await expect(page.getByText(/Сохранено в \d\d:\d\d:\d\d/).first()).toBeVisible()
  await page.reload()
  await expect(about).toHaveValue(words)
})

test('a server that does not answer looks the same as no connection, and a page that could not open opens later by itself', async ({
  page,
}) => {
  await logIn(page, 'finalist@demo.test')
  await page.goto('/ru_season_5/business')
  const main = page.getByRole('main')
  // The server draws the title already; only a link shows that the path has loaded.
  const rules = main.getByRole('link', { name: 'Правила конкурса' }).first()
  await expect(rules).toBeVisible()
  await page.route(/\/(api\/v3|health)/, (route) => route.abort('connectionrefused'))
  await rules.click()
  await expect(lost(page)).toBeVisible()
  await expect(main.getByRole('button', { name: 'Повторить' }).first()).toBeVisible()
  await page.unroute(/\/(api\/v3|health)/)
  // The page checks the server by itself, without a click.
  await expect(main.getByRole('button', { name: 'Повторить' })).toHaveCount(0)
  await expect(main.getByRole('heading', { level: 1, name: 'Правила конкурса' })).toBeVisible()
  await expect(main.getByText('Если правила обновятся')).toBeVisible()
  await expect(lost(page)).toBeHidden()
})

test('a link clicked while offline waits for the connection, and the page keeps its input', async ({
  page,
  context,
}) => {
  await logIn(page, 'finalist@demo.test')
  await page.goto('/ru_season_5/support')
  const words = `Написано перед туннелем ${Date.now()}`
  await page.getByLabel('Что случилось').fill(words)
  await context.setOffline(true)
  await expect(lost(page)).toBeVisible()
  // The code of this page has not been loaded yet.
  await page.getByRole('main').getByRole('link', { name: 'Вопросы и ответы' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Нет связи с порталом' })).toBeVisible()
  await expect(page.getByText('Страница откроется сама, как только связь вернётся')).toBeVisible()
  await context.setOffline(false)
  // The page opens without a click.
  await expect(page.getByRole('heading', { level: 1, name: 'Помощь' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Что случилось')).toHaveValue(words)
})

test('SC-14 ER-02 a page that fails shows «Что-то пошло не так» with a number and a link home, and reports the fault to the server', async ({
  page,
}) => {
  const told: { id: string; message: string; path: string }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v3/client-errors')) told.push(request.postDataJSON())
  })
  await logIn(page, 'finalist@demo.test')
  // An answer of the wrong shape makes the screen fail.
  await startWithoutTrack(page)
  await page.route('**/api/v3/user/user-stages*', (route) =>
    route.fulfill({ contentType: 'application/json', body: '{"stages":[null]}' }),
  )
  const answered = page.waitForResponse('**/api/v3/client-errors')
  await page.goto('/ru_season_5/business')
  await expect(page.getByRole('heading', { level: 1, name: 'Что-то пошло не так' })).toBeVisible()
  expect((await answered).status()).toBe(204)
  const shown = (await page.getByText('Номер обращения для поддержки: ').textContent()) ?? ''
  // On a busy machine another fault may have been reported before.
  await expect.poll(() => told.find(({ id }) => shown.endsWith(id))?.path).toBe('/ru_season_5/business')
  await page.unroute('**/api/v3/user/user-stages*')
  await page.getByRole('link', { name: 'Вернуться на главную' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('ER-03 a missing chunk reloads the page once, not for ever', async ({ page }) => {
  await logIn(page, 'finalist@demo.test')
  await page.goto('/ru_season_5/business')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  await page.route('**/assets/PersonalPage-*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Что-то пошло не так' })).toBeVisible()
  expect(loads).toBe(2)
})
