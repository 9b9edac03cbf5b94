import { expect, type Page, test } from '@playwright/test'
import { personWho } from './cast.ts'
import { enter, suggest } from './people.ts'
import { expectSound } from './sound.ts'

async function openForm(page: Page, person: string) {
  await enter(page, person)
  await page.goto(`/ru_season_5/state/stages/form/questionnaire`)
  await page.getByRole('link', { name: 'Перейти к этапу' }).click()
  await expect(page.getByLabel('Расскажите о себе')).toBeVisible()
}

test('KP-03 a form has sections, hidden questions that keep their answers, ten suggestions of the region, repeated rows, limits of files and a summary of faults that leads to each', async ({
  page,
}) => {
  await openForm(page, personWho('fills a form in'))
  const main = page.getByRole('main')

  await test.step('handed in with nothing at all, it lists what is missing, and each line leads to its question', async () => {
    const sections = page.getByRole('navigation', { name: 'Разделы анкеты' })
    await expect(sections.getByRole('link')).toHaveText([/О себе/, /Образование/, /Опыт работы/, /Участие в конкурсе/])
    await page.getByRole('button', { name: 'Проверить и сдать' }).click()
    const summary = page.getByRole('alert').filter({ hasText: 'Проверьте, что заполнено' })
    await expect(summary).toBeFocused()
    await expect(sections.getByRole('link', { name: /О себе/ })).toContainText('Исправьте: 2 поля')
    await summary.getByRole('link', { name: /^Зачем вы участвуете/ }).click()
    await expect(page.getByLabel('Зачем вы участвуете')).toBeFocused()
    await summary.getByRole('link', { name: /^Место работы 1, Должность/ }).click()
    await expect(page.getByLabel('Должность')).toBeFocused()
    await expectSound(page, 'form with faults')
  })

  await test.step('cities are suggested ten at most, and only those of the chosen region', async () => {
    const city = page.getByRole('searchbox', { name: /Населённый пункт/ })
    const found = page.getByRole('option')
    await city.fill('но')
    await expect(found.first()).toBeVisible()
    await expect(found).toHaveCount(10)
    await city.fill('')
    await suggest(page, /Регион, где вы живёте/, 'новосиб', 'Новосибирская область')
    await city.fill('бе')
    await expect(found).toHaveText([/^Бердск/])
    await found.click()
    await expect(city).toHaveValue('Бердск')
  })

  await test.step('the limits of a file are read before it is chosen, and a wrong file is named', async () => {
    const resume = page.getByLabel('Резюме')
    await expect(resume).toHaveAccessibleDescription(/PDF, DOCX, до 10\sМБ/)
    await resume.setInputFiles({ name: 'заметки.txt', mimeType: 'text/plain', buffer: Buffer.from('текст') })
    await expect(main.getByText('Файлы такого вида не принимаются')).toBeVisible()
    await expect(page.getByLabel('Фотография')).toHaveAccessibleDescription(/не меньше 500×500 пикселей, до 10\sМБ/)
  })

  await test.step('a question appears on its condition, and its answer returns with the condition', async () => {
    const degree = page.getByRole('group', { name: 'Учёная степень' })
    await expect(degree).toHaveCount(0)
    await page.getByText('Есть учёная степень').click()
    await degree.getByText('Доктор наук').click()
    await page.getByText('Есть учёная степень').click()
    await expect(degree).toHaveCount(0)
    await page.getByText('Есть учёная степень').click()
    await expect(degree.getByRole('radio', { name: 'Доктор наук' })).toBeChecked()
  })

  await test.step('a place of work is added and another removed; everything is saved with the time', async () => {
    const places = page.getByLabel('Организация')
    await expect(places).toHaveCount(1)
    await places.fill('Первый завод')
    await page.getByRole('button', { name: 'Добавить ещё' }).click()
    await places.nth(1).fill('Второй завод')
    await page.getByRole('button', { name: 'Убрать запись 1: Место работы' }).click()
    await expect(places).toHaveCount(1)
    await expect(places).toHaveValue('Второй завод')
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/draft') && answer.ok())
    await page.getByLabel('Должность').fill('Директор')
    await saved
    await expect(page.getByText(/Сохранено в \d\d:\d\d:\d\d/).first()).toBeVisible()
    await page.reload()
    await expect(places).toHaveValue('Второй завод')
    await expect(page.getByRole('radio', { name: 'Доктор наук' })).toBeChecked()
  })
})

test('KE-03 with a screen reader every question has a name, a hint, a sign that it is required and its fault, and the focus is never lost', async ({
  page,
}) => {
  await openForm(page, personWho('fills a form in by ear'))

  await test.step('sections are regions, and every control has a name', async () => {
    for (const name of ['О себе', 'Образование', 'Опыт работы', 'Участие в конкурсе'])
      await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
    const controls = page
      .getByRole('main')
      .locator('form :is(input, textarea, button):not([aria-hidden=true] *):visible')
    await expect(controls.first()).toBeVisible()
    for (const control of await controls.all()) await expect(control).toHaveAccessibleName(/\p{L}{2}/u)
  })

  const about = page.getByRole('textbox', { name: 'Расскажите о себе' })
  const region = page.getByRole('searchbox', { name: /Регион, где вы живёте/ })
  await test.step('hints are read with their questions, also while searching', async () => {
    await expect(about).toHaveAccessibleDescription(/Три-четыре предложения/)
    await expect(about).toHaveAttribute('aria-required', 'true')
    await expect(region).toHaveAccessibleDescription(/Начните вводить название/)
    await expect(region).toHaveAttribute('aria-required', 'true')
    await expect(page.getByRole('textbox', { name: 'Запасная электронная почта' })).not.toHaveAttribute('aria-required')
  })

  await test.step('after a failed attempt the summary has the focus, and a fault is read with its question', async () => {
    await page.getByRole('button', { name: 'Проверить и сдать' }).press('Enter')
    const summary = page.getByRole('alert').filter({ hasText: 'Проверьте, что заполнено' })
    await expect(summary).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(summary.getByRole('link').first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(region).toBeFocused()
    await expect(region).toHaveAttribute('aria-invalid', 'true')
    await expect(region).toHaveAccessibleDescription(/Начните вводить название.*Ошибка: Обязательное поле/)
    await expect(about).toHaveAccessibleDescription(/Три-четыре предложения.*Ошибка: Обязательное поле/)
  })

  await test.step('a question that appears is the next stop of Tab', async () => {
    await page.getByRole('checkbox', { name: 'Есть учёная степень' }).press('Space')
    await expect(page.getByRole('group', { name: 'Учёная степень' })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('radio', { name: 'Кандидат наук' })).toBeFocused()
  })

  await test.step('an added row is named by its number and has the focus; after removing it the focus has a place', async () => {
    await page.getByRole('button', { name: 'Добавить ещё' }).press('Enter')
    const second = page.getByRole('group', { name: 'Место работы, запись 2' })
    await expect(second.getByLabel('Организация')).toBeFocused()
    await second.getByRole('button', { name: 'Убрать запись 2: Место работы' }).press('Enter')
    await expect(second).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Добавить ещё' })).toBeFocused()
  })

  await test.step('that the draft is saved is said without taking the focus', async () => {
    await about.fill('Руковожу службой эксплуатации.')
    const status = page.locator('[aria-live=polite]').filter({ hasText: /Сохранено в \d\d:\d\d:\d\d/ })
    await expect(status.first()).toBeVisible()
    await expect(about).toBeFocused()
    await expectSound(page, 'form by ear')
  })
})
