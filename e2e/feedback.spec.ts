import { expect, type Page, test } from '@playwright/test'
import { personWho } from './cast.ts'
import { enter, logIn } from './people.ts'
import { expectSound } from './sound.ts'

/** Whether the browser has stored the text: the page does not show it. */
const isKept = (page: Page, text: string): Promise<boolean> =>
  page.evaluate(async (looked) => {
    const answered = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((done, failed) => {
        asked.onsuccess = () => done(asked.result)
        asked.onerror = () => failed(asked.error)
      })
    for (const { name = '' } of await indexedDB.databases()) {
      const kept = await answered(indexedDB.open(name))
      const rows = await Promise.all(
        [...kept.objectStoreNames].map((store) => answered(kept.transaction(store).objectStore(store).getAll())),
      )
      kept.close()
      if (JSON.stringify(rows).includes(looked)) return true
    }
    return false
  }, text)

const address = '/ru_season_5/business/stages/feedback/form_feedback'

test('KP-19 KE-19 feedback on a phone takes two minutes, first explains that it is anonymous, survives a reload, is given once and is shown to nobody while few people have given it', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, personWho('gives feedback'))
  await page.goto(address)
  const main = page.getByRole('main')
  const words = page.getByLabel('Что нам исправить в первую очередь')

  await test.step('reads that it is anonymous and cannot be taken back before the first question', async () => {
    const form = main.locator('form')
    await expect(form.getByText('Отзыв анонимный')).toBeVisible()
    expect((await form.innerText()).trimStart().startsWith('Отзыв анонимный')).toBe(true)
    await expect(form.getByText('удалить или изменить его потом нельзя')).toBeVisible()
    await expect(main.getByText('Что мы изменили по прошлым отзывам')).toBeVisible()
    await expectSound(page)
  })

  await test.step('writes, and finds the words after a reload in the same browser', async () => {
    await page.getByRole('button', { name: 'Отправить отзыв' }).click()
    await expect(main.getByRole('alert').getByRole('link', { name: 'Выберите оценку' })).toBeVisible()
    await page
      .getByRole('group', { name: /посоветуете этот этап/ })
      .getByRole('radio', { name: '9', exact: true })
      .check()
    await page.getByRole('group', { name: 'Вопросы анкеты понятны' }).getByRole('radio', { name: /^4/ }).check()
    await words.fill('Подсказки у полей с датами появляются поздно')
    await words.blur()
    await expect.poll(() => isKept(page, 'Подсказки у полей с датами')).toBe(true)
    await page.reload()
    await expect(words).toHaveValue('Подсказки у полей с датами появляются поздно')
    await expect(page.getByRole('radio', { name: '9', exact: true })).toBeChecked()
  })

  await test.step('sends it once; another device says that it was given', async () => {
    await page.getByRole('button', { name: 'Отправить отзыв' }).click()
    await expect(main.getByRole('heading', { name: 'Спасибо, отзыв принят' })).toBeVisible()
    await expectSound(page)
    const elsewhere = await browser.newContext({ baseURL })
    const other = await elsewhere.newPage()
    await enter(other, personWho('gives feedback'))
    await other.goto(address)
    await expect(other.getByRole('heading', { name: 'Спасибо, отзыв принят' })).toBeVisible()
    await expect(other.getByText('Подсказки у полей')).toHaveCount(0)
    await elsewhere.close()
  })

  await test.step('an organiser sees no figure of fewer than five', async () => {
    const desk = await browser.newContext({ baseURL })
    const organiser = await desk.newPage()
    await logIn(organiser, 'admin@demo.test')
    await organiser.goto('/admin/ru_season_5/stages/form_feedback#opinions')
    await expect(organiser.getByRole('heading', { name: 'Отзывы' })).toBeVisible()
    await expect(organiser.getByText('Отзывов пока меньше пяти')).toHaveCount(2)
    await expect(organiser.getByText('Подсказки у полей')).toHaveCount(0)
    await expectSound(organiser)
    await desk.close()
  })
})

test('KP-19 a person who does not want to be asked is not asked again', async ({ page }) => {
  await enter(page, personWho('gives no feedback'))
  await page.goto(address)
  await page.getByRole('button', { name: 'Больше не спрашивать' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('никогда больше не попросим')
  await page.getByRole('button', { name: 'Не спрашивать', exact: true }).click()
  await expect(page).toHaveURL(/\/ru_season_5\/business$/)
  await expect(page.getByRole('main').getByText('Отзыв об анкете')).toHaveCount(0)
})
