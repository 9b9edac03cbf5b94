import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { unfoldUnlessOpen } from './console-places.ts'
import { downloadBy } from './download.ts'
import { logIn } from './people.ts'

test.describe.configure({ mode: 'parallel' })

test('rows are ticked one by one and from one to another, by mouse and by keyboard', async ({ page }) => {
  await logIn(page, 'admin@demo.test')
  await page.goto('/admin/ru_season_5/stages/portfolio#people')
  const boxes = page.getByRole('table', { name: 'Участники и части' }).getByRole('checkbox')
  const chosen = (count: number) => page.getByRole('button', { name: `Вернуть часть у выбранных: ${count}` })
  await boxes.nth(0).check()
  await boxes.nth(3).click({ modifiers: ['Shift'] })
  await expect(chosen(4)).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(boxes.nth(2)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(chosen(3)).toBeVisible()
  await expect(boxes.nth(2)).not.toBeChecked()
})

test('a head sorts the rows, and all of them go into a file in that order', async ({ page }) => {
  await logIn(page, 'admin@demo.test')
  await page.goto('/admin/ru_season_5/reports/questionnaire')
  const table = page.getByRole('table', { name: 'По регионам' })
  const head = table.getByRole('columnheader', { name: 'Регион' })
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  const names = table.getByRole('rowheader')
  const shown = await names.allInnerTexts()
  expect(shown).toEqual(shown.toSorted((one, other) => one.localeCompare(other, 'ru')))
  const file = page.locator('section').filter({ has: table }).getByRole('button', { name: 'Скачать таблицей' }).last()
  const download = await downloadBy(page, () => file.click())
  expect(download.suggestedFilename()).toBe('По регионам.csv')
  const [titles, first] = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(titles).toBe(
    '\uFEFF"Регион";"Всего";"Не начали";"Начали и не сдали";"Сдали, решения нет";"На доработке";"Прошли";"Не прошли"',
  )
  expect(first).toContain(`"${shown[0]}";`)
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(names.first()).toHaveText(shown.length < 20 ? (shown.at(-1) ?? '') : /./)
})

test('what is asked of a list is in the address: it survives a reload, and unsaved edits of the page are no obstacle', async ({
  page,
}) => {
  await logIn(page, 'admin@demo.test')
  await page.goto('/admin/ru_season_5/stages/portfolio#people')
  await unfoldUnlessOpen(page, 'Этап')
  const title = page.getByLabel('Название', { exact: true }).first()
  await title.fill('Портфель, который не сохранят')
  const search = page.getByRole('searchbox', { name: 'Найти по имени или номеру участника' })
  await search.fill('такого нет')
  await expect(page.getByText('Никого не нашлось')).toBeVisible()
  await expect(page).toHaveURL(/people\.search=/)
  await expect(title).toHaveValue('Портфель, который не сохранят')
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(search).toHaveValue('такого нет')
  await expect(page.getByText('Никого не нашлось')).toBeVisible()
})
