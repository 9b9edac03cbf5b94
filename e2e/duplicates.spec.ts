import { expect, test } from '@playwright/test'
import { countedActs } from './acts.ts'
import { personWho } from './cast.ts'
import { logIn } from './people.ts'
import { expectSound } from './sound.ts'

const board = '/admin/ru_season_5/duplicates'

test('OT-22 R-79 an organiser proposes to merge two accounts of one person, and it waits for a second organiser', async ({
  page,
}) => {
  const acts = countedActs()
  await logIn(page, 'admin@demo.test')
  await page.goto('/admin')
  const season = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /Пятый сезон/ }) })
  await acts.click(season.getByRole('link', { name: 'Участники' }))
  await acts.click(page.getByRole('link', { name: 'Повторы' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Повторы' })).toBeVisible()
  const similar = page.getByRole('region', { name: 'Похожие учётные записи' })
  const pair = similar.getByRole('article').filter({ hasText: personWho('is the second account of another') })
  await expect(pair.getByText(personWho('has two accounts'))).toBeVisible()
  await expectSound(page)
  await acts.click(pair.getByRole('link', { name: /^Сравнить/ }))
  await expect(page.getByRole('heading', { level: 1, name: /^Сравнение/ })).toBeVisible()
  await expect(page.getByText('Сначала объединение подтвердит другой организатор')).toBeVisible()
  await expectSound(page)

  // Typed text stays when something is missing.
  const reason = page.getByRole('textbox', { name: 'Причина' })
  await acts.type(reason, 'Сам написал в поддержку')
  const button = page.getByRole('button', { name: 'Предложить объединение' })
  await button.click()
  await expect(page.getByText('Подтвердите, что проверили это')).toBeVisible()
  await expect(reason).toHaveValue('Сам написал в поддержку')
  const form = page.getByRole('group', { name: /Анкета участника$/ })
  await expect(form.getByText('Выберите, что остаётся')).toBeVisible()
  await acts.choose(form.getByRole('radio', { name: /Сдано/ }))
  await acts.choose(page.getByRole('checkbox', { name: /^Я проверил/ }))
  await acts.click(button)
  const proposed = page.getByRole('article', { name: /^Объединение/ })
  await expect(proposed.getByText('Ждёт второго организатора')).toBeVisible()
  await expect(proposed.getByRole('button', { name: 'Подтвердить' })).toHaveCount(0)
  expect(acts.count).toBeLessThanOrEqual(7)
  await expectSound(page)

  await proposed.getByRole('button', { name: /^Отозвать/ }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Отозвать' }).click()
  await expect(dialog.getByText('Напишите причину')).toBeVisible()
  await dialog.getByLabel('Почему').fill('Передумали')
  await dialog.getByRole('button', { name: 'Отозвать' }).click()
  await expect(proposed.getByText('Предложение отозвано')).toBeVisible()
})

test('R-79 a second organiser confirms, the person is told, and the link of the letter stops it without a login', async ({
  page,
  browser,
}) => {
  await logIn(page, 'admin@demo.test')
  await page.goto(board)
  const merges = page.getByRole('region', { name: 'Предложенные объединения' })
  const waiting = merges.getByRole('article').filter({ hasText: 'подтвердить можете вы' })
  await waiting.getByRole('link', { name: /^Сравнить и подтвердить/ }).click()
  await page.getByRole('button', { name: 'Подтвердить' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Почему').fill('Позвонила по обоим номерам')
  await dialog.getByRole('button', { name: 'Подтвердить объединение' }).click()
  await expect(page.getByText(/^Объединятся .*людям написали$/)).toBeVisible()

  const answer = await page.request.get(`/api/v3/dev/outbox?to=${personWho('is to be merged')}`)
  const letters = (await answer.json()) as { text: string }[]
  const link = /\/stop#[\w-]+/.exec(letters.map(({ text }) => text).join())?.[0] ?? ''
  const person = await (await browser.newContext()).newPage()
  await person.goto(link)
  await expect(person.getByText('Пока ничего не изменилось.')).toBeVisible()
  await expectSound(person)
  await person.getByRole('button', { name: 'Остановить объединение' }).click()
  await expect(person.getByRole('heading', { name: 'Остановлено' })).toBeVisible()
  await person.reload()
  await expect(person.getByRole('heading', { name: 'Ссылка не подошла' })).toBeVisible()
  await person.context().close()

  await page.goto(board)
  await expect(merges.getByText('Остановлено человеком по ссылке из письма')).toBeVisible()
})
