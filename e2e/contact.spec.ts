import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { choose, logIn } from './people.ts'

/** WCAG 2.1 A and AA, and no sideways scroll. */
async function expectSound(page: Page, name: string) {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  )
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']).analyze()
  expect(violations.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.target}`)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0)
}

const uniqueWords = () => `Не открывается страница этапа, попытка ${Date.now()}${test.info().workerIndex}`

test('RT-08 a person writes to support, loses nothing on a reload, gets a number, and the organiser’s answer comes back', async ({
  page,
  browser,
}) => {
  const words = uniqueWords()
  await logIn(page, 'captain@demo.test')
  await page.goto('/ru_season_5/support')
  await expect(page.getByLabel('Куда ответить')).toHaveValue('captain@demo.test')
  await expectSound(page, 'support')

  await page.getByRole('button', { name: 'Отправить' }).click()
  await expect(page.getByRole('alert')).toContainText('Выберите тему')
  await expect(page.getByRole('alert')).toContainText('Опишите, что случилось')

  await page.getByLabel('Что случилось').fill(words)
  await expect(page.getByText(/Сохранено/)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Что случилось')).toHaveValue(words)

  await choose(page, /Тема/, 'Портал работает не так')
  await page.getByLabel(/Файлы/).setInputFiles({
    name: 'снимок.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF'),
  })
  await expect(page.getByRole('button', { name: 'Убрать файл «снимок.pdf»' })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await page.getByRole('button', { name: 'Отправить' }).click()
  const number = page.getByRole('heading', { name: /Номер обращения — \d+/ })
  await expect(number).toBeFocused()
  const id = ((await number.textContent()) ?? '').replace(/\D/g, '')
  const own = page.getByRole('article', { name: new RegExp(`№ ${id}\\.`) })
  await expect(own).toContainText('Ждёт ответа')
  await expect(own).toContainText(words)
  await expectSound(page, 'sent')

  const desk = await browser.newContext()
  const organiser = await desk.newPage()
  await logIn(organiser, 'admin@demo.test')
  await organiser.goto('/ru_season_5/support')
  await organiser.getByRole('link', { name: 'Входящие обращения' }).click()
  const incoming = organiser.getByRole('article', { name: new RegExp(`№ ${id}\\.`) })
  await expect(incoming).toContainText(words)
  const file = organiser.waitForEvent('download')
  await incoming.getByRole('button', { name: 'снимок.pdf' }).click()
  expect((await file).suggestedFilename()).toBe('снимок.pdf')
  await incoming.getByRole('button', { name: 'Ответить' }).click()
  await incoming.getByLabel('Ответ').fill('Починили, обновите страницу')
  await expectSound(organiser, 'inbox')
  await incoming.getByRole('button', { name: 'Отправить ответ' }).click()
  await expect(incoming).toHaveCount(0)
  await desk.close()

  await page.reload()
  await expect(own).toContainText('Есть ответ')
  await expect(own).toContainText('Починили, обновите страницу')
  // What was sent is no draft any more.
  await expect(page.getByLabel('Что случилось')).toHaveValue('')
})

test('RT-08 RL-01 the inbox is closed to whoever does not organise, and the entrance says where to ask for help', async ({
  page,
}) => {
  await page.goto('/ru_season_5/login')
  await expect(page.getByRole('link', { name: 'support@demo.test' })).toHaveAttribute(
    'href',
    'mailto:support@demo.test',
  )
  await page.goto('/ru_season_5/forgot')
  await expect(page.getByRole('link', { name: 'support@demo.test' })).toBeVisible()
  await logIn(page, 'participant@demo.test')
  await page.goto('/ru_season_5/support')
  await expect(page.getByRole('heading', { name: 'Мои обращения' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Входящие обращения' })).toHaveCount(0)
  await page.goto('/ru_season_5/support/inbox')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Отсутствует доступ к запрошенной странице')
})

test('RT-08 without a connection the form says so and keeps every word', async ({ page, context }) => {
  const words = uniqueWords()
  await logIn(page, 'mentor@demo.test')
  await page.goto('/ru_season_5/support')
  await choose(page, /Тема/, 'Другое')
  await page.getByLabel('Что случилось').fill(words)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Отправить' }).click()
  await expect(page.getByRole('alert')).toContainText('Нет связи с сервером')
  await expect(page.getByLabel('Что случилось')).toHaveValue(words)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Отправить' }).click()
  await expect(page.getByRole('heading', { name: /Номер обращения/ })).toBeVisible()
})
