import { expect, type Page, test } from '@playwright/test'
import { enter, logIn } from './people.ts'
import { expectSound } from './sound.ts'

const season = '/admin/ru_season_5'
const essay = 'Эссе «Решение, которое я принял»'

async function openEssay(page: Page) {
  await page.getByRole('main').getByRole('link', { name: essay }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: essay })).toBeVisible()
}

test('an organiser edits a stage: a fault is shown at its field, saved edits wait, and published ones reach participants and the audit', async ({
  page,
  browser,
}) => {
  await enter(page, 'admin@demo.test')
  await page.getByRole('button', { name: /меню$/ }).click()
  await page.getByRole('menuitem', { name: 'Управление конкурсом' }).click()
  await expect(page).toHaveURL(season)
  await expect(page).toHaveTitle(/^Управление конкурсом/)
  await expectSound(page)
  await openEssay(page)
  await expectSound(page)

  const words = page.getByLabel('Слов не больше')
  await words.fill('20000')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  const summary = page.getByRole('alert')
  await expect(summary.getByRole('link', { name: 'Слов не больше: не больше 10000' })).toBeVisible()
  await expect(words).toHaveAttribute('aria-invalid', 'true')
  await summary.getByRole('link').first().click()
  await expect(words).toBeFocused()
  await words.fill('610')
  await page.getByLabel('Закрывается', { exact: false }).first().fill('31.12.2030')
  await page.getByLabel('Закрывается, время').fill('18:30')

  // Nobody leaves unsaved work by mistake.
  await page.getByRole('navigation', { name: 'Этапы конкурса' }).getByRole('link', { name: 'Сбор команды' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Остаться' }).click()

  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText(/Сохранено в \d\d:\d\d:\d\d/)).toBeVisible()
  const participant = await (await browser.newContext()).newPage()
  await logIn(participant, 'finalist@demo.test')
  await participant.goto('/ru_season_5/business')
  await expect(participant.getByRole('main').getByText(essay).first()).toBeVisible()
  await expect(participant.getByText(/31 декабря 2030|31\.12\.2030/)).toHaveCount(0)

  await page.getByRole('button', { name: /^Опубликовать: закрывается, слов не больше$/ }).click()
  const question = page.getByRole('dialog', { name: 'Опубликовать правки?' })
  await expect(question.getByRole('listitem')).toHaveText([
    /^Закрывается: 31\.12\.2030 18:30, было /,
    'Слов не больше: 610, было 600',
  ])
  await question.getByRole('button', { name: 'Опубликовать', exact: true }).click()
  await expect(page.getByText('Всё опубликовано')).toBeVisible()

  await participant.goto('/ru_season_5/business/stages/essay/essay')
  await expect(participant.getByRole('main')).toContainText('610')
  await participant.context().close()

  await page.getByRole('link', { name: 'Лидеры страны. Пятый сезон' }).first().click()
  const act = page
    .getByRole('listitem')
    .filter({ hasText: `${essay}: правки опубликованы` })
    .first()
  await expect(act).toContainText('Слов не больше: 610, было 600')
})
