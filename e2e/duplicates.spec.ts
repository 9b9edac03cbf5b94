import { expect, test } from '@playwright/test'
import { countedActs } from './acts.ts'
import { personWho } from './cast.ts'
import { logIn } from './people.ts'
import { expectSound } from './sound.ts'

test('OT-22 an organiser merges two accounts of one person, who then enters by either login', async ({
  page,
  browser,
}) => {
  const acts = countedActs()
  await logIn(page, 'admin@demo.test')
  await page.goto('/admin')
  const season = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /Пятый сезон/ }) })
  await acts.click(season.getByRole('link', { name: 'Участники' }))
  await acts.click(page.getByRole('link', { name: 'Повторы' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Повторы' })).toBeVisible()
  const pair = page.getByRole('article').filter({ hasText: personWho('is the second account of another') })
  await expect(pair.getByText(personWho('has two accounts'))).toBeVisible()
  await expectSound(page)
  await acts.click(pair.getByRole('link', { name: /^Сравнить/ }))
  await expect(page.getByRole('heading', { level: 1, name: /^Сравнение/ })).toBeVisible()
  await expect(page.getByText('Входить можно будет по любой почте')).toBeVisible()
  await expectSound(page)

  // Typed text stays when something is missing.
  const reason = page.getByRole('textbox', { name: 'Причина' })
  await acts.type(reason, 'Сам написал в поддержку')
  const button = page.getByRole('button', { name: 'Объединить' })
  await button.click()
  await expect(page.getByText('Подтвердите, что понимаете это')).toBeVisible()
  await expect(reason).toHaveValue('Сам написал в поддержку')
  const form = page.getByRole('group', { name: /Анкета участника$/ })
  await expect(form.getByText('Выберите, что остаётся')).toBeVisible()
  await acts.choose(form.getByRole('radio', { name: /Сдано/ }))
  await acts.choose(page.getByRole('checkbox', { name: 'Понимаю, что отменить объединение нельзя' }))
  await acts.click(button)
  await expect(page.getByText(/^Присоединена другая учётная запись: ID\s\d+/)).toBeVisible()
  expect(acts.count).toBeLessThanOrEqual(7)
  await expect(page.getByText(personWho('has two accounts'))).toBeVisible()

  const person = await (await browser.newContext()).newPage()
  await logIn(person, personWho('is the second account of another'))
  await person.goto('/profile')
  await expect(person.getByText(personWho('has two accounts')).first()).toBeVisible()
})
