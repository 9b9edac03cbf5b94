import { expect, test } from '@playwright/test'
import { personWho } from './cast.ts'
import { logIn, typeLogin } from './people.ts'
import { expectSound } from './sound.ts'

test(
  'ER-01 a person who loses the session in a form logs in again and finds that form open',
  { tag: '@phone' },
  async ({ page }, { project }) => {
    const person = personWho(project.name === 'phone' ? 'returns to the form on a phone' : 'returns to the form')
    await logIn(page, person)
    await page.goto('/ru_season_5/business/stages/form/questionnaire')
    await page.getByRole('link', { name: 'Перейти к этапу' }).click()
    const about = page.getByLabel('Расскажите о себе')
    await expect(about).toBeVisible()
    const form = new URL(page.url()).pathname
    // The token is refused, and the cookie for a new one is gone.
    await page.context().clearCookies()
    let [refused, asked] = [true, 0]
    const wayIn = Promise.withResolvers<void>()
    await page.route('**/api/v3/user/stages/*/draft', async (route) => {
      if (!refused) return route.continue()
      asked += 1
      // Leaving the form saves once more. The answer to that save arrives while the person logs in again and must not
      // interrupt it.
      if (asked > 1) await wayIn.promise
      await route.fulfill({ status: 401, json: { code: 'unauthorized', message: 'Войдите' } })
    })
    const words = `${await about.inputValue()} Ещё одно слово`
    await about.fill(words)
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByText('Сеанс завершён')).toBeVisible()
    await page.getByRole('link', { name: 'Лидеры страны. Пятый сезон' }).click()
    await expect(page.getByLabel('Пароль', { exact: true })).toBeVisible()
    await expect.poll(() => asked).toBeGreaterThan(1)
    const lateAnswer = page.waitForResponse('**/api/v3/user/stages/*/draft')
    wayIn.resolve()
    await lateAnswer
    refused = false
    await typeLogin(page, person)
    await expect(page).toHaveURL((url) => url.pathname === form)
    await expect(page.getByLabel('Расскажите о себе')).toHaveValue(words)
  },
)

test('ER-01 a session that ends in several tabs opens the index once, and late answers do not disturb the login', async ({
  page,
  context,
}) => {
  const person = personWho('loses the session in many tabs')
  await logIn(page, person)
  const [second, third] = [await context.newPage(), await context.newPage()]
  for (const tab of [page, second, third]) {
    await tab.goto('/ru_season_5/support')
    await tab.getByRole('button', { name: /: меню$/ }).click()
  }
  let toTheRoot = 0
  page.on('framenavigated', (frame) => {
    if (new URL(frame.url()).pathname === '/') toTheRoot += 1
  })
  const typed = Promise.withResolvers<void>()
  let late = 0
  const refuse = { status: 401, json: { code: 'unauthorized', message: 'Войдите' } }
  await context.route('**/api/v3/auth/token/refresh', (route) => route.fulfill({ ...refuse, status: 403 }))
  await context.route('**/api/v3/user/**', async (route) => {
    // The bell polls by itself and, on a busy machine, would notice the end of the session before the click.
    if (route.request().url().includes('/user/notifications')) return route.continue()
    if (route.request().frame().page() !== page) return route.fulfill(refuse)
    late += 1
    if (late > 1) await typed.promise
    await route.fulfill(refuse)
  })
  await page.getByRole('menuitem', { name: 'Профиль' }).click()
  // This page sends several requests at once.
  await page.getByRole('link', { name: 'Безопасность' }).click()
  await expect(page.getByText('Сеанс завершён')).toBeVisible()
  await page.getByRole('link', { name: 'Лидеры страны. Пятый сезон' }).click()
  const [username, password] = [
    page.getByLabel('Электронная почта или телефон'),
    page.getByLabel('Пароль', { exact: true }),
  ]
  await username.fill(person)
  await password.fill('Half a pass')

  // Meanwhile the second tab notices the end by itself, and the third logs out.
  await second.getByRole('menuitem', { name: 'Профиль' }).click()
  await second.getByRole('link', { name: 'Безопасность' }).click()
  await third.getByRole('menuitem', { name: 'Выход' }).click()
  await expect(third).toHaveURL(/\/$/)
  typed.resolve()
  await expect(second).toHaveURL(/\/$/)
  expect(late).toBeGreaterThan(1)
  expect([toTheRoot, new URL(page.url()).pathname]).toEqual([1, '/ru_season_5/login'])
  await expect(username).toHaveValue(person)
  await expect(password).toHaveValue('Half a pass')
  await expect(password).toBeFocused()
})

