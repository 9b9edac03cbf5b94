import { expect, test } from '@playwright/test'
import { logIn } from './people.ts'
import { expectSound } from './sound.ts'

test('an organiser sees how far the judges are, is told of an address that nobody has, and changes a setting', async ({
  page,
}) => {
  await logIn(page, 'admin@demo.test')
  await page.goto('/admin/ru_season_5/stages/essay')
  const judging = page.getByRole('region', { name: 'Оценивание', exact: true })
  await expect(judging.getByText(/^Идёт: эксперты ставят оценки\. \d+ работ.* решения, /)).toBeVisible()

  const judges = judging.getByRole('table').first()
  await expect(judges.getByRole('row').filter({ hasText: 'mentor02@demo.test' })).toContainText(/\d+ из \d+/)
  const results = judging.getByRole('table').last()
  await expect(results.getByRole('row').nth(1)).toContainText(/ID \d+.*\d+ из \d+/s)
  await expect(judging.getByText(/^Решения объявляют после того, как оценивание завершено/)).toBeVisible()
  await expect(results.getByRole('checkbox')).toHaveCount(0)

  const invited = judging.getByRole('textbox', { name: 'Кого позвать' })
  await invited.fill('nobody-judges@demo.test; Тула; Завод')
  await judging.getByRole('button', { name: 'Позвать экспертов' }).press('Enter')
  const told = judging.getByRole('alert').filter({ hasText: 'Учётной записи с этим адресом нет' })
  await expect(told.getByRole('listitem')).toHaveText('nobody-judges@demo.test')
  await expect(invited).toHaveValue('nobody-judges@demo.test; Тула; Завод')
  await expect(invited).toBeFocused()

  await judging.getByText('Критерии и порядок').click()
  await expectSound(page)
  // Not a criterion: judges who have a work open would have to load the new version.
  const most = judging.getByRole('textbox', { name: 'Не больше работ на эксперта' })
  await most.fill('0')
  await judging.getByRole('button', { name: 'Применить' }).press('Enter')
  await expect(most).toBeFocused()
  await expect(most).toHaveAttribute('aria-invalid', 'true')
  await most.fill('61')
  await judging.getByRole('button', { name: 'Применить' }).press('Enter')
  await expect(judging.getByText(/Сохранено в \d\d:\d\d:\d\d/)).toBeVisible()

  await page.reload()
  await judging.getByText('Критерии и порядок').click()
  await expect(most).toHaveValue('61')
  await page.goto('/admin/ru_season_5')
  const act = page.getByRole('listitem').filter({ hasText: 'оценивание настроено' }).first()
  await expect(act).toContainText('Эссе «Решение, которое я принял»')
})
