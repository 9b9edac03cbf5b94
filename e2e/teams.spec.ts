import { expect, type Page, test } from '@playwright/test'
import { shownBy } from '#demo/looks.ts'
import { faintTexts } from './painted-contrast.ts'
import { logIn } from './people.ts'
import { expectSound, settle } from './sound.ts'

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

test('SC-07 ST-08 a person sees their own team first, then teams with places, ten per page, and finds a team by name', async ({
  page,
}) => {
  await opened(page, 'finalist@demo.test')
  await expect(teams(page)).toHaveCount(10)
  await expect(teams(page).first()).toContainText('Ваша команда')
  await expect(teams(page).first()).toContainText('Занято 3 из 5, ещё 2 места')
  const seats = page.getByRole('list', { name: 'Ваша команда: 3 из 5' })
  await expect(seats.getByRole('listitem').first()).toContainText('Тимур Галиевэто вы')
  await expect(seats).toContainText('место свободно (всего 2)')
  await expect(
    teams(page)
      .nth(1)
      .getByRole('button', { name: /Вступить/ }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Страница 2' }).click()
  await expect(teams(page)).toHaveCount(4)
  await expect(teams(page).last()).toContainText('Нет мест')
  await expect(teams(page).last()).toContainText('Занято 5 из 5, мест нет')
  await expect(teams(page).last().getByRole('button')).toHaveCount(0)
  await page.getByLabel('Найти команду по названию').fill('кама')
  await expect(page.getByText('Нашлось: 1 команда')).toBeVisible()
  await expect(teams(page)).toHaveCount(1)
  await page.getByLabel('Найти команду по названию').fill('такой нет')
  await expect(page.getByRole('heading', { name: 'Команды «такой нет» не нашлось' })).toBeVisible()
})

test('SC-07 ST-08 a person leaves a team by keyboard after a confirmation, joins another, and both changes show at once', async ({
  page,
}) => {
  await opened(page, 'captain@demo.test')
  const own = teams(page).first()
  await expect(own).toContainText('Каменный пояс')
  await page.getByRole('button', { name: 'Вступить в команду «Исеть»' }).click()
  await expect(page.getByRole('dialog', { name: 'Вы уже в команде' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Закрыть' }).last().click()
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
  await expect(page.getByRole('tab', { name: 'Оценки' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Вступить в команду «Исеть»' }).click()
  await expect(page.getByText('Вы вступили в команду «Исеть»')).toBeVisible()
  await expect(teams(page).first()).toContainText('Исеть')
  await expect(page.getByRole('heading', { level: 2, name: 'Исеть' })).toBeVisible()
  await expect(page.getByRole('list', { name: /^Ваша команда:/ })).toContainText('Ольга Синицынаэто вы')
  await expect(page.getByRole('tab', { name: 'Оценки' })).toBeVisible()
})

test('CL-09 a profile survives a reload, is saved, and is shown in the person’s team', async ({ page }) => {
  await opened(page, 'finalist@demo.test')
  const skills = page.getByLabel('Чем вы сильны')
  await page.getByRole('tab', { name: 'О себе' }).click()
  await skills.fill('Переговоры и бюджеты')
  await page.goto('/ru_season_5')
  await page.goto(list)
  await page.getByRole('tab', { name: 'О себе' }).click()
  await expect(skills).toHaveValue('Переговоры и бюджеты')
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(page.getByText('Рассказ о себе сохранён')).toBeVisible()
  await page.getByRole('tab', { name: 'Люди' }).click()
  const own = page.getByRole('listitem').filter({ hasText: 'Тимур Галиев — это вы' })
  await expect(own).toContainText('Переговоры и бюджеты')
})

test('CL-09 a person gives a teammate a mark by keyboard, reads its meaning, and finds it again', async ({ page }) => {
  await opened(page, 'finalist@demo.test')
  await page.getByRole('tab', { name: 'Оценки' }).click()
  await page.getByRole('button', { name: 'Сохранить оценки' }).click()
  await expect(page.getByText('Поставьте хотя бы одну оценку').first()).toBeVisible()
  await expectSound(page)
  const first = page.getByRole('group', { name: /оценка/ }).first()
  await first.getByRole('radio').first().press('Space')
  for (const _step of [2, 3, 4]) await page.keyboard.press('ArrowRight')
  const four = first.getByRole('radio', { name: '4 — помогает команде' })
  await expect(four).toBeChecked()
  await expect(page.getByText('4 — помогает команде').last()).toBeVisible()
  await page.getByLabel(/— пояснение/).fill('Держит слово')
  // Typed text stays while another tab of the page is open.
  await page.getByRole('tab', { name: 'Люди' }).click()
  await page.getByRole('tab', { name: 'Оценки' }).click()
  await expect(page.getByLabel(/— пояснение/)).toHaveValue('Держит слово')
  await page.getByRole('button', { name: 'Сохранить оценки' }).click()
  await expect(page.getByText('Оценки сохранены')).toBeVisible()
  await page.reload()
  await page.getByRole('tab', { name: 'Оценки' }).click()
  await expect(four).toBeChecked()
  await expect(page.getByLabel(/— пояснение/)).toHaveValue('Держит слово')
})

test('CL-09 on a phone the five marks of a teammate are in one row', { tag: '@phone-only' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await opened(page, 'finalist@demo.test')
  await page.getByRole('tab', { name: 'Оценки' }).click()
  const marks = page
    .getByRole('group', { name: /оценка/ })
    .first()
    .getByRole('radio')
  await expect(marks).toHaveCount(5)
  const tops = await marks.evaluateAll((all) => all.map((mark) => Math.round(mark.getBoundingClientRect().top)))
  expect(new Set(tops).size).toBe(1)
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

test('the text on the picture of a team can be read in every look, wide and narrow', async ({ browser }) => {
  test.slow()
  // The test puts drawings of other looks into the page, which its content security policy forbids.
  const context = await browser.newContext({ bypassCSP: true })
  const page = await context.newPage()
  const drawings = new Map<string, string>()
  for (const [look, { competition }] of Object.entries(shownBy)) {
    await page.goto(`/${competition}/login`)
    drawings.set(
      look,
      await page
        .locator('[data-decoration] > svg')
        .first()
        .evaluate((svg) => svg.outerHTML),
    )
  }
  const faint: string[] = []
  await opened(page, 'finalist@demo.test')
  const picture = page.locator('main [data-field] > [data-decoration] > svg')
  await expect(picture).toBeAttached()
  for (const [look, drawing] of drawings) {
    await picture.evaluate(
      (svg, [name, other]) => {
        document.documentElement.dataset.look = name
        svg.outerHTML = other
      },
      [look, drawing] as const,
    )
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 })
      await settle(page)
      for (const words of await faintTexts(page, 'main [data-field]')) faint.push(`${look}, ${width}: ${words}`)
    }
  }
  expect(faint).toEqual([])
  await context.close()
})
