import { expect, test } from '@playwright/test'
import { logIn } from './people.ts'
import { expectSound } from './sound.ts'

test('KA-05 a judge on a tablet marks essays without knowing their authors: by keyboard, with a lost connection and a reload between, and gives one essay back', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 820, height: 1180 })
  await logIn(page, 'assessor@demo.test')
  await page.goto('/desk')
  await page.getByRole('link', { name: /^Оценивать: Эссе «Решение/ }).click()
  const heading = page.getByRole('heading', { level: 1, name: /^Работа №\s\d+$/ })
  await expect(heading).toBeVisible()
  const first = (await heading.textContent()) ?? ''
  await expect(page.getByText('автор скрыт')).toBeVisible()
  await expectSound(page, 'reading')

  // Without the required marks nothing is handed in, and the focus moves to the first missing mark.
  await page.getByRole('button', { name: 'Сдать и дальше' }).click()
  const decision = page.getByRole('group', { name: 'Решение' })
  await expect(decision.getByText('Поставьте оценку')).toBeVisible()
  await expect(decision.getByRole('radio').first()).toBeFocused()

  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(decision.getByRole('radio', { name: '2', exact: true })).toBeChecked()
  // The chosen mark differs from the others also in the person's own colours.
  await page.emulateMedia({ forcedColors: 'active' })
  const ground = (state: string) =>
    decision
      .locator(`input${state}`)
      .first()
      .evaluate((dot) => getComputedStyle(dot).backgroundColor)
  await expect.poll(async () => (await ground(':checked')) !== (await ground(':not(:checked)'))).toBe(true)
  await page.emulateMedia({ forcedColors: 'none' })
  // A digit within the scale is a mark; another digit does nothing.
  await page.keyboard.press('Tab')
  await page.keyboard.press('5')
  await page.keyboard.press('9')
  const outcome = page.getByRole('group', { name: 'Итог и выводы' })
  await expect(outcome.getByRole('radio', { name: /^5 — итог измерен/ })).toBeChecked()
  await expect(outcome.getByRole('radio', { name: /^5 — итог измерен/ })).toBeFocused()
  const kept = (words: string) =>
    page.waitForResponse(
      (answer) =>
        /readings\/\d+\/draft$/.test(answer.url()) &&
        answer.ok() &&
        answer.request().postData()?.includes(words) === true,
    )
  const begun = kept('Покажите.')
  await page.getByLabel('Участник прочитает').fill('Покажите.')
  await begun
  await expect(page.getByText('Итог — 60 баллов из 100')).toBeVisible()
  // Text typed without a connection is sent by itself when the connection is back.
  await context.setOffline(true)
  await page.getByLabel('Участник прочитает').fill('Покажите, из чего вы выбирали.')
  await expect(page.getByText('Нет связи — сохраним, когда она вернётся').first()).toBeVisible()
  const sent = kept('из чего вы выбирали')
  await context.setOffline(false)
  await sent
  await expect(page.getByText(/Сохранено/)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Участник прочитает')).toHaveValue('Покажите, из чего вы выбирали.')
  await expect(decision.getByRole('radio', { name: '2', exact: true })).toBeChecked()
  await page.getByLabel('Участник прочитает').press('Control+Enter')

  // The next work opens by itself.
  await expect(heading).toBeVisible()
  await expect(heading).not.toHaveText(first)
  const second = (await heading.textContent()) ?? ''
  // The page is complete and no longer scrolls.
  await expect(heading).toBeFocused()
  await page.getByRole('button', { name: 'Не могу оценить эту работу' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Отказаться от работы?' })
  await question.getByRole('button', { name: 'Отказаться' }).click()
  await expect(question.getByText('Напишите причину')).toBeVisible()
  await question.getByLabel('Почему').fill('Мы вместе работали')
  await expectSound(page, 'abstention')
  await question.getByRole('button', { name: 'Отказаться' }).click()
  await expect(heading).not.toHaveText(second)
  const third = (await heading.textContent()) ?? ''

  // In a wide window the queue is next to the work, and one key on a mark declares that the judge knows the author.
  await page.setViewportSize({ width: 1440, height: 900 })
  const queue = page.getByRole('navigation', { name: 'Моя очередь' })
  await expect(queue.getByRole('link', { name: new RegExp(`^${third}(?!\\d)`) })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(queue.getByRole('link', { name: `${first} оценена, баллов 60` })).toBeVisible()
  await expect(queue.getByRole('progressbar', { name: 'Оценено' })).toBeVisible()
  await expectSound(page, 'reading-queue')
  await decision.getByRole('radio').first().focus()
  await page.keyboard.press('k')
  await expect(question.getByLabel('Я знаю автора')).toBeChecked()
  await question.getByRole('button', { name: 'Отмена' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'Не могу оценить эту работу' }).click()
  await expect(question.getByLabel('Я знаю автора')).not.toBeChecked()
  await question.getByRole('button', { name: 'Отмена' }).click()
  await page.setViewportSize({ width: 820, height: 1180 })
  await expect(queue).toBeHidden()

  // The list shows the state of each work; a marked work shows the marks of the others.
  await page.getByRole('link', { name: /^Эссе/ }).click()
  const rowOf = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
  await expect(rowOf(first)).toContainText('60 баллов из 100')
  await expect(rowOf(second)).toContainText('Вы отказались')
  await expectSound(page, 'readings')
  await page.getByRole('link', { name: first, exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Оценки других экспертов' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Изменить оценки' })).toBeVisible()
})
