import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { type TOTP, URI } from 'otpauth'
import sharp from 'sharp'
import { personWho } from './cast.ts'
import { changeStart } from './change-start.ts'
import { downloadBy, savedBy } from './download.ts'
import { codeFor, demoPassword, logIn, typeLogin } from './people.ts'
import { expectSound } from './sound.ts'

// Every test has its own person.
test.describe.configure({ mode: 'parallel' })

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })

const png = (width: number, height: number) => noise(width, height).png().toBuffer()

/** Logs in and opens the page. Every test has its own person, because it changes the protection of the account. */
async function aPerson(page: Page, email: string, path = '/profile'): Promise<string> {
  await logIn(page, email)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return email
}

const section = (page: Page, id: string) => page.locator(`#${id}`)

async function onAnotherDevice(browser: Browser, email: string, password = demoPassword): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await logIn(page, email, password)
  return page
}

/** The first step of a login on another device, which then requests the second factor. */
async function passwordGivenElsewhere(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto('/ru_season_5/login')
  await typeLogin(page, email)
  return page
}

/** Expects that the session is over: a page notices it when it is opened. */
const isOut = async (page: Page) => {
  await page.goto('/ru_season_5')
  await expect(page).toHaveURL(/\/login$/)
}

test('RT-03 VL-11 CL-11 a person chooses a picture, crops it by keyboard and sees it in the header', async ({
  page,
}) => {
  await aPerson(page, personWho('cuts a picture'))
  const own = section(page, 'picture')
  await own.getByRole('button', { name: 'Добавить фотографию' }).click()
  const file = own.locator('input[type=file]')
  await file.setInputFiles({ name: 'мелкая.png', mimeType: 'image/png', buffer: await png(499, 600) })
  await expect(own.getByText('Изображение слишком маленькое: нужно не меньше 500×500 пикселей')).toBeVisible()
  await file.setInputFiles({ name: 'фото.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('не картинка') })
  await expect(own.getByText('Файлы такого вида не принимаются. Подойдут: jpg, jpeg, png, gif')).toBeVisible()
  await file.setInputFiles({ name: 'фото.png', mimeType: 'image/png', buffer: await png(1200, 900) })
  const dialog = page.getByRole('alertdialog', { name: 'Какую часть показать' })
  const size = dialog.getByRole('slider', { name: 'Размер' })
  await expect(size).toHaveValue('900')
  await size.press('Home')
  await expect(size).toHaveValue('500')
  const across = dialog.getByRole('slider', { name: 'Левее или правее' })
  await across.press('End')
  await expect(across).toHaveValue('700')
  const area = dialog.getByRole('group', { name: /^Область фотографии/ })
  await area.press('ArrowLeft')
  await expect(across).not.toHaveValue('700')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(own.getByText('Фотография сохранена')).toBeVisible()
  const picture = own.getByAltText('Ваша фотография')
  await expect(picture).toHaveAttribute('src', /^\/view\/256x-[0-9a-f]{32}$/)
  const seen = await page.request.get((await picture.getAttribute('src')) ?? '')
  expect([seen.status(), seen.headers()['content-type']]).toEqual([200, 'image/webp'])
  await expect(page.locator('header img[src^="/view/64x-"]')).toBeVisible()
  await own.getByRole('button', { name: 'Убрать' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Убрать' }).click()
  await expect(own.getByText('Фотография убрана')).toBeVisible()
  await expect(picture).toBeHidden()
})

test('VL-11 R-40 an incomplete JPEG is refused, and the previous picture stays', async ({ page }) => {
  await aPerson(page, personWho('shows a broken picture'))
  const own = section(page, 'picture')
  const dialog = page.getByRole('alertdialog', { name: 'Какую часть показать' })
  await own.getByRole('button', { name: 'Добавить фотографию' }).click()
  const file = own.locator('input[type=file]')
  await file.setInputFiles({ name: 'фото.png', mimeType: 'image/png', buffer: await png(900, 900) })
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(own.getByText('Фотография сохранена')).toBeVisible()
  const before = await own.getByAltText('Ваша фотография').getAttribute('src')
  const whole = await noise(900, 900).jpeg().toBuffer()
  await own.getByRole('button', { name: 'Сменить фотографию' }).click()
  const half = { name: 'фото.jpg', mimeType: 'image/jpeg', buffer: whole.subarray(0, whole.length / 2) }
  await file.setInputFiles(half)
  // The browser shows a partial image; the server rejects the file.
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Изображение повреждено. Выберите другой файл')
  await dialog.getByRole('button', { name: 'Отмена' }).click()
  await page.reload()
  await expect(own.getByAltText('Ваша фотография')).toHaveAttribute('src', before ?? '')
})

test('R-11 a new password ends the session on the other device and keeps this one', async ({ page, browser }) => {
  const email = await aPerson(page, personWho('changes the password'), '/profile/security')
  const other = await onAnotherDevice(browser, email)
  const form = section(page, 'password')
  await form.getByRole('button', { name: 'Сменить пароль' }).click()
  await form.getByLabel('Нынешний пароль').fill('Не-Тот-Пароль-1')
  await form.getByLabel('Новый пароль').fill('Sosna-Bereg-5932-Leto')
  // A password manager learns whose password it is.
  await expect(form.locator('input[autocomplete="username"]')).toHaveValue(/@/)
  await form.getByLabel('Пароль ещё раз').fill('Sosna-Bereg-5932-Leto')
  await form.getByRole('button', { name: 'Сменить пароль' }).click()
  await expect(form.getByText('Неверный пароль')).toBeVisible()
  await expect(form.getByLabel('Новый пароль')).toHaveValue('Sosna-Bereg-5932-Leto')
  await form.getByLabel('Нынешний пароль').fill(demoPassword)
  await form.getByRole('button', { name: 'Сменить пароль' }).click()
  await expect(form.getByText('Пароль изменён')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Сменить пароль' })).toBeFocused()
  await isOut(other)
  await other.context().close()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Безопасность' })).toBeVisible()
})

test('R-17 a person logs out one device, or all others at once', async ({ page, browser }) => {
  const email = await aPerson(page, personWho('sends devices away'), '/profile/security')
  const [first, second] = [await onAnotherDevice(browser, email), await onAnotherDevice(browser, email)]
  await page.reload()
  const devices = section(page, 'sessions')
  await expect(devices.getByRole('listitem')).toHaveCount(3)
  await expect(devices.getByRole('listitem').first()).toContainText('Это устройство')
  // The most recently used session follows this one.
  await devices
    .getByRole('button', { name: /^Завершить/ })
    .first()
    .click()
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await isOut(second)
  await devices.getByRole('button', { name: 'Выйти на всех остальных' }).click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await isOut(first)
  await page.reload()
  await expect(devices.getByText('Это устройство')).toBeVisible()
  for (const other of [first, second]) await other.context().close()
})

test('ST-02 R-10 FS-06 the second factor by an app: set up with a QR code, requested at the next login, and replaced by a code that was kept', async ({
  page,
  browser,
}) => {
  const email = await aPerson(page, personWho('takes an application as second factor'), '/profile/security')
  const form = section(page, 'second-factor')
  await form.getByRole('button', { name: 'Включить' }).click()
  await expect(form.locator('input[autocomplete="username"]')).toHaveValue(email)
  await form.getByLabel('Пароль', { exact: true }).fill('Не-Тот-Пароль-1')
  await form.getByRole('button', { name: 'Получить ключ' }).click()
  await expect(form.getByText('Неверный пароль')).toBeVisible()
  await form.getByLabel('Пароль', { exact: true }).fill(demoPassword)
  await form.getByRole('button', { name: 'Получить ключ' }).click()
  await expect(form.getByRole('img', { name: 'QR-код с ключом для приложения' }).locator('path')).toBeVisible()
  const url = await form.getByRole('link', { name: 'открыть приложение' }).getAttribute('href')
  const app = URI.parse(url ?? '') as TOTP
  await form.getByLabel('Код из приложения').fill(app.generate())
  await form.getByRole('button', { name: 'Включить', exact: true }).click()
  const kept = page.getByRole('alertdialog', { name: 'Коды восстановления' })
  await expect(kept.getByRole('listitem')).toHaveCount(10)
  const [code = ''] = await kept.getByRole('listitem').allTextContents()
  await expectSound(page)
  const file = await downloadBy(page, () => kept.getByRole('button', { name: 'Скачать' }).press('Enter'))
  expect(await readFile(await file.path(), 'utf8')).toContain(code)
  await kept.getByRole('button', { name: 'Закрыть' }).last().press('Enter')
  await expect(form.getByText('Включён', { exact: true })).toBeVisible()
  const other = await passwordGivenElsewhere(browser, email)
  await other.getByLabel('Код', { exact: true }).fill(app.generate({ timestamp: Date.now() + 30_000 }))
  await other.waitForURL((address) => !address.pathname.endsWith('/login'))
  await other.context().close()
  const third = await passwordGivenElsewhere(browser, email)
  await third.getByRole('button', { name: 'Телефона нет под рукой' }).press('Enter')
  await third.getByLabel('Код восстановления').fill(code)
  await expectSound(third)
  await third.getByRole('button', { name: 'Подтвердить' }).press('Enter')
  await third.waitForURL((address) => !address.pathname.endsWith('/login'))
  await third.context().close()
})

test('ST-02 the second factor by SMS: switched on in the profile, and requested at the next login', async ({
  page,
  browser,
  request,
}) => {
  const email = await aPerson(page, personWho('takes SMS as second factor'), '/profile/security')
  const form = section(page, 'second-factor')
  await form.getByRole('button', { name: 'Включить' }).click()
  await form.getByText('Из СМС').click()
  await form.getByLabel('Пароль', { exact: true }).fill(demoPassword)
  await form.getByRole('button', { name: 'Включить', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Закрыть' }).last().press('Enter')
  await expect(form.getByText('При входе мы присылаем код в СМС.')).toBeVisible()
  await page.goto('/profile')
  const phone = ((await section(page, 'phone').getByText(/^\+7/).textContent()) ?? '').replace(/[^+\d]/g, '')
  const other = await passwordGivenElsewhere(browser, email)
  await expect(other.getByText(/Мы отправили СМС с кодом на номер/)).toBeVisible()
  await other.getByLabel('Код', { exact: true }).fill(await codeFor(request, phone))
  await other.waitForURL((address) => !address.pathname.endsWith('/login'))
  await other.context().close()
})

test('R-11 the e-mail and the phone change by a code, and the old ones stay until then', async ({ page, request }) => {
  const old = await aPerson(page, personWho('changes address and phone'))
  const email = section(page, 'email')
  const fresh = 'novaya@demo.test'
  await email.getByRole('button', { name: 'Сменить почту' }).click()
  await email.getByLabel('Новый адрес').fill(fresh)
  await email.getByLabel('Пароль', { exact: true }).fill(demoPassword)
  await email.getByRole('button', { name: 'Получить код' }).click()
  await expect(email.getByText(`Мы отправили письмо на ${fresh}`)).toBeVisible()
  await expect(email.getByText(old, { exact: true })).toBeVisible()
  await expect(email.getByLabel('Код из письма')).toBeVisible()
  await email.getByLabel('Код из письма').fill(await codeFor(request, fresh))
  await email.getByRole('button', { name: 'Подтвердить' }).click()
  await expect(email.getByText('Почта изменена')).toBeVisible()
  await expect(email.getByRole('button', { name: 'Сменить почту' })).toBeFocused()
  await expect(email.getByText(fresh, { exact: true })).toBeVisible()

  const phone = section(page, 'phone')
  const number = '+79265551201'
  await phone.getByRole('button', { name: 'Сменить телефон' }).click()
  await phone.getByLabel('Новый номер').fill(number)
  await phone.getByLabel('Пароль', { exact: true }).fill(demoPassword)
  await phone.getByRole('button', { name: 'Получить код' }).click()
  await phone.getByLabel('Код из СМС').fill(await codeFor(request, number))
  await phone.getByRole('button', { name: 'Подтвердить' }).click()
  await expect(phone.getByText('Телефон изменён')).toBeVisible()
  await expect(phone.getByText(number.replace(/(\+7)(\d{3})(\d{3})(\d\d)(\d\d)/, '$1 $2 $3-$4-$5'))).toBeVisible()
})

test('GD-04 the e-mail page redirects people who have confirmed their address', async ({ page }) => {
  await aPerson(page, personWho('has a confirmed address'))
  await page.goto('/profile/email')
  await expect(page).toHaveURL(/\/profile$/)
})

test(
  'R-57 notification settings are saved, and a consent is withdrawn and given again',
  { tag: '@phone' },
  async ({ page }, { project }) => {
    const who = project.name === 'phone' ? 'takes a consent back on a phone' : 'takes a consent back'
    await aPerson(page, personWho(who), '/profile/notifications')
    const letters = page.getByRole('group', { name: 'Команды' }).getByRole('checkbox', { name: 'Письмом' })
    const before = await letters.isChecked()
    await letters.setChecked(!before, { force: true })
    await page.getByRole('button', { name: 'Сохранить' }).click()
    await expect(page.getByText('Сохранено')).toBeVisible()
    await page.reload()
    await expect(letters).toBeChecked({ checked: !before })

    await page.getByRole('navigation', { name: 'Разделы профиля' }).getByRole('link', { name: 'Согласия' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Согласия' })).toBeVisible()
    const required = page.getByRole('main').getByRole('listitem').filter({ hasText: 'обработку персональных' }).first()
    await expect(required).toContainText('Зачем')
    await expect(required).toContainText('Три года после окончания сезона')
    const text = required.getByText('Я даю организатору конкурса согласие')
    await expect(text).toBeHidden()
    await required.getByText('Прочитать текст полностью').click()
    await expect(text).toBeVisible()
    await required.getByRole('button', { name: /^Отозвать/ }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('этапы этого конкурса закроются')
    await dialog.getByRole('button', { name: 'Отозвать и остановить участие' }).click()
    await expect(required.getByText('Отозвано', { exact: true })).toBeVisible()
    await page.goto('/ru_season_5/business')
    await expect(page.getByText('Участие остановлено')).toBeVisible()
    await page.goto('/profile/consents')
    await required.getByRole('button', { name: /^Дать согласие снова/ }).click()
    await expect(required.getByText('Действует', { exact: true })).toBeVisible()
    await page.goto('/ru_season_5/business')
    await expect(page.getByRole('region', { name: 'Путь участника' })).toBeVisible()
    await expect(page.getByText('Участие остановлено')).toBeHidden()
  },
)

test('R-57 R-44 a person downloads a copy of the data, requests the erasure and withdraws the request', async ({
  page,
}) => {
  await aPerson(page, personWho('takes the data home'), '/profile/own-data')
  const data = section(page, 'own-data')
  await data.getByRole('button', { name: 'Скачать мои данные' }).click()
  await data.getByLabel('Пароль', { exact: true }).fill(demoPassword)
  expect(await savedBy(page, () => data.getByRole('button', { name: 'Скачать', exact: true }).click())).toBe(
    'my-data.docx',
  )
  await expect(data.getByText('Файл скачан')).toBeVisible()

  const erasure = section(page, 'erasure')
  await erasure.getByRole('button', { name: 'Удалить учётную запись' }).click()
  await erasure.getByLabel('Пароль', { exact: true }).fill(demoPassword)
  await erasure.getByRole('button', { name: 'Удалить через 30 дней' }).click()
  await expect(erasure.getByText(/Учётная запись будет удалена \d\d\.\d\d\.\d{4}/)).toBeVisible()
  const wayBack = erasure.getByRole('button', { name: 'Не удалять' })
  await expect(wayBack).toBeFocused()
  await wayBack.press('Enter')
  await expect(erasure.getByRole('button', { name: 'Удалить учётную запись' })).toBeFocused()
})

test('the rows of the login appear together, so that no row moves while it is pressed', async ({ page }) => {
  await logIn(page, 'finalist@demo.test')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/v3/user/state-service', async (route) => {
    await held
    await route.fulfill({ json: { linked: null } })
  })
  await page.goto('/profile/security')
  await expect(page.getByText('Загружаем настройки входа')).toBeAttached()
  await expect(page.getByRole('button', { name: 'Сменить пароль' })).toHaveCount(0)
  release()
  await page.getByRole('button', { name: 'Сменить пароль' }).click()
  await expect(section(page, 'password').getByLabel('Нынешний пароль')).toBeVisible()
  await expect(section(page, 'state-service')).toBeVisible()
})

test('RT-03 the profile has a page for each matter, with its title, in one menu', { tag: '@phone' }, async ({
  page,
}) => {
  await aPerson(page, 'finalist@demo.test')
  const menu = page.getByRole('navigation', { name: 'Разделы профиля' })
  for (const [title, path] of [
    ['Безопасность', '/profile/security'],
    ['Уведомления', '/profile/notifications'],
    ['Согласия', '/profile/consents'],
    ['Мои данные', '/profile/own-data'],
    ['Данные', '/profile'],
  ] as const) {
    const link = menu.getByRole('link', { name: title, exact: true })
    await link.click()
    await expect(page).toHaveURL(path)
    await expect(page).toHaveTitle(`${title} — профиль — Конкурсы лидеров`)
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeFocused()
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(link).toBeInViewport({ ratio: 1 })
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
})

test('an old link to a row of the profile leads to the page where the row is now', async ({ page }) => {
  await logIn(page, 'finalist@demo.test')
  for (const [old, now] of [
    ['#password', '/profile/security#password'],
    ['#sessions', '/profile/security#sessions'],
    ['#notifications', '/profile/notifications#notifications'],
    ['#consents', '/profile/consents#consents'],
    ['#erasure', '/profile/own-data#erasure'],
    ['#email', '/profile#email'],
  ] as const) {
    await page.goto('/')
    await page.goto(`/profile${old}`)
    await expect(page).toHaveURL(now)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test('RT-03 the profile is accessible with every form open, a name of 80 letters and failed requests', async ({
  page,
}) => {
  await aPerson(page, personWho('has a name of 80 letters'))
  const long = 'Константинопольская-Преображенская Аполлинария-Александрина Владимировна-Святославна'
  await changeStart(page, { profile: { fio: long } })
  const opened = async (...names: string[]) => {
    for (const name of names) await page.getByRole('button', { name, exact: true }).click()
    await expectSound(page)
  }
  await page.reload()
  await expect(page.getByText(long).last()).toBeVisible()
  await opened('Сменить почту', 'Сменить телефон')
  await page.goto('/profile/own-data')
  await opened('Скачать мои данные', 'Удалить учётную запись')
  await page.goto('/profile/consents')
  await page.getByText('Прочитать текст полностью').first().click()
  await opened()
  await page.route('**/api/v3/user/sessions*', (route) =>
    route.fulfill({
      status: 429,
      json: { code: 'too_many_requests', message: 'Слишком много запросов. Повторите через 1 минуту' },
    }),
  )
  await page.goto('/profile/security')
  await expect(page.getByRole('heading', { name: 'Не удалось загрузить устройства' })).toBeVisible()
  await opened('Сменить пароль', 'Включить')
  await page.unroute('**/api/v3/user/sessions*')
  await section(page, 'sessions').getByRole('button', { name: 'Повторить' }).click()
  await expect(section(page, 'sessions').getByText('Это устройство')).toBeVisible()
})
