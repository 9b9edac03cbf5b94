import { expect, type Page, test } from '@playwright/test'
import { aPdf } from '#server/testing/a-pdf.ts'
import { personWho } from './cast.ts'
import { savedBy } from './download.ts'
import { logIn } from './people.ts'
import { expectSound, faultsOf } from './sound.ts'

const track = '/young_managers/main'
const choice = `${track}/stages/mentor_choice/mentor`
const meetings = `${track}/stages/mentor_meetings`
const enter = (page: Page, name: string) => logIn(page, `${name}@demo.test`)
const pick = (page: Page, name: string) => page.getByRole('button', { name: `Выбрать: ${name}` }).click()

test('SC-08 VL-12 KP-08 mentors are filtered, moved from one list to the other, saved as a draft and handed in', async ({
  page,
}) => {
  await logIn(page, personWho('chooses mentors'))
  await page.goto(choice)
  await expect(page.getByText('Выбрано 0 из 3–5')).toBeVisible()
  await page.getByLabel('Имя или должность').fill('ректор')
  await expect(page.getByRole('button', { name: /^Выбрать:/ })).toHaveCount(1)
  await pick(page, 'Берестова')
  await expect(page.getByText('Все, кого мы нашли, уже в вашем выборе.')).toBeVisible()
  await page.getByLabel('Имя или должность').fill('')
  await expect(page.getByRole('button', { name: /^Выбрать:/ })).toHaveCount(11)
  await page.getByRole('button', { name: /Сфера/ }).click()
  await page.getByRole('option', { name: 'Культура' }).click()
  // Until the list is short, the button is still on its way.
  await expect(page.getByRole('button', { name: /^Выбрать:/ })).toHaveCount(1)
  await pick(page, 'Платонова')
  await expect(page.getByText('Выбрано 2 из 3–5')).toBeVisible()

  await page.getByRole('button', { name: 'Сдать выбор' }).click()
  await expect(page.getByRole('alert').getByText('Выбрано слишком мало: добавьте ещё 1.')).toBeVisible()

  const saved = page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/user/choosed_mentors') &&
      (answer.request().postData() ?? '').includes('Хочу учиться у вас'),
  )
  const first = page.getByRole('listitem').filter({ hasText: 'Берестова' })
  await first.getByLabel('Экспертиза').check()
  await first.getByLabel('Что сказать наставнику').fill('Хочу учиться у вас')
  expect((await saved).status()).toBe(200)
  const withFile = page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/user/choosed_mentors') &&
      /"file_id":"[0-9a-f]{32}"/.test(answer.request().postData() ?? ''),
  )
  const plan = {
    name: 'план.pdf',
    mimeType: 'application/pdf',
    buffer: aPdf(),
  }
  await first.getByLabel('Файл для наставника').setInputFiles(plan)
  expect((await withFile).status()).toBe(200)
  await page.reload()
  await expect(page.getByText('Выбрано 2 из 3–5')).toBeVisible()
  await expect(first.getByLabel('Экспертиза')).toBeChecked()
  await expect(first.getByLabel('Что сказать наставнику')).toHaveValue('Хочу учиться у вас')
  await expect(first.getByText('план.pdf')).toBeVisible()
  // The list is filtered as before.
  await expect(page.getByText('Все, кого мы нашли, уже в вашем выборе.')).toBeVisible()
  await page.getByRole('button', { name: /Сфера/ }).click()
  await page.getByRole('option', { name: 'Все сферы' }).click()

  await page.getByRole('button', { name: 'Поставить выше: Платонова' }).click()
  await expect(page.getByRole('heading', { name: '1 Платонова' })).toBeVisible()
  for (const name of ['Астахов', 'Гордеева', 'Зимина']) await pick(page, name)
  await expect(page.getByText('Больше выбрать нельзя.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Выбрать: Карпинский' })).toBeDisabled()
  await page.getByRole('button', { name: 'Убрать: Зимина' }).click()
  await expect(page.getByRole('button', { name: 'Выбрать: Карпинский' })).toBeEnabled()
  await page.getByRole('button', { name: 'Сдать выбор' }).click()
  await expect(page.getByRole('heading', { name: 'Выбор сдан' })).toBeFocused()
  await expect(page.getByText('«Хочу учиться у вас»')).toBeVisible()
  expect(await savedBy(page, () => page.getByRole('button', { name: 'план.pdf' }).click())).toBe('план.pdf')
  await expect(page.getByRole('button', { name: 'Изменить выбор' })).toBeVisible()
})

test('RT-10 the hash mentor_meetings opens the meetings of the track, upcoming and archived', async ({ page }) => {
  await enter(page, 'finalist')
  await page.goto(`${track}#mentor_meetings`)
  const section = page.getByRole('region', { name: 'Встречи с наставниками' })
  await expect(section.getByRole('heading', { name: 'Встречи с наставниками' })).toBeInViewport()
  await expect(section.getByText('Вы предложили другое время')).toBeVisible()
  await expect(section.getByText(/16:00 по Москве/)).toBeVisible()
  await section.getByRole('tab', { name: /Архив/ }).click()
  for (const words of ['Отменена', 'Прошла', 'Вы отклонили']) await expect(section.getByText(words)).toBeVisible()
  await expect(section.getByRole('button', { name: /Принять встречу/ })).toHaveCount(0)
})

