import { expect, type Page, test } from '@playwright/test'
import { personWho } from './cast.ts'
import { paste } from './paste.ts'
import { choose, codeFor, fromOwnAddress, logIn, type Newcomer, newcomer } from './people.ts'
import { expectSound } from './sound.ts'

const steps = (page: Page) => page.getByRole('navigation', { name: 'Шаги регистрации' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
const goOn = (page: Page) => page.getByRole('button', { name: 'Сохранить и продолжить' }).click()

/** Goes from the start to the first question: types and confirms both contacts. */
async function confirmContacts(page: Page, { email, phone }: Newcomer) {
  await fromOwnAddress(page)
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

test('KP-01 a visitor reads the criteria and the needed documents before the start, corrects empty and wrong contacts, and sees the progress of the registration', async ({
  page,
}) => {
  const [person, other] = [newcomer(), newcomer()]
  await fromOwnAddress(page)
  await page.goto('/ru_season_5/register')
  const needed = page.getByRole('main').getByRole('list').filter({ hasText: 'СНИЛС' })
  await expect(page.getByText('Что понадобится')).toBeVisible()
  await expect(needed.getByRole('listitem')).toHaveCount(3)
  const admitted = page.getByRole('main').getByRole('list').filter({ hasText: 'Возраст' })
  await expect(admitted.getByRole('listitem')).toHaveText([
    /^Возраст: от 18 до 55 лет на \d\d\.\d\d\.\d{4}$/,
    'Опыт управления: от 2 лет',
    /^Образование: .*магистратура/,
  ])
  await expect(steps(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Начать регистрацию' }).click()
  await expect(steps(page).getByText(/^Шаг 1\sиз\s9:/)).toBeVisible()
  await steps(page)
    .getByRole('button', { name: /^Шаг 1\sиз\s9/ })
    .click()
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
  await expect(steps(page).getByText(/^Шаг 2\sиз\s9:/)).toBeVisible()
  await page.getByLabel('Код из СМС').fill(await codeFor(page.request, person.phone))
  await page.getByLabel('Код из письма').fill(await codeFor(page.request, person.email))
  await expect(heading(page, 'Кто вы')).toBeVisible()
  await expect(steps(page).getByText(/^Шаг 4\sиз\s9: Кто вы/)).toBeVisible()
  await goOn(page)
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Фамилия: обязательное поле',
    'Имя: обязательное поле',
    'Дата рождения: обязательное поле',
  ])
  await expectSound(page, 'registration with faults')
})

test('KP-01 the document depends on the citizenship, text typed without a connection is kept, and earlier answers are back after both codes', async ({
  page,
  context,
}) => {
  const person = newcomer()
  const long = 'Константинопольская'.repeat(5).slice(0, 80)
  // A second code to one number is sent only after two minutes, so the test itself inserts the answers of an earlier
  // tab.
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
    await choose(page, /^(?!Шаг).*Гражданство/, /^Россия/)
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

test('KP-01 a date that does not exist is reported, and an unmet criterion is reported at its own step with its number', {
  tag: '@phone',
}, async ({ page }) => {
  await confirmContacts(page, newcomer())
  await page.getByLabel('Фамилия').fill('Кедрова')
  await page.getByLabel('Имя', { exact: true }).fill('Анна')
  const born = page.getByLabel('Дата рождения')
  await born.fill('31.02.1990')
  await goOn(page)
  await expect(born).toHaveAccessibleDescription(/Такой даты нет/)
  await born.fill('12.04.2015')
  await goOn(page)
  await expect(born).toHaveAccessibleDescription(/от 18 до 55 лет на \d\d\.\d\d\.\d{4}/)
  await expect(heading(page, 'Кто вы')).toBeVisible()
  // A pasted date often has a space before it, which would take the place of its last digit.
  await paste(born, ' 12.04.1990 г.')
  await expect(born).toHaveValue('12.04.1990')
  await goOn(page)
  await expect(heading(page, 'Гражданство и документ')).toBeVisible()
})

test('KP-01 the browser goes back and forth through the steps of a registration, and nothing is lost', {
  tag: '@phone',
}, async ({ page }) => {
  const person = newcomer()
  await confirmContacts(page, person)
  await page.getByLabel('Фамилия').fill('Кедрова')
  await page.getByLabel('Имя', { exact: true }).fill('Анна')
  await page.getByLabel('Дата рождения').fill('12.04.1990')
  await goOn(page)
  await expect(heading(page, 'Гражданство и документ')).toBeVisible()
  await choose(page, /Гражданство$/, /^Россия/)
  await page.getByLabel('СНИЛС').fill(person.snils)
  await goOn(page)
  await expect(heading(page, 'Где вы живёте и работаете')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Гражданство и документ')).toBeVisible()
  await expect(page.getByLabel('СНИЛС')).toHaveValue(/\d/)
  await page.goBack()
  await expect(page.getByLabel('Фамилия')).toHaveValue('Кедрова')
  await page.goBack()
  await expect(page.getByLabel('Электронная почта')).toHaveValue(person.email)
  await page.getByRole('button', { name: 'Дальше' }).click()
  await expect(page.getByLabel('Дата рождения')).toHaveValue('12.04.1990')
  await page.reload()
  await expect(page.getByLabel('Фамилия')).toHaveValue('Кедрова')
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Продолжить регистрацию' })).toBeVisible()
})

test('KP-01 on a phone the form replaces the picture after the first step, and every step is large enough to press', {
  tag: '@phone-only',
}, async ({ page }) => {
  const person = newcomer()
  await page.goto('/ru_season_5/register')
  const field = page.locator('header[data-field], header').first()
  const height = async () => (await field.boundingBox())?.height ?? 0
  const before = await height()
  await page.getByRole('button', { name: 'Начать регистрацию' }).click()
  await expect(page.getByLabel('Электронная почта')).toBeInViewport({ ratio: 1 })
  await expect.poll(height).toBeLessThan(before / 2)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Начать регистрацию' })).toBeVisible()
  await confirmContacts(page, person)
  const line = steps(page).getByRole('button', { name: /^Шаг 4\sиз\s9/ })
  await line.click()
  const buttons = steps(page).getByRole('button')
  await expect(buttons).toHaveCount(2)
  for (const button of await buttons.all()) expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await steps(page)
    .getByRole('button', { name: /^Контакты/ })
    .click()
  await expect(page.getByLabel('Мобильный телефон')).toHaveValue(/916/)
})

test('KP-01 an unfinished registration is found again in another browser after one code', async ({ page, browser }) => {
  const person = newcomer()
  await confirmContacts(page, person)
  const other = await (await browser.newContext()).newPage()
  await other.goto('/ru_season_5/register?step=contacts')
  await other.getByLabel('Электронная почта').fill(person.email)
  await other.getByLabel('Мобильный телефон').fill(person.phone)
  // A second code to one number is sent only after two minutes; tests of the server prove the code itself.
  await other.route('**/auth/register/prepare', (route) =>
    route.fulfill({ json: { ...begun(person), phone_confirmed: false, email_confirmed: false } }),
  )
  await other.route('**/auth/register/phone_confirm', (route) => route.fulfill({ json: begun(person) }))
  await other.route('**/auth/register/progress', (route) =>
    route.fulfill({ json: { ...begun(person), answer: { last_name: 'Кедрова', first_name: 'Анна' } } }),
  )
  await other.getByRole('button', { name: 'Получить код' }).click()
  await other.getByLabel('Код из СМС').fill('123456')
  await expect(other.getByText('Ответы, которые вы уже дали, на месте')).toBeVisible()
  await expect(heading(other, 'Кто вы')).toBeVisible()
  await expect(other.getByLabel('Фамилия')).toHaveValue('Кедрова')
  await expect(other.getByLabel('Имя', { exact: true })).toHaveValue('Анна')
  await other.context().close()
})

const begun = ({ email, phone }: Newcomer) => ({
  registration_id: 'x'.repeat(43),
  ...{ email, phone, door: 'participant' },
  ...{ phone_confirmed: true, email_confirmed: true, reg_info_complete: false },
  ...{ sms_repeat_after: 0, email_repeat_after: 0 },
})

test('a supporter registers in three steps and lands on a page of their own, without a path or stages to begin', {
  tag: '@phone',
}, async ({ page, browser }) => {
  const inviter = await (await browser.newContext()).newPage()
  await logIn(inviter, 'finalist@demo.test')
  await inviter.goto('/ru_season_5/invite')
  const link = await inviter.getByLabel('Ваша личная ссылка').inputValue()
  await inviter.context().close()

  const { email, phone, password } = newcomer()
  await fromOwnAddress(page)
  await page.goto(new URL(link).pathname + new URL(link).search)
  await page.getByText('Сторонником').click()
  await expect(page.getByText('Опыт управления')).toHaveCount(0)
  await expect(page.getByText('СНИЛС')).toHaveCount(0)
  await page.getByRole('button', { name: 'Начать регистрацию' }).click()
  await expect(steps(page).getByText(/^Шаг 1\sиз\s3: Контакты/)).toBeVisible()
  await page.getByLabel('Электронная почта').fill(email)
  await page.getByLabel('Мобильный телефон').fill(phone)
  await page.getByRole('button', { name: 'Получить код' }).click()
  await page.getByLabel('Код из СМС').fill(await codeFor(page.request, phone))
  await expect(steps(page).getByText(/^Шаг 1\sиз\s3/)).toBeVisible()
  await page.getByLabel('Код из письма').fill(await codeFor(page.request, email))
  await expect(heading(page, 'Как вас зовут')).toBeVisible()
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(3)
  await page.getByLabel('Фамилия').fill('Тихонова')
  await page.getByLabel('Имя', { exact: true }).fill('Вера')
  await goOn(page)
  await expect(heading(page, 'Согласия и пароль')).toBeVisible()
  await expectSound(page, 'the last step of a supporter')
  await page.getByLabel('Новый пароль').fill(password)
  await page.getByLabel('Пароль ещё раз').fill(password)
  await page.getByRole('button', { name: 'Завершить регистрацию' }).click()
  await expect(page.getByText(/Подтвердите согласие на обработку/)).toBeVisible()
  await page.getByRole('checkbox', { name: /обработку персональных данных/ }).check({ force: true })
  await page.getByRole('button', { name: 'Завершить регистрацию' }).click()

  await expect(page).toHaveURL('/ru_season_5')
  await expect(page.getByText('Вы сторонник этого конкурса')).toBeVisible()
  for (const name of ['За чем вы следите', 'Кого вы поддерживаете', 'Приглашения'])
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  await expect(page.getByText('Тимур Г.')).toBeVisible()
  await expect(page.getByRole('main').getByText(/Начать|СНИЛС|Пройдено этапов/)).toHaveCount(0)
  await expectSound(page, 'the home of a supporter')
  await page.goto('/ru_season_5/business')
  await expect(page).toHaveURL('/ru_season_5')
  await page.getByRole('link', { name: 'Пригласить в конкурс' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Пригласить друга' })).toBeVisible()
})

test('KP-01 a person with an account applies step by step: the criteria are shown before the start, and the way back loses nothing', async ({
  page,
}) => {
  await logIn(page, personWho('applies with an account'))
  await page.goto('/socialarchitects/city/stages/registration')
  await expect(page.getByText(/^Возраст: от 18 лет на \d\d\.\d\d\.\d{4}$/)).toBeVisible()
  await page.getByRole('button', { name: 'Заполнить заявку' }).click()
  await expect(heading(page, 'Кто вы')).toBeVisible()
  const born = page.getByLabel('Дата рождения')
  await born.fill('12.04.2015')
  await page.getByRole('button', { name: 'Дальше' }).click()
  await expect(born).toHaveAccessibleDescription(/от 18 лет на/)
  await born.fill('12.04.1990')
  await page.getByRole('button', { name: 'Дальше' }).click()
  await expect(heading(page, 'Гражданство и документ')).toBeVisible()
  await page.goBack()
  await expect(born).toHaveValue('12.04.1990')
  await page.goForward()
  await expect(heading(page, 'Гражданство и документ')).toBeVisible()
  await expectSound(page, 'an application, second step')

  await page.goBack()
  await page.goBack()
  await page.getByRole('radio', { name: /^Сторонник/ }).check({ force: true })
  await expect(page.getByText(/^Возраст/)).toHaveCount(0)
  await page.getByRole('button', { name: /заявку$/ }).click()
  await expect(heading(page, 'Согласия')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Шаги заявки' }).getByText(/^Шаг 1\sиз\s2/)).toBeAttached()
})
