import { expect, type Locator, test } from '@playwright/test'
import { showDate } from '#shared/platform/time/moscow.ts'
import { personWho } from './cast.ts'
import { savedBy } from './download.ts'
import { choose, logIn } from './people.ts'
import { expectSound, faultsOf } from './sound.ts'

const meetings = '/all_kinds/main/stages/mentor_meetings/meetings'
const inDays = (days: number) => showDate(new Date(Date.now() + days * 86_400_000))

/** Types a day and a time into the two fields of a moment. */
async function typeMoment(within: Locator, label: string, days: number, time: string) {
  await within.getByLabel(label, { exact: true }).fill(inDays(days))
  await within.getByLabel(`${label}, время`).fill(time)
}

test('KP-09 KO-09 a mentor invites by keyboard, the person offers other times, the mentor takes one of them, an organiser moves the meeting after a preview, and the person accepts it and adds it to the calendar', async ({
  browser,
}) => {
  const [mentor, person, organiser] = await Promise.all(
    [1, 2, 3].map(async () => (await browser.newContext()).newPage()),
  )
  if (!mentor || !person || !organiser) throw new Error('no pages')
  await logIn(mentor, 'mentor08@demo.test')
  await mentor.goto('/mentor')
  await mentor.getByRole('button', { name: 'Назначить встречу' }).press('Enter')
  const form = mentor.getByRole('alertdialog', { name: 'Назначить встречу' })
  await form.getByRole('button', { name: 'Пригласить', exact: true }).press('Enter')
  for (const words of ['Выберите, кого пригласить', 'Укажите время в будущем', 'Нужна ссылка целиком'])
    await expect(form.getByText(words)).toBeVisible()
  expect(await faultsOf(mentor, 'the invitation to a meeting')).toEqual([])
  await form.getByRole('button', { name: /Кого пригласить/ }).press('Enter')
  await mentor.getByRole('option').first().press('Enter')
  await mentor.keyboard.press('Escape')
  await typeMoment(form, 'Начало', 2, '12:00')
  await form.getByLabel('Ссылка').fill('https://meet.example.test/plan')
  await form.getByRole('button', { name: 'Пригласить', exact: true }).press('Enter')
  await expect(mentor.getByText('Приглашения отправлены')).toBeVisible()
  const week = mentor.getByRole('region', { name: 'Неделя' })
  await expect(week.getByText('Участник ещё не ответил')).toBeVisible()

  await logIn(person, personWho('is invited to a meeting'))
  await person.goto(meetings)
  await person.getByRole('button', { name: /^Предложить другое время/ }).click()
  const times = person.getByRole('dialog', { name: 'Какое время вам удобно?' })
  await typeMoment(times, 'Первый вариант', 3, '13:00')
  await times.getByRole('button', { name: 'Предложить время' }).click()
  await expect(times.getByText('Введите дату и время')).toBeVisible()
  await typeMoment(times, 'Второй вариант', 4, '13:00')
  await times.getByRole('button', { name: 'Предложить время' }).click()
  await expect(person.getByText('Вы предложили другое время')).toBeVisible()

  await mentor.reload()
  const options = mentor.getByRole('button', { name: /^Согласиться на/ })
  await expect(options).toHaveCount(2)
  await options.last().press('Enter')
  await expect(mentor.getByText('Встреча перенесена', { exact: true })).toBeVisible()
  await expect(week.getByText('13:00')).toBeVisible()
  await week.getByRole('button', { name: 'Следующая неделя' }).press('Enter')
  await expect(week.getByText('На этой неделе встреч нет.')).toBeVisible()
  await week.getByRole('button', { name: 'К сегодняшнему дню' }).press('Enter')
  await expect(week.getByText('13:00')).toBeVisible()
  await expectSound(mentor)

  await logIn(organiser, 'admin@demo.test')
  await organiser.goto('/admin/all_kinds/stages/meetings#calendar')
  const calendar = organiser
    .getByRole('region', { name: 'Календарь встреч' })
    .or(organiser.locator('section').filter({ has: organiser.getByRole('heading', { name: 'Календарь встреч' }) }))
  await choose(organiser, /^Все.*Наставник|Наставник/, /Карпинский/)
  await expect(calendar.first().getByText(/13:00, Карпинский/)).toBeVisible()
  await organiser.getByLabel(/^Отметить все: 1 встреча/).check()
  await organiser.getByRole('button', { name: 'Перенести', exact: true }).click()
  const move = organiser.getByRole('alertdialog')
  await move.getByLabel('На сколько').fill('1')
  await expect(move.getByText('Изменится всё: 1 встреча')).toBeVisible()
  await move.getByRole('button', { name: 'Перенести', exact: true }).click()
  await expect(move.getByText('Напишите причину')).toBeVisible()
  expect(await faultsOf(organiser, 'the move of meetings')).toEqual([])
  await move.getByLabel('Причина').fill('Наставник в дороге')
  await move.getByRole('button', { name: 'Перенести', exact: true }).click()
  await expect(organiser.getByText('Перенесено: 1 встреча')).toBeVisible()

  await person.reload()
  await expect(person.getByText('Ждёт вашего ответа')).toBeVisible()
  await person.getByRole('button', { name: /^Принять встречу/ }).click()
  await person.getByRole('dialog').getByRole('button', { name: 'Принять' }).click()
  await expect(person.getByText('Вы придёте')).toBeVisible()
  const press = () => person.getByRole('button', { name: /^Добавить в календарь/ }).click()
  expect(await savedBy(person, press)).toBe('vstrecha.ics')
  await expectSound(person)
  await Promise.all([mentor, person, organiser].map((page) => page.context().close()))
})

test('KP-09 after a meeting the person marks it held, rates it and writes a note, and finds all of it again', async ({
  page,
}) => {
  await logIn(page, personWho('has met a mentor'))
  await page.goto(meetings)
  await page.getByRole('tab', { name: /Архив/ }).click()
  await page.getByRole('button', { name: /^Подвести итог/ }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Как прошла встреча?' })
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(dialog.getByText('Выберите, состоялась ли встреча')).toBeVisible()
  await dialog.getByLabel('Встреча состоялась').check()
  await dialog.getByLabel('5 из 5: Лучше не бывает').check()
  await dialog.getByLabel(/^Заметка/).fill('Начать с плана на квартал')
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('tab', { name: /Архив/ }).click()
  await page.getByRole('button', { name: /^Подвести итог/ }).click()
  await expect(dialog.getByLabel(/^Заметка/)).toHaveValue('Начать с плана на квартал')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Состоялась', { exact: true })).toBeVisible()
  await page.reload()
  await page.getByRole('tab', { name: /Архив/ }).click()
  await expect(page.getByText('Ваша оценка: 5 из 5, лучше не бывает')).toBeVisible()
  await expect(page.getByText('Начать с плана на квартал')).toBeVisible()
})
