import { expect, type Locator, type Page, test } from '@playwright/test'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { personWho } from './cast.ts'
import { unfold } from './console-places.ts'
import { codeFor, logIn } from './people.ts'
import { expectFit, expectSound, openWhole } from './sound.ts'

const stage = '/all_kinds/main/stages/test/test'

test.describe.configure({ mode: 'parallel' })

/** Gives some answer to the question on the page, whatever its kind. */
async function answerShown(page: Page) {
  const question = page.getByRole('region', { name: /Вопрос \d+\sиз\s12/ })
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

/** Texts that overflow the frame of the question. */
const wordsOutside = (question: Element): string[] => {
  const { right } = question.getBoundingClientRect()
  return [...question.querySelectorAll('*')]
    .filter((element) => element.children.length === 0 && (element.textContent ?? '').trim() !== '')
    .filter(
      (element) => element.scrollWidth > element.clientWidth + 1 || element.getBoundingClientRect().right > right + 1,
    )
    .filter((element) => getComputedStyle(element).position !== 'absolute' && element.clientWidth > 0)
    .map((element) => element.textContent ?? '')
}

/** Chooses the longest option for each missing pair of a question; returns the number of choices. */
async function pairLongest(page: Page, question: Locator): Promise<number> {
  const places = question.getByRole('button', { name: /Выберите пару/ })
  const missing = await places.count()
  for (let left = missing; left > 0; left -= 1) {
    await places.first().press('Enter')
    await expect(page.getByRole('option').first()).toBeVisible()
    const words = await page.getByRole('option').allTextContents()
    const longest = words.reduce((most, one) => (one.length > most.length ? one : most))
    await page.getByRole('option', { name: longest }).click()
    await expect(places).toHaveCount(left - 1)
  }
  return missing
}

async function begin(page: Page) {
  const main = page.getByRole('main')
  await expect(
    main.getByRole('heading', { name: /Если начать сейчас, у вас будет 40 минут, до \d\d:\d\d/ }),
  ).toBeVisible()
  await main.getByRole('button', { name: 'Начать тест' }).press('Enter')
  await main.getByRole('button', { name: 'Да, начать: время пойдёт' }).press('Enter')
  await expect(main.getByRole('heading', { name: /Вопрос 1\sиз\s12/ })).toBeVisible()
}

test('SK-06 KP-06 a test on a phone: the network is cut in the middle, nothing is lost, and a reload finds every answer', {
  tag: '@phone-only',
}, async ({ page, context }) => {
  await logIn(page, personWho('takes a test on a phone'))
  const main = page.getByRole('main')
  await test.step('days before a test checks the device and tries the page, which counts for nothing', async () => {
    await page.goto('/ru_season_5/business/stages/test/management_test')
    await expect(main.getByText('Ещё не открыт')).toBeVisible()
    await expect(main.getByText('Ответы переживут потерю связи и перезагрузку')).toBeVisible()
    await main.getByRole('button', { name: 'Пробный тест' }).press('Enter')
    await expect(main.getByText('Пробный тест ни на что не влияет', { exact: false })).toBeVisible()
    await expectSound(page)
    const forgetful = await context.newPage()
    await forgetful.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('Storage is off', 'SecurityError')
      }
    })
    await forgetful.goto('/ru_season_5/business/stages/test/management_test')
    await expect(forgetful.getByText('Браузер не хранит данные: выйдите из приватного режима')).toBeVisible()
    await forgetful.close()
  })

  await page.goto(stage)
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
    // The question on the page is marked in the grid also in the person's own colours.
    await page.emulateMedia({ forcedColors: 'active' })
    await expect(grid.getByRole('button', { name: /^Вопрос 1: / })).toHaveCSS('outline-style', 'solid')
    await expect(grid.getByRole('button', { name: /^Вопрос 2: / })).toHaveCSS('outline-style', 'none')
    await page.emulateMedia({ forcedColors: 'none' })
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

  await test.step('the disk of the phone is full: that is said, and an answer is saved all the same', async () => {
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('The disk is full', 'QuotaExceededError')
      }
    })
    await expect(main.getByRole('heading', { name: 'Вопрос 4 из 12' })).toBeVisible()
    await answerShown(page)
    await expect(main.getByText('Браузер не хранит ответы')).toBeVisible()
    await expect(grid.getByRole('button', { name: 'Вопрос 4: с ответом', exact: true })).toBeVisible()
    await expectSound(page)
    await page.reload()
    await expect(grid.getByText('4 из 12 вопросов с ответом')).toBeVisible()
    await expect(main.getByText('Браузер не хранит ответы')).toHaveCount(0)
  })

  let answered = 4
  await test.step('at 150 % and in black and white every question fits, and what it says of answers needs no colour', async () => {
    await page.getByRole('button', { name: 'Открыть меню' }).press('Enter')
    await page.getByRole('button', { name: 'Настройки отображения' }).press('Enter')
    const panel = page.getByRole('dialog', { name: 'Настройки отображения' })
    await panel.getByLabel(/150 %/).check()
    await panel.getByLabel('Белым по чёрному').check()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(page.locator('#mobile-menu')).toBeHidden()
    await grid.getByRole('button', { name: /^Вопрос 1:/ }).press('Enter')
    for (let number = 1; number <= 12; number += 1) {
      if (number > 1) await main.getByRole('button', { name: 'Дальше' }).press('Enter')
      const question = main.getByRole('region', { name: `Вопрос ${number} из 12` })
      await expect(question).toBeVisible()
      if ((await pairLongest(page, question)) > 0 && number > 4) answered += 1
      await expectFit(page, `question ${number}`)
      await expect.poll(() => question.evaluate(wordsOutside), `question ${number}`).toEqual([])
    }
    await expect(grid.getByRole('button', { name: 'Вопрос 1: с ответом', exact: true })).toBeVisible()
    await expectSound(page)
  })

  await test.step('finishes with the list of what has no answer, and gets a receipt', async () => {
    await main.getByRole('button', { name: 'Завершить тест' }).press('Enter')
    await expect(main.getByText(`Без ответа ${12 - answered} вопросов`)).toBeVisible()
    await main.getByRole('button', { name: 'Завершить тест' }).press('Enter')
    await expect(main.getByRole('heading', { name: 'Тест сдан' })).toBeVisible()
    await expect(main.getByText(`С ответом ${answered} из 12`, { exact: false })).toBeVisible()
  })
})

