import { expect, type Page, test } from '@playwright/test'
import { whoever } from './cast.ts'
import { codeFor, logIn } from './people.ts'
import { expectSound } from './sound.ts'

const stage = '/all_kinds/main/stages/test/test'

test.describe.configure({ mode: 'parallel' })

/** Gives some answer to the question on the page, whatever its kind. */
async function answerShown(page: Page) {
  const question = page.getByRole('region', { name: /Вопрос \d+ из 12/ })
  const first = question
    .getByRole('radio')
    .or(question.getByRole('checkbox'))
    .or(question.getByRole('textbox'))
    .or(question.getByRole('button', { name: 'Порядок уже верный' }))
    .or(question.getByRole('button', { name: /Выберите пару/ }))
    .first()
  await expect(first).toBeVisible()
  const [role, tag, opens] = await first.evaluate((element) => [
    element.getAttribute('type'),
    element.tagName,
    element.getAttribute('aria-haspopup'),
  ])
  if (role === 'radio' || role === 'checkbox') await first.check()
  else if (tag === 'INPUT') await first.fill('3')
  else {
    await first.press('Enter')
    if (opens) await page.getByRole('option').first().click()
  }
}

async function begin(page: Page) {
  const main = page.getByRole('main')
  await expect(
    main.getByRole('heading', { name: /Если начать сейчас, у вас будет 40 минут, до \d\d:\d\d/ }),
  ).toBeVisible()
  await main.getByRole('button', { name: 'Начать тест' }).press('Enter')
  await main.getByRole('button', { name: 'Да, начать: время пойдёт' }).press('Enter')
  await expect(main.getByRole('heading', { name: /Вопрос 1 из 12/ })).toBeVisible()
}

test('a test on a phone: the network is cut in the middle, nothing is lost, and a reload finds every answer', {
  tag: '@phone-only',
}, async ({ page, context }) => {
  await logIn(page, whoever('takes a test on a phone'))
  await page.goto(stage)
  const main = page.getByRole('main')
  const grid = main.getByRole('navigation', { name: 'Вопросы теста' })

  await test.step('reads the rules, sees that the device is fit and begins', async () => {
    await expect(main.getByText('Ответы переживут потерю связи и перезагрузку')).toBeVisible()
    await expectSound(page)
    await begin(page)
  })

  await test.step('answers, and the answer is saved', async () => {
    await expectSound(page)
    await answerShown(page)
    await expect(main.getByText('Ответ сохранён')).toBeVisible()
  })

  await test.step('goes on without a connection, which is said', async () => {
    await context.setOffline(true)
    for (const number of [2, 3]) {
      await main.getByRole('button', { name: 'Дальше' }).press('Enter')
      await expect(main.getByRole('heading', { name: `Вопрос ${number} из 12` })).toBeFocused()
      await answerShown(page)
      await expect(grid.getByRole('button', { name: new RegExp(`^Вопрос ${number}: с ответом`) })).toBeVisible()
    }
    await expect(main.getByText('Нет связи. Продолжайте: ничего не пропадёт')).toBeVisible()
    await expect(grid.getByRole('button', { name: /Вопрос 3: с ответом, (ждёт отправки|отправляется)/ })).toBeVisible()
  })

  await test.step('all of it leaves when the connection is back, and is there after a reload', async () => {
    await context.setOffline(false)
    for (const number of [1, 2, 3])
      await expect(grid.getByRole('button', { name: `Вопрос ${number}: с ответом`, exact: true })).toBeVisible()
    await page.reload()
    await expect(grid.getByText('3 из 12 вопросов с ответом')).toBeVisible()
  })

  await test.step('finishes with the list of what has no answer, and gets a receipt', async () => {
    await main.getByRole('button', { name: 'Завершить тест' }).press('Enter')
    await expect(main.getByText('Без ответа 9 вопросов')).toBeVisible()
    await main.getByRole('button', { name: 'Завершить тест' }).press('Enter')
    await expect(main.getByRole('heading', { name: 'Тест сдан' })).toBeVisible()
    await expect(main.getByText('С ответом 3 из 12', { exact: false })).toBeVisible()
  })
})

test('a test goes on at another device by a code, and the first one reads so', async ({ page, browser, baseURL }) => {
  const who = whoever('takes a test to another device')
  await logIn(page, who)
  await page.goto(stage)
  await begin(page)
  const main = page.getByRole('main')
  await answerShown(page)
  await expect(main.getByText('Ответ сохранён')).toBeVisible()

  const other = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await logIn(other, who)
  await other.goto(stage)
  const there = other.getByRole('main')
  await expect(there.getByRole('heading', { name: 'Тест идёт на другом устройстве' })).toBeVisible()
  await there.getByRole('button', { name: 'Получить код и продолжить здесь' }).press('Enter')
  await there.getByLabel('Код').fill(await codeFor(other.request, '+79005550189'))
  await expect(there.getByText('1 из 12 вопросов с ответом')).toBeVisible()

  await main.getByRole('button', { name: 'Пометить, чтобы вернуться' }).press('Enter')
  await expect(main.getByRole('heading', { name: 'Тест идёт на другом устройстве' })).toBeVisible()
  await expect(main.getByText('С ответом 1 из 12', { exact: false })).toBeVisible()
  await other.context().close()
})
