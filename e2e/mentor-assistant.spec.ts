import { expect, test } from '@playwright/test'
import { personWho } from './cast.ts'
import { logIn } from './people.ts'
import { expectSound } from './sound.ts'

test('KA-09 an assistant answers for a mentor, the person and the mentor see who answered, and the mentor withdraws the right', async ({
  browser,
}) => {
  const [helper, person, mentor] = await Promise.all(
    ['helper', 'person', 'mentor'].map(async () => (await browser.newContext()).newPage()),
  )
  if (!helper || !person || !mentor) throw new Error('three people')
  await logIn(helper, personWho('helps a mentor'))
  await helper.goto('/mentor')
  await expect(helper.getByRole('heading', { name: 'Участники наставника' })).toBeVisible()
  await expect(helper.getByText(/^Вы отвечаете за наставника: Платонова/)).toBeVisible()
  await expect(helper.getByRole('button', { name: 'Назначить встречу' })).toHaveCount(0)
  await expectSound(helper)
  await helper.getByRole('button', { name: /^Отказаться: / }).click()
  const dialog = helper.getByRole('alertdialog', { name: 'Отказаться?' })
  await dialog.getByRole('button', { name: 'Отказаться' }).click()
  await expect(dialog.getByText('Выберите причину')).toBeVisible()
  await dialog.getByLabel('Не моя тема').check()
  await dialog.getByLabel('Несколько слов участнику').fill('Сейчас мы заняты театрами')
  await dialog.getByRole('button', { name: 'Отказаться' }).click()
  await expect(helper.getByText('Наставник отказался')).toBeVisible()
  await expect(helper.getByText(/^За наставника ответил помощник: /)).toBeVisible()

  await logIn(person, 'demo009@demo.test')
  await person.goto('/young_managers/main/stages/mentor_choice/mentor')
  await expect(person.getByText('«Сейчас мы заняты театрами»')).toBeVisible()
  await expect(person.getByText(/^За наставника ответил помощник: /)).toBeVisible()

  await logIn(mentor, 'mentor11@demo.test')
  await mentor.goto('/mentor')
  await expect(mentor.getByText(/^За вас ответил помощник: /)).toBeVisible()
  await mentor.getByRole('button', { name: 'Изменить', exact: true }).click()
  await mentor.getByLabel('Почта помощника').fill('')
  await mentor.getByRole('button', { name: 'Сохранить' }).click()
  await expect(mentor.getByText('Профиль сохранён')).toBeVisible()
  await helper.reload()
  await expect(helper.getByRole('heading', { name: 'Этот раздел для наставников' })).toBeVisible()
  await Promise.all([helper, person, mentor].map((page) => page.context().close()))
})
