import { expect, test } from '@playwright/test'
import { logIn } from './people.ts'

test('the competition opens on the next step: its deadline and button without scrolling, then the path and the rest', {
  tag: '@phone',
}, async ({ page }) => {
  await logIn(page, 'finalist@demo.test')
  await page.goto('/ru_season_5')
  const step = page.getByRole('region', { name: 'Эссе «Решение, которое я принял»' })
  await expect(step).toContainText('Ваш следующий шаг')
  await expect(step).toContainText(/Сдать до\s*\d+ [а-я]+ в \d\d:\d\d\s*по Москве · осталось/)
  const begin = step.getByRole('link', { name: /Начать|Продолжить/ })
  await expect(begin).toBeInViewport({ ratio: 1 })
  const path = step.getByRole('list', { name: 'Путь участника' })
  await expect(path.getByRole('listitem')).toHaveCount(4)
  await expect(path).toContainText('Вход в конкурс, пройдено этапов: 4 из 4')
  await expect(page.getByRole('region', { name: 'Ещё открыто для вас' })).toContainText('Сбор команды')
  await expect(page.getByRole('region', { name: 'Другой трек' })).toContainText('Государственное управление')
  await step.getByRole('link', { name: 'Весь путь трека «Бизнес и промышленность»' }).click()
  await expect(page).toHaveURL(/\/ru_season_5\/business$/)
  await page.goBack()
  await begin.click()
  await expect(page).toHaveURL(/\/stages\/essay\//)
})
