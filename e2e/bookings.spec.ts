import { expect, type Page, test } from '@playwright/test'
import { personWho } from './cast.ts'
import { logIn } from './people.ts'
import { expectSound } from './sound.ts'

const list = '/offline-event-booking?competition=ru_season_5'
const title = 'Очная оценка компетенций'

const free = (page: Page) => page.getByRole('button', { name: /^Записаться\s*: / })

test('RT-02 SC-09 a person finds an event from the competition, books a place, moves and cancels it, by keyboard alone', async ({
  page,
}) => {
  await logIn(page, personWho('books an event'))
  await page.goto('/ru_season_5')
  await page.getByRole('link', { name: 'Очные мероприятия' }).press('Enter')
  // With only one event the link opens it directly.
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.getByRole('link', { name: 'Все мероприятия' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Очные мероприятия' })).toBeFocused()
  await page.getByRole('link', { name: title }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
  await expect(page).toHaveURL(/offline-event-booking\?competition=ru_season_5&event=\d+$/)
  await expectSound(page)

  await test.step('the slots stand under dates with their weekdays, in order', async () => {
    const days = await page.getByRole('heading', { level: 2, name: /^\d\d\.\d\d\.\d{4}, [а-я]+$/ }).allTextContents()
    expect(days.length).toBe(3)
    const sortable = days.map((day) => day.slice(0, 10).split('.').reverse().join('-'))
    expect(sortable).toEqual([...sortable].sort())
    await expect(page.getByText('Мест нет', { exact: true })).toHaveCount(2)
    await page.getByRole('button', { name: 'Показать: Прошедшие даты' }).press('Enter')
    await expect(page.getByText('Уже прошло')).toHaveCount(2)
  })

  await test.step('books', async () => {
    const button = free(page).first()
    const when = (await button.textContent())?.replace('Записаться: ', '') ?? ''
    await button.press('Enter')
    const dialog = page.getByRole('alertdialog', { name: 'Записаться на это время?' })
    await expect(dialog).toContainText(when)
    await expectSound(page)
    await dialog.getByRole('button', { name: 'Записаться' }).press('Enter')
    await expect(page.getByText(`Вы записаны: ${when}`)).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page.locator(':focus')).toContainText(`Вы записаны: ${when}`)
    await expectSound(page)
  })

  await test.step('moves, and finds it again after a reload', async () => {
    const button = page.getByRole('button', { name: /^Перенести\s*: / }).last()
    const when = (await button.textContent())?.replace('Перенести: ', '') ?? ''
    await button.press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Перенести', exact: true }).press('Enter')
    await expect(page.getByText(`Вы записаны: ${when}`)).toBeVisible()
    await page.reload()
    await expect(page.getByText(`Вы записаны: ${when}`)).toBeVisible()
    await page.goto(list)
    await expect(page.getByText(`Ваше время: ${when}`)).toBeVisible()
    await page.getByRole('link', { name: title }).click()
  })

  await test.step('cancels', async () => {
    await page.getByRole('button', { name: 'Отменить запись' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Отменить запись' }).press('Enter')
    await expect(page.getByText('Запись отменена', { exact: true })).toBeVisible()
    await expect(free(page).first()).toBeVisible()
  })
})

test('SC-09 when a place was taken meanwhile, the person reads it and sees the remaining places', async ({ page }) => {
  await logIn(page, personWho('loses a place'))
  await page.goto(`${list}&event=1`)
  await page.route('**/api/v3/offline_event_slot/*', (route) =>
    route.fulfill({
      status: 409,
      json: { code: 'slot_full', message: 'На это время мест уже не осталось. Выберите другое' },
    }),
  )
  await free(page).first().click()
  const asked = page.waitForResponse(/offline_event_slots/)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Записаться' }).click()
  await expect(page.getByRole('alert')).toContainText('мест уже не осталось')
  await asked
  await page.getByRole('alertdialog').getByRole('button', { name: 'Закрыть' }).last().click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
})

test('ER-05 an event that does not load shows both messages, and «Повторить» loads it', async ({ page }) => {
  await logIn(page, personWho('loses a place'))
  let broken = true
  await page.route('**/api/v3/offline_event_slots/**', (route) =>
    broken ? route.fulfill({ status: 500, json: { code: 'server_error', message: 'Ошибка' } }) : route.continue(),
  )
  await page.goto(`${list}&event=1`)
  await expect(page.getByRole('heading', { name: 'Не удалось загрузить мероприятие' })).toBeVisible()
  await expect(page.getByText('Failed to fetch offline event info')).toBeVisible()
  await expectSound(page)
  broken = false
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
})

test('RT-02 an unknown event, a competition without events and an unknown competition each have a message', async ({
  page,
}) => {
  await logIn(page, 'finalist@demo.test')
  await page.goto(`${list}&event=77777`)
  await expect(page.getByRole('heading', { name: 'Такого мероприятия нет' })).toBeVisible()
  await expect(page.getByText('Failed to fetch offline event info')).toBeVisible()
  await page.goto('/offline-event-booking?competition=young_managers')
  await expect(page.getByRole('heading', { name: 'Мероприятий для записи пока нет' })).toBeVisible()
  await expectSound(page)
  await page.goto('/offline-event-booking?competition=no_such')
  await expect(page.getByText('Конкурс не найден')).toBeVisible()
})
