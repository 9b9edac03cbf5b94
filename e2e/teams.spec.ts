import { expect, type Page, test } from '@playwright/test'
import { logIn } from './people.ts'

const list = '/ru_season_5/business/stages/teams_forming/regional_team'

async function opened(page: Page, username: string) {
  await logIn(page, username)
  await page.goto(list)
  await expect(page.getByRole('heading', { level: 1, name: 'Региональная команда' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /федеральный округ/ })).toBeVisible()
}
const teams = (page: Page) =>
  page
    .getByRole('region', { name: /федеральный округ/ })
    .locator('li')
    .filter({ has: page.locator('h3') })

test('SC-07 ST-08 a person sees the own team first, then those with places, ten per page, and finds one by name', async ({
  page,
}) => {
  await opened(page, 'finalist@demo.test')
  await expect(teams(page)).toHaveCount(10)
  await expect(teams(page).first()).toContainText('Ваша команда')
  await expect(teams(page).first()).toContainText('Тимур Галиев — это вы')
  await expect(
    teams(page)
      .nth(1)
      .getByRole('button', { name: /Вступить/ }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Страница 2' }).click()
  await expect(teams(page)).toHaveCount(4)
  await expect(teams(page).last()).toContainText('Нет мест')
  await expect(teams(page).last().getByRole('button')).toHaveCount(0)
  await page.getByLabel('Найти команду по названию').fill('кама')
  await expect(page.getByText('Нашлось: 1 команда')).toBeVisible()
  await expect(teams(page)).toHaveCount(1)
  await page.getByLabel('Найти команду по названию').fill('такой нет')
  await expect(page.getByRole('heading', { name: 'Команды «такой нет» не нашлось' })).toBeVisible()
})

test('SC-07 ST-08 a person leaves a team by keyboard after a question, joins another, and both changes show at once', async ({
  page,
}) => {
  await opened(page, 'captain@demo.test')
  const own = teams(page).first()
  await expect(own).toContainText('Каменный пояс')
  await page.getByRole('button', { name: 'Вступить в команду «Исеть»' }).click()
  await expect(page.getByRole('dialog', { name: 'Вы уже в команде' })).toBeVisible()
  await page.getByRole('button', { name: 'Понятно' }).click()
  // The focus returns after a moment; a person would not continue earlier either.
  await expect(page.getByRole('button', { name: 'Вступить в команду «Исеть»' })).toBeFocused()

  const leave = own.getByRole('button', { name: 'Выйти из команды «Каменный пояс»' })
  await leave.press('Enter')
  const asked = page.getByRole('alertdialog', { name: 'Выйти из команды?' })
  await expect(asked).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(asked).toBeHidden()
  await expect(leave).toBeFocused()
  await page.keyboard.press('Enter')
  await asked.getByRole('button', { name: 'Выйти', exact: true }).click()
  await expect(page.getByText('Вы вышли из команды «Каменный пояс»')).toBeVisible()
  await expect(page.getByText('Ваша команда')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Оценки участников команды' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Вступить в команду «Исеть»' }).click()
  await expect(page.getByText('Вы вступили в команду «Исеть»')).toBeVisible()
  await expect(teams(page).first()).toContainText('Исеть')
  await expect(teams(page).first()).toContainText('Ольга Синицына — это вы')
  await expect(page.getByRole('heading', { name: 'Оценки участников команды' })).toBeVisible()
})

test('CL-09 a profile survives a reload, is saved, and is shown in the person’s team', async ({ page }) => {
  await opened(page, 'finalist@demo.test')
  const skills = page.getByLabel('Чем вы сильны')
  await skills.fill('Переговоры и бюджеты')
  await page.goto('/ru_season_5')
  await page.goto(list)
  await expect(skills).toHaveValue('Переговоры и бюджеты')
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(page.getByText('Рассказ о себе сохранён')).toBeVisible()
  await expect(teams(page).first()).toContainText('Переговоры и бюджеты')
})

test('CL-09 a person gives a teammate a mark and finds it again', async ({ page }) => {
  await opened(page, 'finalist@demo.test')
  await page.getByRole('button', { name: 'Сохранить оценки' }).click()
  await expect(page.getByText('Поставьте хотя бы одну оценку').first()).toBeVisible()
  const first = page.getByRole('group', { name: /оценка/ }).first()
  await first.getByLabel('4', { exact: true }).check()
  await page.getByRole('button', { name: 'Сохранить оценки' }).click()
  await expect(page.getByText('Оценки сохранены')).toBeVisible()
  await page.reload()
  await expect(first.getByLabel('4', { exact: true })).toBeChecked()
})
test('SC-07 a list that did not load says so and can be loaded again', async ({ page }) => {
  await logIn(page, 'finalist@demo.test')
  let broken = true
  await page.route('**/regional_teams/my-group**', (route) =>
    broken ? route.fulfill({ status: 500, json: { code: 'server_error', message: 'Сбой' } }) : route.continue(),
  )
  await page.goto(list)
  await expect(page.getByRole('heading', { name: 'Команды не загрузились' })).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(teams(page)).toHaveCount(10)
})

test('SC-07 a person who has not reached the teams sees what is missing', async ({ page }) => {
  await logIn(page, 'participant@demo.test')
  await page.goto(list)
  await expect(page.getByText('Ещё не открыт')).toBeVisible()
  const conditions = page.getByRole('region', { name: 'Чтобы войти' })
  await expect(conditions).toContainText('Откроется после этапа «Правила конкурса»')
  await conditions.getByRole('link', { name: 'Перейти к этапу' }).click()
  await expect(page).toHaveURL(/\/stages\/rules\/rules/)
})