test('KP-06 KO-06 KE-06 a test continues on another device by a code; its organiser sees it on the live board, adds minutes and reopens it after its end', async ({
  page,
  browser,
  baseURL,
}) => {
  const who = personWho('takes a test to another device')
  const at = async () => (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await logIn(page, who)
  await page.goto(stage)
  await begin(page)
  const main = page.getByRole('main')
  const other = await at()
  const there = other.getByRole('main')

  await test.step('a second device is told so, takes over by a code, and the first one reads that', async () => {
    await answerShown(page)
    await expect(main.getByText('Ответ сохранён')).toBeVisible()
    await logIn(other, who)
    await other.goto(stage)
    await expect(there.getByRole('heading', { name: 'Тест идёт на другом устройстве' })).toBeVisible()
    await there.getByRole('button', { name: 'Получить код и продолжить здесь' }).press('Enter')
    await there.getByLabel('Код').fill(await codeFor(other.request, '+79005550189'))
    await expect(there.getByText('1 из 12 вопросов с ответом')).toBeVisible()
    await main.getByRole('button', { name: 'Пометить, чтобы вернуться' }).press('Enter')
    await expect(main.getByRole('heading', { name: 'Тест идёт на другом устройстве' })).toBeVisible()
    await expect(main.getByText('С ответом 1 из 12', { exact: false })).toBeVisible()
  })

  const desk = await at()
  await logIn(desk, 'admin@demo.test')
  await openWhole(desk, '/admin/all_kinds/stages/test')
  const board = desk.locator('section').filter({ has: desk.getByRole('heading', { name: 'Ход теста' }) })

  await test.step('the organiser sees who is at work and adds minutes, which the page says', async () => {
    await expect(board.getByRole('listitem').filter({ hasText: 'ответов 1' }).first()).toBeVisible()
    await board.getByRole('button', { name: 'Добавить минуты' }).press('Enter')
    const dialog = desk.getByRole('alertdialog', { name: 'Добавить минуты' })
    await dialog.getByLabel('Сколько минут').fill('5')
    await dialog.getByLabel('Причина').fill('Сбой у провайдера')
    await dialog.getByRole('button', { name: 'Добавить', exact: true }).press('Enter')
    await expect(desk.getByText(/Минуты получил/)).toBeVisible()
    await expect(dialog).toBeHidden()
    // The page requests its deadline at once when it becomes visible again.
    await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(there.getByText(/Вам добавили время: 5 минут/)).toBeVisible()
  })

  await test.step('finishes too early, is let go on, and finds the answer', async () => {
    await there.getByRole('button', { name: 'Завершить тест' }).press('Enter')
    await there.getByRole('button', { name: 'Завершить тест' }).press('Enter')
    await expect(there.getByRole('heading', { name: 'Тест сдан' })).toBeVisible()
    await board.getByRole('radio', { name: 'Закончили' }).check()
    const finished = board.getByRole('listitem').filter({ hasText: 'добавлено 5 мин' })
    await finished.getByRole('button', { name: /^Вернуть в тест/ }).press('Enter')
    const dialog = desk.getByRole('alertdialog', { name: 'Вернуть в тест' })
    await dialog.getByLabel('Сколько минут дать').fill('10')
    await dialog.getByLabel('Причина').fill('Завершил по ошибке')
    await expectSound(desk)
    await dialog.getByRole('button', { name: 'Вернуть', exact: true }).press('Enter')
    await expect(desk.getByText(/может продолжать до/)).toBeVisible()
    await other.reload()
    await expect(there.getByText('1 из 12 вопросов с ответом')).toBeVisible()
  })
  await other.context().close()
  await desk.context().close()
})

test('SK-06 KE-06 the time of a test runs out in the middle: the page shows it, sent answers count, and the receipt appears by itself', {
  tag: '@waits',
}, async ({ page, context, browser, baseURL }) => {
  // The test waits for the end of the stage, which is at a full minute.
  test.slow()
  const control = '/all_kinds/main/stages/test/control_test'
  const desk = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await logIn(desk, 'admin@demo.test')
  await openWhole(desk, '/admin/all_kinds/stages/control_test')
  await logIn(page, personWho('is in a test when its time runs out'))
  const main = page.getByRole('main')
  const grid = main.getByRole('navigation', { name: 'Вопросы теста' })
  const board = desk.locator('section').filter({ has: desk.getByRole('heading', { name: 'Ход теста' }) })

  await test.step('is in the middle of the test', async () => {
    await page.goto(control)
    await begin(page)
    await answerShown(page)
    await expect(main.getByText('Ответ сохранён')).toBeVisible()
    await main.getByRole('button', { name: 'Дальше' }).press('Enter')
    await expect(main.getByRole('heading', { name: 'Вопрос 2 из 12' })).toBeFocused()
    await answerShown(page)
    await expect(grid.getByRole('button', { name: 'Вопрос 2: с ответом', exact: true })).toBeVisible()
  })

  await unfold(desk, 'Сроки').press('Enter')
  // Enough time for the organiser's acts and for the page to receive them, also on a busy machine.
  const closesAt = new Date(Math.ceil((Date.now() + 45_000) / 60_000) * 60_000)
  const [date, time] = showDateTime(closesAt).split(' ') as [string, string]
  await test.step('the organiser ends the stage in this minute, which the page says', async () => {
    await desk.getByLabel('Закрывается', { exact: false }).first().fill(date)
    await desk.getByLabel('Закрывается, время').fill(time)
    await desk.getByRole('button', { name: 'Сохранить', exact: true }).first().press('Enter')
    await desk.getByRole('button', { name: 'Опубликовать: закрывается' }).press('Enter')
    const question = desk.getByRole('alertdialog', { name: 'Опубликовать правки?' })
    await question.getByRole('button', { name: 'Опубликовать', exact: true }).press('Enter')
    await expect(desk.getByText('Всё опубликовано')).toBeVisible()
    await expect(main.getByText(`Срок изменился: теперь до ${date} ${time}`, { exact: false })).toBeVisible()
    await expect(main.getByText(`До ${date} ${time} по Москве`, { exact: true })).toBeVisible()
    await expect(main.getByRole('timer')).toHaveText(/^0[01]:\d\d$/)
  })

  await test.step('the time runs out without a connection, with a third answer that has not left', async () => {
    await context.setOffline(true)
    await main.getByRole('button', { name: 'Дальше' }).press('Enter')
    await expect(main.getByRole('heading', { name: 'Вопрос 3 из 12' })).toBeFocused()
    await answerShown(page)
    await expect(main.getByText('Нет связи. Продолжайте: ничего не пропадёт')).toBeVisible()
    const over = main.getByText('Время вышло. Принимаем ваши ответы')
    await expect.poll(() => over.isVisible(), { timeout: 150_000 }).toBe(true)
    await expect(main.getByText('Ещё не отправлено: 1 ответ', { exact: false })).toBeVisible()
    await expect(main.getByRole('heading', { name: /Вопрос/ })).toHaveCount(0)
  })

  await test.step('the receipt comes by itself, of the moment of the end, with what was sent', async () => {
    // A connection that returns after the grace of the attempt is too late.
    await board.getByRole('radio', { name: 'Закончили' }).check()
    await expect(board.getByRole('listitem').filter({ hasText: `закончил ${date} ${time}` })).toHaveCount(1, {
      timeout: 60_000,
    })
    await context.setOffline(false)
    await expect(main.getByRole('heading', { name: 'Время вышло, тест сдан' })).toBeVisible({ timeout: 60_000 })
    await expect(main.locator('dd', { hasText: new RegExp(`^${date} ${time}$`) })).toBeVisible()
    await expect(main.getByText('С ответом 2 из 12', { exact: false })).toBeVisible()
    await expectSound(page)
  })

  await test.step('it was finished once, and the answer that came late is not counted', async () => {
    await desk.reload()
    await board.getByRole('radio', { name: 'Закончили' }).check()
    await expect(board.getByRole('listitem').filter({ hasText: `закончил ${date} ${time}` })).toHaveText([/ответов 2/])
  })
  await desk.context().close()
})

test('KE-06 a test works in a browser that stores nothing: the page says so calmly, every answer reaches the server, and a code leads back after a reload', {
  tag: '@phone-only',
}, async ({ page }) => {
  const failed: string[] = []
  page.on('pageerror', ({ message }) => failed.push(message))
  await page.addInitScript(() => {
    const off = () => {
      throw new DOMException('Storage is off', 'SecurityError')
    }
    IDBFactory.prototype.open = off
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: off })
  })
  await logIn(page, personWho('takes a test where nothing is stored'))
  const main = page.getByRole('main')
  const grid = main.getByRole('navigation', { name: 'Вопросы теста' })

  await test.step('reads it before the start, and begins all the same', async () => {
    await page.goto(stage)
    await expect(main.getByText('Браузер не хранит данные: выйдите из приватного режима')).toBeVisible()
    await begin(page)
    await expect(main.getByText('Браузер не хранит ответы')).toBeVisible()
    await expect(main.getByText('Не перезагружайте страницу', { exact: false })).toBeVisible()
  })

  await test.step('answers reach the server one by one', async () => {
    for (const number of [1, 2]) {
      if (number > 1) await main.getByRole('button', { name: 'Дальше' }).press('Enter')
      await expect(main.getByRole('heading', { name: `Вопрос ${number} из 12` })).toBeVisible()
      await answerShown(page)
      // Waits for this question's own state: the message about the previous answer may still be on the page.
      await expect(grid.getByRole('button', { name: `Вопрос ${number}: с ответом`, exact: true })).toBeVisible()
      await expect(main.getByText('Ответ сохранён')).toBeVisible()
    }
    await expectSound(page)
  })

  await test.step('a reload makes a new device of the browser, which is said; a code leads back to the answers', async () => {
    await page.reload()
    await expect(main.getByRole('heading', { name: 'Тест идёт на другом устройстве' })).toBeVisible()
    await expect(main.getByText('Если вы начали здесь же', { exact: false })).toBeVisible()
    await main.getByRole('button', { name: 'Получить код и продолжить здесь' }).press('Enter')
    await main.getByLabel('Код').fill(await codeFor(page.request, '+79005550192'))
    await expect(grid.getByText('2 из 12 вопросов с ответом')).toBeVisible()
  })
  expect(failed).toEqual([])
})
