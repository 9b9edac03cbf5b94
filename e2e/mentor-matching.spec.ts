import { type Browser, expect, type Page, test } from '@playwright/test'
import { personWho } from './cast.ts'
import { unfold } from './console-places.ts'
import { logIn } from './people.ts'
import { expectSound, faultsOf } from './sound.ts'

const choice = '/all_kinds/main/stages/mentor_choice/mentor'

async function letterTo(page: Page, to: string, subject: RegExp): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/v3/dev/outbox?to=${encodeURIComponent(to)}`)
      const letters = (await answer.json()) as { subject: string; text: string }[]
      const letter = letters.find((each) => subject.test(each.subject))
      link = /\S+(\/mentor-answer#\S+)/.exec(letter?.text ?? '')?.[1] ?? ''
      return link
    })
    .not.toBe('')
  return link
}

const opened = async (browser: Browser) => (await browser.newContext()).newPage()

test('KP-08 KA-08 a person compares mentors and chooses one, the mentor answers from the letter without a login, and both see it', async ({
  page,
  browser,
}) => {
  await logIn(page, personWho('is taken by a mentor'))
  await page.goto(choice)
  await expect(page.getByRole('button', { name: /^Выбрать: Лихачёва/ })).toBeDisabled()
  for (const name of ['Вяземский', 'Карпинский'])
    await page.getByRole('listitem').filter({ hasText: name }).getByLabel('Сравнить').check()
  await page.getByRole('button', { name: 'Сравнить выбранных: 2' }).click()
  const side = page.getByRole('dialog', { name: 'Сравнение наставников' })
  await expect(side.getByRole('columnheader')).toHaveCount(2)
  expect(await faultsOf(page, 'the comparison')).toEqual([])
  await side.getByRole('button', { name: 'Закрыть' }).last().click()
  await page.getByRole('button', { name: /^Выбрать: Вяземский/ }).click()
  await page.getByRole('button', { name: 'Сдать выбор' }).click()
  await expect(page.getByRole('heading', { name: 'Выбор сдан' })).toBeFocused()

  const link = await letterTo(page, 'mentor04@demo.test', /^Вас выбрали наставником/)
  const mentor = await opened(browser)
  await mentor.goto(link)
  await expect(mentor.getByRole('heading', { name: 'Ответ участнику' })).toBeVisible()
  await expectSound(mentor)
  await mentor.getByRole('button', { name: 'Ответить участнику' }).press('Enter')
  await expect(mentor.getByText('Выберите ответ')).toBeVisible()
  await mentor.getByLabel('Согласен работать с участником').check()
  await mentor.getByLabel('Несколько слов участнику').fill('Приходите с расчётом')
  await mentor.getByRole('button', { name: 'Ответить участнику' }).click()
  await expect(mentor.getByText('Вы согласились работать с участником')).toBeVisible()
  await mentor.reload()
  await expect(mentor.getByText('Вы согласились работать с участником')).toBeVisible()
  await expect(mentor.getByRole('button', { name: 'Ответить участнику' })).toHaveCount(0)
  await mentor.context().close()

  await page.reload()
  const answers = page.getByRole('region').or(page.getByRole('main')).first()
  await expect(answers.getByText('Работает с вами')).toBeVisible()
  await expect(answers.getByText('«Приходите с расчётом»')).toBeVisible()
})

test('KO-08 an organiser plans a matching, compares it with another, pins a pair and publishes the plan; a mentor sets the number of places on their own pages', async ({
  page,
  browser,
}) => {
  await logIn(page, 'admin@demo.test')
  await page.goto('/admin/all_kinds/stages/mentor_matching')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Наставники и спрос' })).toBeVisible()
  await unfold(page, 'Наставники и спрос').click()
  await unfold(page, 'Участники и наставники').click()
  await main.getByRole('button', { name: 'Подобрать пары' }).click()
  await expect(main.getByRole('rowheader', { name: 'Получат наставника' })).toBeVisible()
  await main.getByRole('button', { name: 'Примерить рядом' }).click()
  await expect(main.getByRole('columnheader', { name: 'Примерка' })).toBeVisible()
  await expect(main.getByText(/^Подбор никого не нашёл\./).first()).toBeVisible()

  await main
    .getByRole('button', { name: /^Закрепить или запретить пару/ })
    .first()
    .click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(dialog.getByText('Выберите наставника')).toBeVisible()
  await dialog.getByRole('button', { name: /Наставник/ }).click()
  await page.getByRole('option').first().click()
  await dialog.getByLabel(/^Запретить/).check()
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(main.getByText(/^Запрещено: /)).toBeVisible()
  await expectSound(page)

  const asked = page.waitForResponse(
    (response) => response.request().method() === 'POST' && /\/matching$/.test(response.url()),
  )
  await main.getByRole('button', { name: 'Подобрать заново' }).click()
  await asked
  await expect(main.getByRole('button', { name: 'Подобрать заново' })).not.toHaveAttribute('aria-disabled')
  await main.getByRole('button', { name: 'Опубликовать пары' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Опубликовать' }).click()
  await expect(page.getByText('Пары опубликованы, наставникам отправлены письма')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Опубликовать пары' })).toHaveCount(0)
  await expect(main.getByRole('heading', { name: 'Второй тур' })).toBeVisible()

  const round = page.locator('#second-round')
  await round.getByRole('button', { name: 'Открыть второй тур' }).click()
  await expect(round.getByText('Укажите дату и время')).toBeVisible()
  const later = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10).split('-').reverse().join('.')
  await round.getByRole('textbox').first().fill(later)
  await round.getByRole('textbox').last().fill('20:00')
  await round.getByRole('button', { name: 'Открыть второй тур' }).click()
  await expect(page.getByText(/^Второй тур открыт для \d+ участник/)).toBeVisible()
  await expect(round.getByText(`Второй тур открыт до ${later} 20:00`, { exact: false })).toBeVisible()

  // A person waits for this mentor's answer, so removing the mentor asks first.
  await main.getByRole('button', { name: /^Убрать с этапа: Вяземский/ }).click()
  const leaving = page.getByRole('alertdialog', { name: 'Завершить работу наставника?' })
  await leaving.getByRole('button', { name: 'Завершить работу' }).click()
  await expect(leaving.getByText('Напишите, что прочитают участники')).toBeVisible()
  await expectSound(page)
  await leaving.getByLabel('Что сообщить участникам').fill('Наставник уезжает до весны')
  await leaving.getByRole('button', { name: 'Завершить работу' }).click()
  await expect(page.getByText(/^Наставник больше не на этапе: Вяземский.*Сообщили: \d+ участник/)).toBeVisible()
  await expect(main.getByRole('button', { name: /^Убрать с этапа: Вяземский/ })).toHaveCount(0)
  const left = await opened(browser)
  await logIn(left, personWho('loses a mentor'))
  await left.goto('/all_kinds/main/stages/mentor_choice/mentor_matching')
  await left.getByRole('button', { name: /^Уведомления/ }).click()
  await expect(left.getByText('Наставник уезжает до весны', { exact: false }).first()).toBeVisible()
  await left.context().close()

  const mentor = await opened(browser)
  await logIn(mentor, 'mentor05@demo.test')
  await mentor.goto('/mentor')
  await mentor.getByRole('button', { name: 'Изменить' }).click()
  const profile = mentor.getByRole('alertdialog', { name: 'Места и отъезды' })
  await profile.getByLabel('Мест в одном конкурсе').fill('много')
  await profile.getByRole('button', { name: 'Сохранить' }).click()
  await expect(profile.getByText(/Введите число от 0 до 1000/)).toBeVisible()
  await profile.getByLabel('Мест в одном конкурсе').fill('5')
  await profile.getByRole('button', { name: 'Сохранить' }).click()
  await expect(mentor.getByText('Вы готовы работать с 5 участниками в одном конкурсе')).toBeVisible()
  await mentor
    .getByRole('button', { name: /^Отказаться: / })
    .first()
    .click()
  await mentor.getByRole('alertdialog').getByLabel('Нет времени').check()
  await mentor.getByRole('alertdialog').getByRole('button', { name: 'Отказаться' }).click()
  await expect(mentor.getByText('Ответ отправлен участнику')).toBeVisible()
  await mentor.context().close()
})
