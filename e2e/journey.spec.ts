import { crc32, deflateSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { type TOTP, URI } from 'otpauth'
import { aPdf } from '#server/testing/a-pdf.ts'
import { savedBy } from './download.ts'
import { choose, codeFor, logIn, newcomer, suggest, typeLogin } from './people.ts'

/** A plain picture, 600 pixels on each side. */
function picture(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const edges = Buffer.alloc(8)
    edges.writeUInt32BE(data.length, 0)
    edges.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([edges.subarray(0, 4), body, edges.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(600, 0)
  header.writeUInt32BE(600, 4)
  header[8] = 8
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(600 * 601))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const resume = aPdf()

test('KP-01 KP-03 SK-01 SK-02 SK-03 ST-02 a person registers, passes the first stages on two devices, and logs in again with a new password and the second factor', async ({
  page,
  browser,
  request,
}) => {
  const person = newcomer()
  let app: TOTP | undefined

  await test.step('opens the portal and picks the competition', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Лидеры страны. Пятый сезон' }).click()
    await expect(page).toHaveURL(/\/ru_season_5\/login$/)
    await page.getByRole('link', { name: 'Зарегистрироваться' }).click()
  })

  await test.step('registers: e-mail and phone, both codes', async () => {
    await page.getByRole('button', { name: 'Начать регистрацию' }).click()
    await page.getByLabel('Электронная почта').fill(person.email)
    await page.getByLabel('Мобильный телефон').fill(person.phone)
    await page.getByRole('button', { name: 'Получить код' }).click()
    await page.getByLabel('Код из СМС').fill(await codeFor(request, person.phone))
    await page.getByLabel('Код из письма').fill(await codeFor(request, person.email))
  })

  await test.step('fills in the personal data; a reload opens the same step with all input', async () => {
    await page.getByLabel('Фамилия').fill('Ёлкина')
    await page.getByLabel('Имя').fill('Аграфена')
    await page.getByLabel('Дата рождения').fill('12.04.1990')
    await page.getByRole('button', { name: 'Сохранить и продолжить' }).click()
    await expect(page.getByRole('heading', { name: 'Гражданство и документ' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Гражданство и документ' })).toBeVisible()
    await page.getByRole('button', { name: 'Назад' }).click()
    await expect(page.getByLabel('Фамилия')).toHaveValue('Ёлкина')
    await page.getByRole('button', { name: 'Сохранить и продолжить' }).click()
    await choose(page, /Гражданство$/, /^Россия/)
    const saved = page.waitForResponse(
      (response) =>
        response.url().endsWith('/auth/register/reg_info') &&
        (response.request().postData() ?? '').includes(person.snils),
    )
    await page.getByLabel('СНИЛС').fill(person.snils)
    await saved
    await page.reload()
    await expect(page.getByLabel('СНИЛС')).toHaveValue(person.snils)
    await page.getByRole('button', { name: 'Сохранить и продолжить' }).click()
    await suggest(page, /Регион проживания/, 'новосиб', 'Новосибирская область')
    await choose(page, /Уровень образования/, 'Высшее: специалитет')
    await page.getByLabel(/Опыт управления/).fill('7')
    await page.getByRole('button', { name: 'Сохранить и продолжить' }).click()
  })

  await test.step('chooses the track, gives consents, which survive a reload, and a password', async () => {
    await expect(page.getByRole('heading', { name: 'Трек', exact: true })).toBeVisible()
    await page.getByRole('radio', { name: /^Бизнес и промышленность/ }).check({ force: true })
    await page.reload()
    await expect(page.getByRole('radio', { name: /^Бизнес и промышленность/ })).toBeChecked()
    await page.getByRole('button', { name: 'Продолжить' }).click()
    const consents = page.getByRole('checkbox', { name: /^Согласие на/ })
    await expect(consents.first()).toBeAttached()
    const asked = await consents.count()
    for (const consent of await consents.all()) await consent.check({ force: true })
    await page.reload()
    await expect(consents).toHaveCount(asked)
    for (const consent of await consents.all()) await expect(consent).toBeChecked()
    await page.getByRole('button', { name: 'Продолжить' }).click()
    await page.getByLabel('Новый пароль').fill(person.password)
    await page.getByLabel('Пароль ещё раз').fill(person.password)
    await page.getByRole('button', { name: 'Завершить регистрацию' }).click()
  })

  await test.step('sees the competition, its track and the stages with every status explained', async () => {
    await expect(page).toHaveURL(/\/ru_season_5(\/business)?(#.*)?$/)
    await page.goto('/ru_season_5/business')
    const path = page.getByRole('region', { name: 'Путь участника' })
    await expect(path).toContainText('Этап пройден')
    await expect(path).toContainText('Откроется после этапа «Правила конкурса»')
    await expect(path).toContainText(/до\s*\d+ [а-я]+ в \d\d:\d\d\s*по Москве/)
  })

  await test.step('accepts the rules below their short instructions, and reads the long ones of the form once', async () => {
    // The essay is open too, but the rules come first.
    await page.getByRole('link', { name: 'Начать' }).first().click()
    await expect(page).toHaveURL(/\/rules\/rules/)
    const instructions = page.getByRole('group').filter({ hasText: 'Инструкция' })
    await expect(instructions).toContainText('Если правила обновятся, мы покажем, что изменилось.')
    await page.getByRole('button', { name: 'Принять правила' }).click()
    await expect(page.getByText('Правила приняты')).toBeVisible()
    await page.goto('/ru_season_5/business/stages/form/questionnaire')
    await expect(page).toHaveURL(/questionnaire\/manual/)
    await page.getByRole('link', { name: 'Перейти к этапу' }).click()
  })

  const about = 'Руковожу службой эксплуатации большого завода, воспитываю двух дочерей и учусь говорить на публике. '
    .repeat(2)
    .trim()

  await test.step('fills a part of the form; it is saved by itself', async () => {
    await suggest(page, /Регион, где вы живёте/, 'омск', 'Омская область')
    await page.getByLabel('Расскажите о себе').fill(about)
    await expect(page.getByText(/Сохранено в \d\d:\d\d:\d\d/).first()).toBeVisible()
  })

  await test.step('finds the draft on another device and continues there', async () => {
    const elsewhere = await browser.newContext({ viewport: { width: 808, height: 900 } })
    const tablet = await elsewhere.newPage()
    await logIn(tablet, person.email, person.password)
    await tablet.goto('/ru_season_5/business/stages/form/questionnaire')
    await tablet.getByRole('link', { name: 'Перейти к этапу' }).click()
    await expect(tablet.getByLabel('Расскажите о себе')).toHaveValue(about)
    await tablet.getByLabel(/Учебное заведение/).fill('Омский государственный университет')
    await expect(tablet.getByText(/Сохранено в \d\d:\d\d:\d\d/).first()).toBeVisible()
    await elsewhere.close()
    await page.reload()
    await expect(page.getByLabel(/Учебное заведение/)).toHaveValue('Омский государственный университет')
  })

  await test.step('sees what is missing, fills it in and hands in', async () => {
    await page.getByRole('button', { name: 'Проверить и сдать' }).click()
    await expect(
      page
        .getByRole('alert')
        .or(page.getByRole('heading', { name: /Проверьте/ }))
        .first(),
    ).toBeVisible()
    await expect(page.getByLabel('Расскажите о себе')).toHaveValue(about)
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'портрет.png', mimeType: 'image/png', buffer: picture() })
    await choose(page, /Уровень образования/, 'Высшее: специалитет')
    await page.getByLabel(/Год окончания/).fill('2012')
    await page.getByText('Да, у меня своё дело').click()
    await page.getByLabel('Организация').fill('ООО «Сибирский свет»')
    await choose(page, /Отрасль/, /нергетика/)
    await page.getByLabel('Должность').fill('Директор')
    await page.getByLabel('Начало работы').fill('01.03.2015')
    await page.getByText('Работаю по настоящее время').click()
    await page.getByLabel(/Сколько человек в подчинении/).fill('120')
    await choose(page, /Как вы узнали о конкурсе/, 'От друзей или коллег')
    await page.keyboard.press('Escape')
    await page.getByLabel('Зачем вы участвуете').fill('Хочу научиться большему и найти единомышленников.')
    await page
      .locator('input[type=file]')
      .last()
      .setInputFiles({ name: 'резюме.pdf', mimeType: 'application/pdf', buffer: resume })
    // The uploaded file moves the button below it; a click must wait for that.
    await expect(page.getByRole('link', { name: 'резюме.pdf' })).toBeVisible()
    // By keyboard: corrected fields leave the summary above, which moves everything below.
    await page.getByRole('checkbox', { name: /^Подтверждаю/ }).press('Space')
    await expect(page.getByRole('checkbox', { name: /^Подтверждаю/ })).toBeChecked()
    await page.getByRole('button', { name: 'Проверить и сдать' }).click()
    await expect(page.getByRole('heading', { name: 'Проверьте ответы перед сдачей' })).toBeVisible()
    await page.getByRole('button', { name: 'Сдать анкету' }).click()
  })

  await test.step('gets a receipt, and the next stage opens', async () => {
    await expect(page.getByText('Анкета принята')).toBeVisible()
    expect(await savedBy(page, () => page.getByRole('button', { name: 'Скачать квитанцию' }).click())).toMatch(
      /^receipt-.+\.docx$/,
    )
    await page.goto('/ru_season_5/business')
    await expect(page.getByRole('region', { name: 'Путь участника' })).toContainText(/Откроется \d\d\.\d\d\.\d{4}/)
  })

  await test.step('turns the second factor on', async () => {
    await page.goto('/profile/security')
    await page.getByRole('button', { name: 'Включить' }).click()
    await page.getByLabel('Пароль', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Получить ключ' }).click()
    const url = await page.getByRole('link', { name: /открыть приложение/ }).getAttribute('href')
    app = URI.parse(url ?? '') as TOTP
    await page.getByLabel('Код из приложения').fill(app.generate())
    await page.getByRole('button', { name: 'Включить', exact: true }).click()
    await expect(page.getByText('Включён', { exact: true })).toBeVisible()
  })

  await test.step('logs out, recovers the password and logs in with a code', async () => {
    await page.context().clearCookies()
    await page.goto('/ru_season_5/login')
    await page.getByRole('link', { name: 'Забыли пароль?' }).click()
    await expect(page.getByRole('heading', { name: 'Восстановление пароля' })).toBeVisible()
    await page.getByLabel('Электронная почта или телефон').fill(person.email)
    const before = await codeFor(request, person.email)
    await page.getByRole('button', { name: 'Получить код' }).click()
    await page.getByLabel(/Код из письма/).fill(await codeFor(request, person.email, before))
    const renewed = 'Sosna-Bereg-5932-Leto'
    await page.getByLabel('Новый пароль').fill(renewed)
    await page.getByLabel('Пароль ещё раз').fill(renewed)
    await page.getByRole('button', { name: /Сохранить|Задать|Сменить/ }).click()
    await expect(page).toHaveURL(/\/login$/)
    await typeLogin(page, person.email, renewed)
    await expect(page.getByRole('heading', { name: 'Подтвердите вход' })).toBeVisible()
    await expect(page.getByLabel('Код', { exact: true })).toBeFocused()
    await page.getByLabel('Код', { exact: true }).fill(app?.generate({ timestamp: Date.now() + 30_000 }) ?? '')
    await expect(page).toHaveURL(/\/ru_season_5(?!\/login)/)
  })
})