test('RT-13 GD-14 ER-05 a meeting opens with its action, a failed answer is reported, and an accepted meeting is in its section', async ({
  page,
}) => {
  await enter(page, 'finalist')
  const id = 1
  await page.goto(`${meetings}/meetings/${id}/change`)
  await expect(page.getByRole('dialog', { name: 'Какое время вам удобно?' })).toBeVisible()
  await page.getByRole('button', { name: 'Предложить время' }).click()
  await expect(page.getByText('Введите дату и время').first()).toBeVisible()

  // The stage may be left out of the address.
  await page.goto(`${meetings}/${id}/accept`)
  const dialog = page.getByRole('dialog', { name: 'Принять встречу?' })
  await page.route('**/user/meeting-invitations/**', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Принять' }).click()
  await expect(dialog.getByText('Ошибка при смене статуса встречи')).toBeVisible()
  await page.unroute('**/user/meeting-invitations/**')
  await dialog.getByRole('button', { name: 'Принять' }).click()
  await expect(page.getByText('Вы придёте')).toBeVisible()

  await page.goto(`${meetings}/meetings/${id}/accept`)
  await page.waitForURL((url) => url.pathname === track && url.hash === '#mentor_meetings')
  await expect(page.getByRole('tab', { name: /Активные/ })).toBeVisible()
})

test('GD-14 when the meetings do not load, nobody is redirected', async ({ page }) => {
  await enter(page, 'finalist')
  await page.route('**/user/meetings/query', (route) => route.abort())
  await page.goto(`${meetings}/meetings/4/change`)
  await expect(page.getByRole('heading', { name: 'Встреча не загрузилась' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(`${meetings}/meetings/4/change`)
})

test('RL-04 a mentor sees who chose them and the meetings with each; other people read that the page is for mentors', async ({
  page,
}) => {
  await enter(page, 'mentor')
  await page.goto('/mentor')
  const everybody = page.getByRole('region', { name: 'Все участники' })
  const person = everybody.getByRole('listitem').filter({ hasText: 'Галиев Тимур Ринатович' })
  await expect(person.getByText('Почему вы: Проекты и кейсы, Экспертиза')).toBeVisible()
  await expect(person.getByText(/Пермь, ул. Ленина, 51/)).toBeVisible()
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await enter(page, 'finalist')
  await page.goto('/mentor')
  await expect(page.getByRole('heading', { name: 'Этот раздел для наставников' })).toBeVisible()
})

test('a mentor answers a request for another time and reports on a meeting by keyboard; a failed answer is reported', async ({
  page,
}) => {
  await enter(page, 'mentor')
  await page.goto('/mentor')
  // How many other people wait depends on the choices and pairs of other stories.
  const title = page.getByRole('heading', { name: /^Ждут вас|^Никто не ждёт вашего ответа/ })
  await expect(title).toHaveText(/^Ждут вас: \d+$/)
  const week = page.getByRole('region', { name: 'Неделя' })
  await expect(week.getByText(/Смирнов/).first()).toBeVisible()
  await expectSound(page)

  const agree = page.getByRole('button', { name: /^Согласиться на/ }).first()
  await page.route('**/mentors/meetings/*/*/time', (route) => route.abort())
  await agree.press('Enter')
  await expect(page.getByText(/^Ошибка при смене статуса встречи/)).toBeVisible()
  await page.unroute('**/mentors/meetings/*/*/time')
  // The page loads the meetings again first.
  await expect(agree).not.toHaveAttribute('aria-disabled')
  await agree.press('Enter')
  await expect(page.getByText('Встреча перенесена', { exact: true })).toBeVisible()
  await expect(agree).toHaveCount(0)
  await expect(title).toBeFocused()
  await expect(week.getByText(/просит другое время/)).toHaveCount(0)

  await page.getByRole('button', { name: /^Написать отчёт/ }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Отчёт о встрече' })
  await dialog.getByRole('button', { name: 'Сохранить отчёт' }).press('Enter')
  await expect(dialog.getByText('Выберите, состоялась ли встреча')).toBeVisible()
  expect(await faultsOf(page, 'the report of a mentor')).toEqual([])
  await dialog.getByLabel(/О чём договорились/).fill('Прислать смету к пятнице')
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('button', { name: /^Написать отчёт/ }).press('Enter')
  await expect(dialog.getByLabel(/О чём договорились/)).toHaveValue('Прислать смету к пятнице')
  await dialog.getByLabel('Встреча состоялась').press('Space')
  await dialog.getByRole('button', { name: 'Сохранить отчёт' }).press('Enter')
  await expect(page.getByRole('button', { name: /^Написать отчёт/ })).toHaveCount(0)
  await expect(title).toBeFocused()
  await expect(page.getByText(/^Ближайшая встреча — .*Смирнов/)).toBeVisible()
  const everybody = page.getByRole('region', { name: 'Все участники' })
  await expect(everybody.getByText('Прислать смету к пятнице')).toBeVisible()
  await expect(everybody.getByRole('button', { name: /^Исправить отчёт/ })).toBeVisible()
})

test('when a mentor’s meetings do not load, they can be loaded again while the people are shown', async ({ page }) => {
  await enter(page, 'mentor')
  await page.route('**/mentors/meetings', (route) => route.abort())
  await page.goto('/mentor')
  await expect(page.getByRole('heading', { name: 'Встречи не загрузились' })).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Все участники' }).getByRole('heading', { level: 3 }).first(),
  ).toBeVisible()
  await page.unroute('**/mentors/meetings')
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(page.getByRole('region', { name: 'Неделя' })).toBeVisible()
})
