import { expect, type Page, test } from '@playwright/test'
import { personWho } from './cast.ts'
import { logIn } from './people.ts'
import { expectSound, faultsOf, openWhole } from './sound.ts'

const stage = '/ru_season_5/business/stages/teams_forming'
const panel = (page: Page, name: string | RegExp) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
const seats = (page: Page, words: string) => page.getByRole('list', { name: `Состав: ${words}` })

test('KP-10 GD-11 GD-12 a captain creates a team, another person joins by its code, and leaving works by keyboard', async ({
  page,
  browser,
}) => {
  const name = 'Проверка за столом'
  await logIn(page, personWho('leads a team'))
  await page.goto(stage)
  await expect(page).toHaveURL(/\/teams_forming\/list$/)
  const start = panel(page, 'Создать команду')
  await start.getByLabel('Название команды').fill('Ceвepное   СИЯНИЕ')
  await start.getByRole('button', { name: 'Создать' }).click()
  await expect(start.getByText(/очень похожим названием уже есть/)).toBeVisible()
  await start.getByLabel('Название команды').fill(name)
  await start.getByRole('button', { name: 'Создать' }).click()
  await expect(page).toHaveURL(/\/teams_forming$/)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(seats(page, '1 из 5')).toBeVisible()
  await panel(page, 'Код команды').getByRole('button', { name: 'Создать код' }).click()
  const code = await page.getByText(/^[a-z2-9]{5}-[a-z2-9]{5}$/).textContent()
  if (!code) throw new Error('no code')

  const context = await browser.newContext()
  const other = await context.newPage()
  await logIn(other, personWho('comes into a team'))
  await other.goto(`${stage}/list`)
  const entry = panel(other, 'Есть код приглашения?')
  await entry.getByLabel('Код').fill('aaaaa-aaaaa')
  await entry.getByRole('button', { name: 'Найти команду' }).click()
  await expect(entry.getByText(/Код не подошёл/)).toBeVisible()
  await entry.getByLabel('Код').fill(code.toUpperCase())
  await entry.getByRole('button', { name: 'Найти команду' }).click()
  await expect(other.getByText('Код подошёл: можно вступить сразу')).toBeVisible()
  const number = Number(/teams_forming\/(\d+)/.exec(other.url())?.[1])
  await other.getByRole('button', { name: 'Вступить в команду' }).click()
  await expect(other).toHaveURL(/\/teams_forming$/)
  await expect(seats(other, '2 из 5')).toBeVisible()
  await other.goto(`${stage}/${number}`)
  await expect(other).toHaveURL(/\/teams_forming$/)

  await page.reload()
  await expect(seats(page, '2 из 5')).toBeVisible()
  await expectSound(page)

  const acts = other.getByRole('button', { name: 'Действия' })
  const leave = other.getByRole('menuitem', { name: 'Выйти из команды' })
  await acts.press('Enter')
  await expect(leave).toBeVisible()
  expect(await faultsOf(other, 'the acts of a member')).toEqual([])
  await leave.press('Enter')
  const asked = other.getByRole('alertdialog', { name: 'Выйти из команды?' })
  await expect(asked).toBeFocused()
  await other.keyboard.press('Escape')
  await expect(asked).toBeHidden()
  await expect(acts).toBeFocused()
  await acts.press('Enter')
  await leave.press('Enter')
  await asked.getByRole('button', { name: 'Выйти', exact: true }).click()
  await expect(other).toHaveURL(/\/teams_forming\/list$/)
  await expect(panel(other, 'Создать команду')).toBeVisible()

  // Without a code a person sends a request, and the captain answers.
  await other.goto(`${stage}/${number}`)
  await other.getByRole('button', { name: 'Подать заявку' }).click()
  await expect(other.getByText('Ваша заявка у капитана')).toBeVisible()
  await page.reload()
  await panel(page, /^Просятся к вам/)
    .getByRole('button', { name: /^Принять/ })
    .click()
  await expect(seats(page, '2 из 5')).toBeVisible()
  await context.close()
})

