import { expect, test } from '@playwright/test'
import { logIn } from './people.ts'

test('the competition opens on the next step: its deadline and button without scrolling, then the path and the rest', {
  tag: '@phone',
}, async ({ page }) => {
  await logIn(page, 'finalist@demo.test')
  await page.goto('/ru_season_5')
  // Which stage is next depends on organisers' changes in other tests.
  const step = page.getByRole('region').filter({ hasText: 'Ваш следующий шаг' })
  await expect(step).toContainText(/до\s*\d+ [а-я]+ в \d\d:\d\d\s*по Москве · осталось/)
  const act = step.getByRole('link').first()
  await expect(act).toBeInViewport({ ratio: 1 })
  const path = step.getByRole('list', { name: 'Путь участника' })
  await expect(path.getByRole('listitem')).toHaveCount(4)
  await expect(path.getByRole('listitem').first()).toContainText('4 из 4')
  await expect(page.getByRole('region', { name: 'Ещё открыто для вас' })).not.toContainText('Откроется')
  await expect(page.getByRole('region', { name: 'Что дальше' })).toContainText('Откроется')
  await expect(page.getByRole('region', { name: 'Другой трек' })).toContainText('Государственное управление')
  await step.getByRole('link', { name: 'Весь путь трека «Бизнес и промышленность»' }).click()
  await expect(page).toHaveURL(/\/ru_season_5\/business$/)
  await page.goBack()
  await act.click()
  await expect(page).toHaveURL(/\/business\/stages\//)
})