test('the page repeats a login at a busy server by itself: the person only waits a moment', async ({ page }) => {
  const person = personWho('loses the session in many tabs')
  let tries = 0
  const read = Promise.withResolvers<void>()
  await page.route('**/api/v3/auth/login', async (route) => {
    tries += 1
    if (tries <= 2)
      return route.fulfill({
        status: 503,
        headers: { 'Retry-After': '1' },
        json: { code: 'overloaded', message: 'Позже' },
      })
    // The answer waits until the test has read the message, which disappears with the answer.
    await read.promise
    return route.continue()
  })
  await page.goto('/ru_season_5/login')
  await typeLogin(page, person)
  await expect(page.getByText('Сервер занят, повторим сами через несколько секунд')).toBeVisible()
  read.resolve()
  await expect(page).toHaveURL(/ru_season_5\/\w+$/)
  await expect(page.getByRole('button', { name: /: меню$/ })).toBeVisible()
  await expect(page.getByText('Сервер занят')).toHaveCount(0)
  expect(tries).toBe(3)
})

test('FS-03 FS-04 who has a role logs in without a competition, and the page that was asked for opens with its query', {
  tag: '@phone',
}, async ({ page }) => {
  await test.step('an organiser opens a link of a letter', async () => {
    await page.goto('/admin/all_kinds/people?search=Тарасова')
    await expect(page.getByRole('heading', { level: 1, name: 'Вход для организаторов и экспертов' })).toBeVisible()
    await expect(page).toHaveURL((url) => url.pathname === '/login')
    await expect(page.getByRole('link', { name: 'Зарегистрироваться' })).toHaveCount(0)
    await expectSound(page)
    await typeLogin(page, 'admin@demo.test')
    await expect(page).toHaveURL((url) => url.pathname + url.search === `/admin/all_kinds/people${encoded}`)
    await expect(page.getByRole('searchbox')).toHaveValue('Тарасова')
  })

  await test.step('who is logged in already goes to the own home', async () => {
    await page.goto('/login')
    await expect(page).toHaveURL(/\/(admin|home)$/)
  })

  await test.step('a participant opens a page of the profile', async () => {
    await page.context().clearCookies()
    await page.goto('/profile/security#second-factor')
    await page.getByRole('link', { name: 'Лидеры страны. Пятый сезон' }).click()
    await typeLogin(page, 'participant@demo.test')
    await expect(page).toHaveURL((url) => url.pathname + url.hash === '/profile/security#second-factor')
  })

  await test.step('the index and the page of an unknown competition lead to the login of the staff', async () => {
    await page.context().clearCookies()
    for (const path of ['/', '/not_open_yet/login']) {
      await page.goto(path)
      await page.getByRole('link', { name: 'Вход для организаторов и экспертов' }).click()
      await expect(page).toHaveURL((url) => url.pathname === '/login')
    }
    await page.getByRole('link', { name: 'Забыли пароль?' }).click()
    await expect(page).toHaveURL((url) => url.pathname === '/forgot')
    await expectSound(page)
    await page.getByRole('link', { name: 'Вернуться ко входу' }).click()
    await expect(page).toHaveURL((url) => url.pathname === '/login')
  })
})

const encoded = `?search=${encodeURIComponent('Тарасова')}`