test('a captain sees what members lack, who asks to join, and who looks for a team', async ({ page }) => {
  await logIn(page, 'finalist@demo.test')
  await page.goto(stage)
  await expect(seats(page, '4 из 5')).toBeVisible()
  await expect(page.getByText('Не хватает 1 человека')).toBeVisible()
  await expect(page.getByText('Не хватает 1 участника')).toBeVisible()
  await expect(page.getByText(/: согласие с правилами не подтверждено$/)).toBeVisible()
  await expect(panel(page, /^Просятся к вам/).getByRole('button', { name: /^Принять/ })).toHaveCount(2)
  const late = seats(page, '4 из 5').getByRole('button', { name: /согласие с правилами не подтверждено/ })
  await late.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Сделать капитаном' })).toBeVisible()
  expect(await faultsOf(page, 'what a captain may do with a member')).toEqual([])
  await page.getByRole('menuitem', { name: 'Исключить' }).press('Enter')
  await page.getByRole('alertdialog', { name: 'Исключить из команды?' }).getByRole('button', { name: 'Отмена' }).click()
  await expect(late).toBeFocused()

  await page.getByRole('button', { name: /^Позвать/ }).click()
  await expect(page.getByRole('tab', { name: 'Позвать' })).toBeFocused()
  const seekers = panel(page, 'Ищут команду')
  await seekers.getByLabel('Найти по навыку или региону').fill('переговоры')
  await expect(seekers.getByText(/^[12] человека?$/)).toBeVisible()
  await expectSound(page)
})

test('the list has nine teams per page, is searched by name, and shows invitations', async ({ page }) => {
  await logIn(page, 'participant@demo.test')
  await page.goto(`${stage}/list`)
  const cards = page.locator('li').filter({ has: page.locator('h3') })
  await expect(cards).toHaveCount(9)
  await expect(page.getByRole('heading', { name: 'Вас зовут в команду' })).toBeVisible()
  await page.getByRole('button', { name: 'Страница 2' }).click()
  await expect(cards.last()).toContainText('Нет мест')
  await page.getByLabel('Найти команду по названию').fill('Cияниe')
  await expect(cards).toHaveCount(1)
  await page.getByLabel('Найти команду по названию').fill('такой нет')
  await expect(page.getByRole('heading', { name: 'Команды «такой нет» не нашлось' })).toBeVisible()
  await page.getByRole('link', { name: /«Северное сияние»/ }).click()
  await expect(page.getByText('Капитан зовёт вас в эту команду')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Вступить в команду' })).toBeVisible()
})

test('a list or a team that did not load can be loaded again; an unknown team has a message', async ({ page }) => {
  await logIn(page, 'participant@demo.test')
  let broken = true
  await page.route('**/teams_formation/**', (route) =>
    broken ? route.fulfill({ status: 500, json: { code: 'server_error', message: 'Сбой' } }) : route.continue(),
  )
  await page.goto(`${stage}/list`)
  await expect(page.getByRole('heading', { name: 'Команды не загрузились' })).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Повторить' }).first().click()
  await expect(page.getByText('Вас зовут в команду')).toBeVisible()
  broken = true
  await page.goto(`${stage}/3`)
  await expect(page.getByRole('heading', { name: 'Команда не загрузилась' })).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(page.getByText('Капитан зовёт вас в эту команду')).toBeVisible()
  await page.goto(`${stage}/999999`)
  await expect(page.getByRole('heading', { name: 'Такой команды нет' })).toBeVisible()
})

test('every target on the pages of teams is 44 px high on a phone, also with a name of 80 letters', {
  tag: '@phone-only',
}, async ({ page }) => {
  const small = () =>
    page
      .locator('main :is(button, [role="tab"], a[class*="button"])')
      .evaluateAll((targets) =>
        targets
          .filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < 43.5)
          .map((target) => `${target.textContent}: ${target.getBoundingClientRect().height}`),
      )
  await logIn(page, 'finalist@demo.test')
  await page.route('**/teams_formation/teams/*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), name: 'Ъ'.repeat(80) } })
  })
  for (const path of [stage, `${stage}/regional_team`]) {
    await openWhole(page, path)
    await expectSound(page)
    expect(await small(), path).toEqual([])
  }
  await page.getByRole('tab', { name: 'Оценки' }).click()
  await expect(page.getByRole('button', { name: 'Сохранить оценки' })).toBeVisible()
  expect(await small(), 'marks').toEqual([])
  await logIn(page, 'participant@demo.test')
  await openWhole(page, `${stage}/list`)
  expect(await small(), 'list').toEqual([])
  await logIn(page, 'mentor@demo.test')
  await openWhole(page, '/mentor')
  expect(await small(), 'mentor').toEqual([])
})
