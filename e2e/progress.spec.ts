import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { aPdf } from '#server/testing/a-pdf.ts'
import { personWho } from './cast.ts'
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

test('the upload of a portrait shows its progress, can be stopped, and ends with the portrait', async ({ page }) => {
  await logIn(page, personWho('sends a portrait slowly'))
  await openWhole(page, '/profile')
  const letGo = await heldBack(page, /user\/uploads/)
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

test('the upload of a form’s file continues from where it was after a reload and a cut network, and can be cancelled', async ({
  page,
  context,
}) => {
  await logIn(page, personWho('is seen with a form under way'))
  const open = async () => {
    await openWhole(page, '/ru_season_5/business/stages/form/questionnaire')
    if (page.url().endsWith('/manual')) await page.getByRole('link', { name: 'Перейти к этапу' }).click()
    await expect(page.getByLabel('Расскажите о себе')).toBeVisible()
    await allCome(page)
  }
  await open()
  const main = page.getByRole('main')
  const choose = (name: string, bytes: number) =>
    main
      .locator('input[type=file]')
      .last()
      .setInputFiles({
        name,
        mimeType: 'application/pdf',
        buffer: aPdf({ bytes }),
      })
  const sending = (name: string) => main.getByRole('progressbar', { name: `Отправляем «${name}»` })

  // The first piece arrives, the second is held back.
  const offsets: string[] = []
  const gate = Promise.withResolvers<void>()
  await page.route(/user\/uploads\/\w+$/, async (route) => {
    const offset = route.request().method() === 'PATCH' ? await route.request().headerValue('upload-offset') : null
    if (offset !== null) offsets.push(offset)
    if (offset !== null && offset !== '0') await gate.promise
    await route.continue().catch(() => {})
  })
  await choose('план.pdf', 9_000_000)
  await expect(sending('план.pdf')).toBeVisible()
  await expect(main.getByRole('status').filter({ hasText: /Отправляем «план.pdf»: \d+ %$/ })).toBeAttached()
  await expect.poll(() => offsets).toEqual(['0', '8388608'])
  await expect(main.getByText(/Отправлено [\d,]+\sМБ\sиз\s8,6\sМБ/)).toBeVisible()

  await page.reload()
  await expect(sending('план.pdf')).toBeVisible()
  await expect.poll(() => offsets).toEqual(['0', '8388608', '8388608'])
  await context.setOffline(true)
  gate.resolve()
  await expect(main.getByText('Связь прервалась. Продолжим с того же места, как только она появится')).toBeVisible()
  await context.setOffline(false)
  await expect(main.getByRole('button', { name: 'Убрать файл «план.pdf»' })).toBeVisible()
  await expect(sending('план.pdf')).toHaveCount(0)
  expect(new Set(offsets)).toEqual(new Set(['0', '8388608']))
  await main.getByRole('button', { name: 'Убрать файл «план.pdf»' }).click()

  const held = await heldBack(page, /user\/uploads/)
  await choose('не тот.pdf', 1000)
  await main.getByRole('button', { name: 'Отменить загрузку файла «не тот.pdf»' }).click()
  await expect(main.getByText('не тот.pdf')).toHaveCount(0)
  held()
  await page.reload()
  await expect(page.getByLabel('Расскажите о себе')).toBeVisible()
  await allCome(page)
  await expect(main.getByText('не тот.pdf')).toHaveCount(0)
})
