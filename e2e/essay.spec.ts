import { expect, type Page, test } from '@playwright/test'
import { aPdf } from '#server/testing/a-pdf.ts'
import { personWho } from './cast.ts'
import { enter } from './people.ts'

const sentence = 'Я собрал начальников цехов и сказал им правду: денег хватит на сорок дней. '
const short = 'Весной завод остался без единственного поставщика.'
const first = `${short} ${sentence.repeat(5)}`.trim()

const saved = (page: Page) => page.getByText(/Сохранено в \d\d:\d\d:\d\d/).first()
/** Fills in the text and waits for the server's answer to the save. */
async function fillAndSave(page: Page, text: string) {
  const answered = page.waitForResponse((response) => /stages\/\d+\/draft$/.test(response.url()) && response.ok())
  await page.getByLabel('Текст эссе').fill(text)
  await answered
  await expect(saved(page)).toBeVisible()
}

test('KP-05 an essay is written while offline, restored to an earlier revision, previewed as the jury sees it and handed in', async ({
  page,
  context,
}) => {
  await enter(page, personWho('writes an essay'))
  await page.goto('/ru_season_5/business/stages/essay/essay')
  const main = page.getByRole('main')
  const text = page.getByLabel('Текст эссе')

  await test.step('reads the task and what is expected before the work begins', async () => {
    await expect(main.getByRole('heading', { level: 1, name: /^Эссе/ })).toBeVisible()
    await expect(main.getByRole('heading', { name: 'Задание' })).toBeVisible()
    const conditions = main.getByRole('complementary', { name: 'Условия' })
    // The test of the console may change the word limit at the same time.
    await expect(conditions).toContainText(/От 50 до \d{3} слов, не больше 6000 символов с пробелами/)
    await expect(conditions).toContainText('Текст можно вставить из буфера обмена')
    await expect(conditions).toContainText('можно приложить один файл')
    await expect(conditions).toContainText('показывает «Как увидит эксперт»')
  })

  await test.step('sees the length in words and characters, and hears that the text is too short only when handing in', async () => {
    await fillAndSave(page, short)
    await expect(main.getByText('6 слов, нужно ещё 44')).toBeVisible()
    await expect(main.getByText(/^50 символов\sиз\s6.000$/)).toBeVisible()
    await text.blur()
    await expect(text).not.toHaveAttribute('aria-invalid')
    await page.getByRole('button', { name: 'Проверить и сдать' }).click()
    await expect(main.getByRole('alert').getByText(/слов слишком мало: 6. Нужно ещё 44 слова/i)).toBeVisible()
    await expect(text).toHaveAttribute('aria-invalid', 'true')
  })

  await test.step('goes on without a connection; the text is sent by itself when it is back', async () => {
    await context.setOffline(true)
    await expect(page.getByText('Нет связи с порталом')).toBeVisible()
    await text.fill(first)
    await expect(page.getByText('Нет связи — сохраним, когда она вернётся').first()).toBeVisible()
    await context.setOffline(false)
    await expect(saved(page)).toBeVisible()
    await page.reload()
    await expect(text).toHaveValue(first)
  })

  await test.step('writes over the text, looks at the earlier one and takes it back; nothing is lost', async () => {
    const instead = `${first} Это предложение я потом уберу.`
    await fillAndSave(page, instead)
    await page.getByRole('button', { name: 'Прежние редакции' }).click()
    const dialog = page.getByRole('dialog', { name: 'Прежние редакции' })
    const times = dialog.getByRole('list', { name: 'Редакции, новые сверху' }).getByRole('button')
    await expect(times.first()).toContainText(/^Сегодня, \d\d:\d\d:\d\d \d+ слов[оа]?, последняя$/)
    await times.nth(1).click()
    await expect(dialog.getByText(first)).toBeVisible()
    await dialog.getByRole('button', { name: 'Вернуть этот текст' }).click()
    await expect(text).toHaveValue(first)
    await expect(saved(page)).toBeVisible()
    await page.getByRole('button', { name: 'Прежние редакции' }).click()
    await times.nth(1).click()
    await expect(dialog.getByText(instead)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('sees the work as an expert does: without the name, which a hint points out', async () => {
    const owner = page.getByRole('banner').getByRole('button', { name: /ID\s\d+/ })
    // The initials in the avatar may precede the name.
    const [, name = ''] = /(?:^|[А-ЯЁ]{2}(?=[А-ЯЁ]))([А-ЯЁ][а-яё]+)/.exec((await owner.textContent()) ?? '') ?? []
    expect(name.length).toBeGreaterThan(2)
    await fillAndSave(page, `${first} Меня зовут ${name}.`)
    await page.getByRole('button', { name: 'Как увидит эксперт' }).click()
    const dialog = page.getByRole('dialog', { name: 'Так работу увидит эксперт' })
    await expect(dialog.getByText('Имени автора эксперты не видят.')).toBeVisible()
    await expect(dialog.getByText(`По тексту можно узнать автора: «${name}»`)).toBeVisible()
    await expect(dialog.getByRole('article')).toContainText('Меня зовут')
    await expect(dialog.getByRole('article')).not.toContainText(name)
    await dialog.getByRole('button', { name: 'Вернуться к правке' }).click()
    await fillAndSave(page, first)
  })

  await test.step('adds a file, checks everything once more and hands in', async () => {
    // Waits until the file is uploaded and saved in the draft: before that it cannot be handed in.
    const kept = page.waitForRequest(
      (request) => request.postData()?.includes('схема.pdf') === true && /draft$/.test(request.url()),
    )
    await page
      .getByLabel(/Файл к эссе/)
      .setInputFiles({ name: 'схема.pdf', mimeType: 'application/pdf', buffer: aPdf() })
    await kept
    await expect(main.getByText('схема.pdf')).toBeVisible()
    await page.getByRole('button', { name: 'Проверить и сдать' }).click()
    const check = page.getByRole('heading', { name: 'Проверьте эссе перед сдачей' })
    await expect(check).toBeFocused()
    await expect(main.getByText(first)).toBeVisible()
    await expect(main.getByText('схема.pdf')).toBeVisible()
    await page.getByRole('button', { name: 'Сдать эссе' }).click()
  })

  await test.step('gets a receipt and can read what was handed in, now and on the next visit', async () => {
    await expect(page.getByRole('heading', { name: 'Эссе принято' })).toBeFocused()
    await expect(main.getByText('Номер квитанции')).toBeVisible()
    await expect(main.getByText(first)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Эссе сдано' })).toBeVisible()
    await expect(main.getByText(first)).toBeVisible()
    await expect(main.getByText('схема.pdf')).toBeVisible()
    await expect(text).toHaveCount(0)
  })
})

test(
  'KP-05 the browser’s back button leads from the check of a work to its text, and the typed text is there',
  { tag: '@phone' },
  async ({ page }, { project }) => {
    await enter(
      page,
      personWho(project.name === 'phone' ? 'goes back from the check on a phone' : 'goes back from the check'),
    )
    await page.goto('/ru_season_5/business/stages/essay/essay')
    const text = page.getByLabel('Текст эссе')
    await fillAndSave(page, first)
    await page.getByRole('button', { name: 'Проверить и сдать' }).click()
    const back = page.getByRole('button', { name: 'Вернуться к правке' })
    await expect(back).toBeVisible()
    await page.goBack()
    await expect(text).toHaveValue(first)
    await expect(page).toHaveURL(/stages\/essay\/essay(#.*)?$/)
    await fillAndSave(page, `${first} Ещё.`)
    await page.getByRole('button', { name: 'Проверить и сдать' }).click()
    await expect(page.getByText(/Ещё\.$/)).toBeVisible()
    await page.reload()
    await expect(text).toHaveValue(`${first} Ещё.`)
    await page.getByRole('button', { name: 'Проверить и сдать' }).click()
    await back.click()
    await expect(text).toHaveValue(`${first} Ещё.`)
  },
)
