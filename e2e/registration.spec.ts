import { expect, type Page, test } from '@playwright/test'
import { choose, codeFor, type Newcomer, newcomer } from './people.ts'
import { expectSound } from './sound.ts'

const steps = (page: Page) => page.getByRole('navigation', { name: 'Шаги регистрации' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
const goOn = (page: Page) => page.getByRole('button', { name: 'Сохранить и продолжить' }).click()

/** From the start to the first question: both contacts are typed and confirmed. */
async function confirmContacts(page: Page, { email, phone }: Newcomer) {
  await page.goto('/ru_season_5/register')
  await page.getByRole('button', { name: 'Начать регистрацию' }).click()
  await page.getByLabel('Электронная почта').fill(email)
  await page.getByLabel('Мобильный телефон').fill(phone)
  await page.getByRole('button', { name: 'Получить код' }).click()
  const { request } = page
  await page.getByLabel('Код из СМС').fill(await codeFor(request, phone))
  await page.getByLabel('Код из письма').fill(await codeFor(request, email))
  await expect(heading(page, 'Кто вы')).toBeVisible()
}

test('KP-01 a visitor reads what is needed before the start, mends empty and wrong contacts, and sees how far the registration has come', async ({
  page,
}) => {
  const [person, other] = [newcomer(), newcomer()]
  await page.goto('/ru_season_5/register')
  const needed = page.getByRole('main').getByRole('list').filter({ hasText: 'СНИЛС' })
  await expect(page.getByText('Что понадобится')).toBeVisible()
  await expect(needed.getByRole('listitem')).toHaveCount(3)
  await expect(steps(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Начать регистрацию' }).click()
  await expect(steps(page).getByText(/^Шаг 1 из 9:/)).toBeAttached()
  await expect(steps(page).getByRole('listitem')).toHaveText([
    /Контакты$/,
    /Код из СМС$/,
    /Код из письма$/,
    /Кто вы$/,
    /Гражданство и документ$/,
    /Где вы живёте и работаете$/,
    /Трек$/,
    /Согласия$/,
    /Пароль$/,
  ])
  await page.getByRole('button', { name: 'Получить код' }).click()
  const email = page.getByLabel('Электронная почта')
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(2)
  await expect(email).toHaveAttribute('aria-invalid', 'true')

  await email.fill(person.email)
  await page.getByLabel('Мобильный телефон').fill(other.phone)
  await page.getByRole('button', { name: 'Получить код' }).click()
  await page.getByRole('button', { name: 'Указать другой номер' }).click()
  await expect(email).toHaveValue(person.email)
  await page.getByLabel('Мобильный телефон').fill(person.phone)
  await page.getByRole('button', { name: 'Получить код' }).click()
  await expect(steps(page).getByText(/^Шаг 2 из 9:/)).toBeAttached()
  await page.getByLabel('Код из СМС').fill(await codeFor(page.request, person.phone))
  await page.getByLabel('Код из письма').fill(await codeFor(page.request, person.email))
  await expect(heading(page, 'Кто вы')).toBeVisible()
  await expect(steps(page).locator('[aria-current=step]')).toContainText('Кто вы')
  await goOn(page)
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Фамилия: обязательное поле',
    'Имя: обязательное поле',
    'Дата рождения: обязательное поле',
  ])
  await expectSound(page, 'registration with faults')
})

test('KP-01 the document depends on the citizenship, what is typed without a connection is kept, and earlier answers come back after both codes', async ({
  page,
  context,
}) => {
  const person = newcomer()
  const long = 'Константинопольская'.repeat(5).slice(0, 80)
  // Between two codes to one number lie two minutes, so the answers of an earlier tab are put in here.
  await page.route('**/auth/register/progress', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), answer: { first_name: 'Ян' } } })
  })
  await confirmContacts(page, person)
  await expect(page.getByText('Ответы, которые вы уже дали, на месте')).toBeVisible()
  await expect(page.getByLabel('Имя')).toHaveValue('Ян')
  await page.unroute('**/auth/register/progress')

  await test.step('a name of 80 letters fits, and a lost connection says so and loses nothing', async () => {
    await page.getByLabel('Фамилия').fill(long)
    await page.getByLabel('Дата рождения').fill('12.04.1990')
    await context.setOffline(true)
    await goOn(page)
    await expect(page.getByRole('main').getByRole('alert')).toContainText(/связи/)
    await expect(page.getByLabel('Фамилия')).toHaveValue(long)
    await context.setOffline(false)
    await goOn(page)
    await expect(heading(page, 'Гражданство и документ')).toBeVisible()
  })

  await test.step('a foreigner gives the document of the country, a citizen СНИЛС or a passport', async () => {
    const [snils, passport] = [page.getByLabel('СНИЛС'), page.getByLabel('Серия и номер документа')]
    await expect(snils).toHaveCount(0)
    await choose(page, /Гражданство$/, /^Казахстан/)
    await expect(passport).toBeVisible()
    await expect(snils).toHaveCount(0)
    await choose(page, /Гражданство/, /^Россия/)
    await expect(snils).toBeVisible()
    await expect(passport).toHaveCount(0)
    await page.getByText('Укажу паспорт').click()
    await expect(passport).toBeVisible()
    await expect(snils).toHaveCount(0)
    await passport.fill('12')
    await goOn(page)
    await expect(passport).toHaveAccessibleDescription(/Проверьте/)
    await passport.fill('4511654321')
    await goOn(page)
    await expect(heading(page, 'Где вы живёте и работаете')).toBeVisible()
    await expectSound(page, 'registration, work')
  })
})
