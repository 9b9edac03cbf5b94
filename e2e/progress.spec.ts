import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { whoever } from './cast.ts'
import { logIn } from './people.ts'
import { allCome, openWhole } from './sound.ts'

/** Holds the answers to this call back until the test lets them go. */
async function heldBack(page: Page, path: RegExp) {
  const gate = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await gate.promise
    await route.continue().catch(() => {})
  })
  return gate.resolve
}

test('a portrait shows how far it is sent, can be stopped, and arrives', async ({ page }) => {
  await logIn(page, whoever('sends a portrait slowly'))
  await openWhole(page, '/profile')
  const letGo = await heldBack(page, /user\/profile\/avatar/)
  const main = page.getByRole('main')
  const dialog = page.getByRole('alertdialog', { name: 'Какую часть показать' })
  const picture = { create: { width: 900, height: 900, channels: 3 as const, background: '#336699' } }
  const choose = async () => {
    await main
      .locator('input[type=file][name=avatar], input[type=file]')
      .first()
      .setInputFiles({ name: 'я.png', mimeType: 'image/png', buffer: await sharp(picture).png().toBuffer() })
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
  }
  await main.getByRole('button', { name: 'Добавить фотографию' }).click()
  await choose()
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  await expect(dialog.getByRole('status').filter({ hasText: /фотографию: \d+ %$/ })).toBeAttached()
  await dialog.getByRole('button', { name: 'Отмена' }).click()
  await expect(dialog).toBeHidden()
  await expect(main.getByAltText('Ваша фотография')).toHaveCount(0)
  await choose()
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  letGo()
  await expect(main.getByText('Фотография сохранена')).toBeVisible()
})

test('a file of a form shows how far it is sent and can be taken back', async ({ page }) => {
  await logIn(page, whoever('is seen with a form under way'))
  await openWhole(page, '/ru_season_5/business/stages/form/questionnaire')
  if (page.url().endsWith('/manual')) await page.getByRole('link', { name: 'Перейти к этапу' }).click()
  await expect(page.getByLabel('Расскажите о себе')).toBeVisible()
  await allCome(page)
  await heldBack(page, /user\/files/)
  const main = page.getByRole('main')
  await main
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'план.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') })
  await expect(main.getByRole('progressbar', { name: 'Отправляем «план.pdf»' })).toBeVisible()
  await expect(main.getByRole('status').filter({ hasText: /Отправляем «план.pdf»: \d+ %$/ })).toBeAttached()
  await main.getByRole('button', { name: 'Убрать файл «план.pdf»' }).click()
  await expect(main.getByText('план.pdf')).toHaveCount(0)
})
