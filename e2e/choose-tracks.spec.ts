import { expect, type Page, test } from '@playwright/test'
import { aPdf } from '#server/testing/a-pdf.ts'
import { personWho } from './cast.ts'
import { unfold } from './console-places.ts'
import { paste } from './paste.ts'
import { choose, logIn } from './people.ts'
import { expectSound, openWhole } from './sound.ts'

const address = '/all_kinds/main/stages/choose_tracks/track'
const console = '/admin/all_kinds/stages'

const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: title }) })

async function nameOf(page: Page): Promise<string> {
  const profile = await page.evaluate(async () => document.querySelector('header')?.textContent ?? '')
  return profile.match(/ID\s(\d+)/)?.[1] ?? ''
}

test('SK-15 KP-15 a person chooses a track on cards that state whom it suits and what it changes, changes to a track that requires a letter, and orders tracks by keyboard', async ({
  page,
}) => {
  await logIn(page, personWho('chooses a track'))
  await openWhole(page, address)
  const main = page.getByRole('main')

  await test.step('reads for each track whether it suits, its places and dates, and what appears', async () => {
    await expect(card(page, 'Арктика')).toContainText('Нет, потому что: трек проходит в других регионах')
    await expect(card(page, 'Арктика').getByRole('button')).toHaveCount(0)
    await expect(card(page, 'Аналитика')).toContainText('Вам подходит')
    await expect(card(page, 'Аналитика')).toContainText(/Осталось \d+ мест/)
    await expect(card(page, 'Аналитика')).toContainText(/Этапы трека: с .* до .* по Москве/)
    await expect(card(page, 'Аналитика')).toContainText('Появится этап «Задача аналитика»')
    await expectSound(page, 'cards')
  })

  await test.step('is told what is missing, chooses by keyboard and reads the confirmation', async () => {
    await main.getByRole('button', { name: 'Подтвердить выбор' }).click()
    await expect(main.getByText('Выберите трек', { exact: true })).toBeVisible()
    await main.getByRole('button', { name: 'Выбрать: Аналитика' }).press('Enter')
    await expect(main.getByRole('button', { name: 'Выбран: Аналитика' })).toHaveAttribute('aria-pressed', 'true')
    await main.getByRole('button', { name: 'Подтвердить выбор' }).press('Enter')
    await expect(main.getByRole('heading', { name: 'Выбор принят' })).toBeFocused()
    await expect(main.getByText('Ваш трек — «Аналитика»').first()).toBeVisible()
    await expect(main.getByText('Задания вашего трека уже открыты')).toBeVisible()
    await expectSound(page, 'track chosen')
  })

  await test.step('changes it for a track that asks for a letter: the old one stays until people have decided', async () => {
    await main.getByRole('button', { name: 'Изменить выбор' }).click()
    await expect(card(page, 'Практика в ведомстве')).toContainText('Скроется этап «Задача аналитика»')
    await main.getByRole('button', { name: 'Выбрать: Практика в ведомстве' }).click()
    await main.getByRole('button', { name: 'Подтвердить выбор' }).click()
    await main.getByRole('alert').getByRole('link', { name: 'Приложите письмо' }).press('Enter')
    await expect(main.getByLabel('Письмо')).toBeFocused()
    const saved = page.waitForResponse(
      (response) =>
        /stages\/\d+\/draft$/.test(response.url()) &&
        response.ok() &&
        /"letter":\[\{/.test(response.request().postData() ?? ''),
    )
    await main.getByLabel('Письмо').setInputFiles({ name: 'письмо.pdf', mimeType: 'application/pdf', buffer: aPdf() })
    await expect(main.getByText('письмо.pdf', { exact: true })).toBeVisible()
    await saved
    await main.getByRole('button', { name: 'Подтвердить выбор' }).click()
    await expect(main.getByText('Трек «Практика в ведомстве» ждёт одобрения').first()).toBeVisible()
    await expect(main.getByText('До решения вы в треке «Аналитика»').first()).toBeVisible()
  })

  await test.step('names several tracks, moves one up by keyboard with the focus on it, and reads how places are given out', async () => {
    await openWhole(page, '/all_kinds/main/stages/choose_tracks/track_wishes')
    await expect(main.getByText(/Очередь строится по баллам.*Баллы берут с этапа «Тест»/)).toBeVisible()
    await main.getByRole('button', { name: 'Выбрать: Аналитика' }).click()
    await main.getByRole('button', { name: 'Выбрать: Общий трек' }).click()
    await main.getByRole('button', { name: 'Поставить выше: Общий трек' }).press('Enter')
    await expect(main.getByRole('button', { name: 'Поставить ниже: Общий трек' })).toBeFocused()
    await expectSound(page, 'tracks in order')
    await main.getByRole('button', { name: 'Подтвердить выбор' }).click()
    await expect(main.getByText('Вы назвали треки')).toBeVisible()
    await expect(main.getByText(/^«.*»$/)).toHaveText(['«Общий трек»', '«Аналитика»'])
  })
})

test('KO-15 an organiser sets whom a track suits and how many places it has, watches places being taken, and moves a person after reading what is lost', async ({
  page,
  browser,
}) => {
  const person = await (await browser.newContext()).newPage()
  await logIn(person, personWho('is moved to another track'))
  await openWhole(person, address)
  const number = await nameOf(person)
  await person.getByRole('button', { name: 'Выбрать: Аналитика' }).click()
  await person.getByRole('button', { name: 'Подтвердить выбор' }).click()
  await expect(person.getByRole('heading', { name: 'Выбор принят' })).toBeVisible()

  await logIn(page, 'admin@demo.test')
  await openWhole(page, `${console}/track`)
  const arctic = page.getByRole('group', { name: /^Арктика/ })
  await unfold(page, 'Треки, места и кому они подходят').click()

  await test.step('gives the Arctic two places more and takes its condition off, which participants see once it is published', async () => {
    const places = arctic.getByLabel('Мест')
    await paste(places, '100 000')
    await expect(places).toHaveValue('100000')
    await places.fill('12')
    await arctic.getByRole('button', { name: /^Снять условие/ }).click()
    await expect(arctic.getByText('Подходит всем')).toBeVisible()
    await arctic.getByRole('button', { name: 'Добавить условие' }).click()
    await choose(page, /Что проверить/, 'Финалист прошлых сезонов')
    await expect(arctic.getByText('Участник прочитает: Трек открыт для финалистов прошлых сезонов')).toBeVisible()
    await arctic.getByRole('button', { name: 'Добавить', exact: true }).click()
    await unfold(page, 'Настройки').click()
    await expect(page.getByRole('button', { name: /^Никакой Трек, который предложить/ })).toBeVisible()
    await choose(page, /Трек, который предложить, если другие не подходят/, 'Общий трек')
    await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
    await page.getByRole('button', { name: /^Опубликовать:/ }).click()
    await expect(page.getByRole('alertdialog')).toContainText('Общий трек')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Опубликовать' }).click()
    await expect(page.getByText('Этап «Выбор трека» опубликован')).toBeVisible()
    await openWhole(person, address)
    await expect(card(person, 'Арктика')).toContainText('трек открыт для финалистов прошлых сезонов')
    await expect(card(person, 'Арктика')).toContainText('Осталось 12 мест')
  })

  await test.step('reads that the person loses a stage, writes why, and the person is told', async () => {
    await unfold(page, 'Участники по трекам').click()
    await page.getByLabel('Найти по имени или номеру участника').fill(number)
    const row = page.getByRole('listitem').filter({ hasText: `ID ${number}` })
    await row.getByRole('button', { name: /^Перевести/ }).press('Enter')
    const dialog = page.getByRole('alertdialog')
    await choose(page, /В какой трек/, 'Общий трек')
    await expect(dialog.getByText('Потеряет этап «Задача аналитика»')).toBeVisible()
    await dialog.getByRole('button', { name: 'Перевести' }).click()
    await expect(dialog.getByText('Напишите причину: её прочитает участник')).toBeVisible()
    await dialog.getByLabel('Причина').fill('Так просил участник')
    await expectSound(page, 'moving a person')
    await dialog.getByRole('button', { name: 'Перевести' }).click()
    await expect(row).toContainText('перевёл организатор')
    await openWhole(person, address)
    await expect(person.getByText('Вас перевёл организатор')).toBeVisible()
    await person.getByRole('button', { name: /^Уведомления/ }).click()
    await expect(person.getByText('Так просил участник')).toBeVisible()
  })

  await test.step('previews how places will be given out before anybody is told', async () => {
    await openWhole(page, `${console}/track_wishes`)
    const panel = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Распределение мест' }) })
      .last()
    await expect(panel.getByText(/Очередь строится по баллам/)).toBeVisible()
    await expect(panel.getByText(/Аналитика: \d+ человек/)).toBeVisible()
    await expect(panel.getByText('Опубликовать можно, когда выбор закроется.')).toBeVisible()
    await expectSound(page, 'allocation')
  })

  await test.step('who publishes after a colleague reads that the places have been given out, although the preview is gone', async () => {
    const calls = '**/api/v3/admin/competitions/all_kinds/stages/track_wishes/tracks'
    let published: string | null = null
    await page.route(calls, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), allocated_at: published } })
    })
    await page.route(`${calls}/allocation*`, async (route) => {
      if (route.request().method() === 'POST') {
        published = '2026-11-26 18:06:00'
        await route.fulfill({ status: 409, json: { code: 'tracks_given_out', message: 'Места уже распределены' } })
        return
      }
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), may_publish: true } })
    })
    await openWhole(page, `${console}/track_wishes`)
    await page.getByRole('button', { name: 'Опубликовать распределение' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Опубликовать' }).click()
    await expect(page.getByText('Места уже распределены')).toBeVisible()
    await expect(page.getByText(/^Места распределены 26.11.2026/)).toBeVisible()
    // Waits for the handlers, so that none answers after the page is closed.
    await page.unrouteAll({ behavior: 'wait' })
  })
})
