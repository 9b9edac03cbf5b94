import { expect, test } from '@playwright/test'
import { logIn } from './people.ts'
import { expectSound } from './sound.ts'

test('an organiser changes the text of a letter, reads it as a participant will, and restores the portal’s text', async ({
  page,
}) => {
  await logIn(page, 'admin@demo.test')
  await page.goto('/admin/politleaders_2')
  await page.getByRole('link', { name: 'Письма портала' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Письма портала' })).toBeVisible()
  await expectSound(page)
  const letter = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name: 'Скоро конец этапа' }) })
  await expect(letter.getByText('Слова портала', { exact: true })).toBeVisible()

  // The letter must contain its news.
  const text = letter.getByLabel('Текст', { exact: true })
  await text.fill('{имя}, успейте сдать работу.')
  await letter.getByRole('button', { name: 'Сохранить' }).click()
  await expect(letter.getByText('Оставьте в тексте {срок}')).toBeVisible()
  await expect(text).toBeFocused()
  await expectSound(page)

  await text.fill('{имя}, успейте сдать «{этап}» до {срок}.')
  const example = letter.getByRole('region', { name: 'Пример письма «Скоро конец этапа»' })
  await expect(example.getByText('Мария, успейте сдать «Эссе» до 12.11.2026 23:59.')).toBeVisible()

  // Unsaved words are not lost by a link.
  await page.getByRole('main').getByRole('link').first().click()
  const warning = page.getByRole('alertdialog')
  await warning.getByRole('button', { name: 'Остаться' }).click()
  await expect(warning).toBeHidden()
  await expect(text).toHaveValue('{имя}, успейте сдать «{этап}» до {срок}.')

  await letter.getByRole('button', { name: 'Сохранить' }).click()
  await expect(letter.getByText('Свои слова', { exact: true })).toBeVisible()
  await page.reload()
  await expect(text).toHaveValue('{имя}, успейте сдать «{этап}» до {срок}.')
  await letter.getByRole('button', { name: 'Прислать себе' }).click()
  await expect(page.getByText('Письмо отправлено вам')).toBeVisible()
  await letter.getByRole('button', { name: 'Вернуть слова портала' }).click()
  await expect(letter.getByText('Слова портала', { exact: true })).toBeVisible()
  await expect(text).toHaveValue(/^Этап «\{этап\}» конкурса/)
})
