import { expect, test } from '@playwright/test'
import { countedActs } from './acts.ts'
import { personWho } from './cast.ts'
import { dutyOf } from './console-places.ts'
import { logIn } from './people.ts'
import { expectSound } from './sound.ts'

test('OT-26 OT-27 an organiser selects the best with a minimum for each federal district and a waiting list; another confirms, reads five letters and publishes at noon tomorrow', async ({
  page,
  browser,
}) => {
  const acts = countedActs()
  await logIn(page, 'admin@demo.test')
  await page.goto('/admin')

  // OT-26, twelve acts.
  await acts.click(dutyOf(page, /Лидеры политики/).getByRole('link', { name: 'Отбор' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Отбор' })).toBeVisible()
  await expectSound(page)
  await acts.click(page.getByRole('button', { name: 'Новый отбор' }))
  await acts.pick(page.getByRole('button', { name: /О каком этапе решение/ }), 'Эссе об общем деле')
  await acts.click(page.getByRole('button', { name: 'Создать' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Основной вариант' })).toBeVisible()
  const counts = page
    .getByRole('status')
    .filter({ hasText: /Проходят/ })
    .first()
  await acts.type(page.getByLabel('Сколько проходит'), '30')
  await acts.type(page.getByLabel('Не меньше от каждого федерального округа'), '3')
  await acts.type(page.getByRole('textbox', { name: 'Список ожидания' }), '10')
  await expect(counts).toHaveText(/Проходят: 30, из них по квотам \d+\. Ждут: 10\. Не проходят: 18\./)
  // Nobody of the demo comes from the Caucasus: this is shown and hinders nobody.
  await expect(page.getByText(/Северо-Кавказский федеральный округ: нужно 3, с итогом 0/)).toBeVisible()
  await expect(page.getByText('Без итога: 2 человека.')).toBeVisible()
  await expectSound(page)
  await acts.click(page.getByRole('button', { name: 'Заморозить протоколом' }))
  await expectSound(page)
  await acts.click(page.getByRole('alertdialog').getByRole('button', { name: 'Заморозить', exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: 'Протокол № 2' })).toBeVisible()
  expect(acts.count).toBeLessThanOrEqual(12)
  await expect(page.getByText(/подтвердить его должен другой организатор/)).toBeVisible()

  // OT-27, ten acts of another organiser.
  acts.done()
  const second = await (await browser.newContext()).newPage()
  await logIn(second, personWho('confirms a protocol'))
  await second.goto('/admin')
  await acts.click(dutyOf(second, /Лидеры политики/).getByRole('link', { name: 'Отбор' }))
  await acts.click(second.getByRole('link', { name: 'Протокол № 2' }))
  await expect(second.getByRole('heading', { name: /^Этап «Эссе об общем деле»/ })).toHaveCount(5)
  await expect(second.getByText(/Ваш итог — [\d,]+, место \d+\sиз\s58\. Вы проходите дальше/).first()).toBeVisible()
  await expectSound(second)
  // Noon of tomorrow is what the page offers.
  await expect(second.getByLabel('Когда опубликовать, время')).toHaveValue('12:00')
  await acts.click(second.getByRole('button', { name: 'Подтвердить', exact: true }))
  await acts.click(second.getByRole('button', { name: 'Подтвердить и назначить' }))
  await expect(second.getByRole('heading', { name: 'Публикация назначена' })).toBeVisible()
  await expect(second.getByText(/ 12:00 по Москве участники узнают решение/)).toBeVisible()
  expect(acts.count).toBeLessThanOrEqual(10)
  const download = second.waitForEvent('download')
  await second.getByRole('button', { name: 'Скачать в Word' }).click()
  expect((await download).suggestedFilename()).toBe('protocol-2.docx')

  // The line is moved by keyboard, and a copy is shown next to the first variant.
  await page.goto('/admin/politleaders_2/cutoffs')
  await page.getByRole('button', { name: 'Скопировать «Основной вариант»' }).click()
  await page.getByRole('button', { name: 'Создать' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Основной вариант, копия' })).toBeVisible()
  const slider = page.getByRole('slider', { name: /Проходной балл/ })
  await slider.focus()
  await slider.press('Home')
  await expect(counts).toHaveText(/Проходят: 58\. Не проходят: 0\./)
  await page.goto('/admin/politleaders_2/cutoffs')
  await page.getByLabel('Сравнить «Основной вариант»').check()
  await page.getByLabel('Сравнить «Основной вариант, копия»').check()
  await expect(page.getByText('Проходят во всех вариантах: 30')).toBeVisible()
  await expectSound(page)
})
