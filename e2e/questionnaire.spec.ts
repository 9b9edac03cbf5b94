import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { personWho } from './cast.ts'
import { enter, logIn } from './people.ts'
import { expectSound } from './sound.ts'

const address = '/ru_season_5/business/stages/questionnaire/traits'

/** Chooses an answer and waits until the server has saved it. */
async function choose(page: Page, answer: string) {
  const saved = page.waitForResponse((response) => /stages\/\d+\/draft$/.test(response.url()) && response.ok())
  await page.getByRole('radio', { name: answer }).check()
  await saved
}

/** The positions of the marks of the question, in the order of their names. */
const marks = (page: Page) =>
  page.getByRole('radio').evaluateAll((all) =>
    all.map((mark) => {
      const { x, y } = mark.getBoundingClientRect()
      return { x: Math.round(x), y, label: mark.closest('label')?.textContent }
    }),
  )

test('KP-18 KE-18 a questionnaire is answered question by question, continued on another device and handed in', async ({
  page,
  browser,
  baseURL,
}) => {
  // It is begun and handed in on a phone, and opened on a computer in between.
  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, personWho('answers a questionnaire'))
  await page.goto(address)
  const main = page.getByRole('main')

  await test.step('reads what to expect and begins', async () => {
    await expect(main.getByText('13 вопросов, это около 3 минут')).toBeVisible()
    await expect(main.getByText('Правильных и неправильных ответов нет')).toBeVisible()
    await expectSound(page)
    await main.getByRole('button', { name: 'Начать' }).click()
    await expect(main.getByRole('group', { name: 'Мне легко заговорить с незнакомым человеком' })).toBeVisible()
    await expect(main.getByText('Отвечено 0 из 13')).toBeVisible()
    await expect(main.locator('form')).toBeFocused()
    await expect(main.getByText('ещё около 3 минут')).toBeVisible()
  })

  await test.step('does not go on without an answer, and may come back to the one before', async () => {
    await main.getByRole('button', { name: 'Дальше' }).click()
    await expect(main.getByText('Выберите один из ответов')).toBeVisible()
    await choose(page, 'Скорее согласен')
    await expectSound(page)
    await main.getByRole('button', { name: 'Дальше' }).click()
    await expect(main.getByRole('group', { name: 'Если план сорвался' })).toBeVisible()
    await main.getByRole('button', { name: 'Назад' }).click()
    await expect(page.getByRole('radio', { name: 'Скорее согласен' })).toBeChecked()
    await main.getByRole('button', { name: 'Дальше' }).click()
  })

  await test.step('finds the marks in the same order, one below the other, whatever the size of type and the theme', async () => {
    const usual = await marks(page)
    expect(usual.map(({ label }) => label)).toEqual([
      'Совсем не согласен',
      'Скорее не согласен',
      'Трудно сказать',
      'Скорее согласен',
      'Полностью согласен',
    ])
    for (const name of ['theme-wb', 'theme-bw', 'theme-lb', 'xlarge']) {
      await page.evaluate((chosen) => {
        const { classList, dataset } = document.documentElement
        if (chosen === 'xlarge') dataset.fontSize = chosen
        else classList.add(chosen)
      }, name)
      const now = await marks(page)
      expect(now.map(({ label }) => label)).toEqual(usual.map(({ label }) => label))
      expect(new Set(now.map(({ x }) => x)).size).toBe(1)
      expect(now.map(({ y }) => y)).toEqual(now.map(({ y }) => y).toSorted((one, other) => one - other))
      const steps = now.slice(1).map(({ y }, at) => y - (now[at]?.y ?? 0))
      expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(1)
      await page.evaluate((chosen) => document.documentElement.classList.remove(chosen), name)
    }
  })

  await test.step('finds the first question without an answer on a computer', async () => {
    const elsewhere = await browser.newContext({ baseURL })
    const computer = await elsewhere.newPage()
    await enter(computer, personWho('answers a questionnaire'))
    await computer.goto(address)
    await expect(computer.getByRole('group', { name: 'Если план сорвался' })).toBeVisible()
    await expect(computer.getByText('Отвечено 1 из 13')).toBeVisible()
    await choose(computer, 'Скорее согласен')
    await elsewhere.close()
  })

  const inHand = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL, hasTouch: true })
  const phone = await inHand.newPage()
  await test.step('goes on in hand and hands in', async () => {
    await enter(phone, personWho('answers a questionnaire'))
    await phone.goto(address)
    await expect(phone.getByText('Отвечено 2 из 13')).toBeVisible()
    for (let at = 2; at < 12; at += 1) {
      await choose(phone, 'Скорее согласен')
      await phone.getByRole('button', { name: 'Дальше' }).click()
    }
    await choose(phone, 'Спрошу, чего ждут от нас те, для кого мы работаем')
    await phone.getByRole('button', { name: 'Дальше' }).click()
    await expect(phone.getByRole('heading', { name: 'Вы ответили на все вопросы' })).toBeVisible()
    await phone.getByRole('button', { name: 'Сдать ответы' }).click()
    await expect(phone.getByRole('heading', { name: 'Ответы приняты' })).toBeVisible()
  })

  await test.step('finds the answers and no report before one is published', async () => {
    await page.goto(address)
    await expect(main.getByRole('heading', { name: 'Опросник сдан' })).toBeVisible()
    await expect(main.getByText('Спрошу, чего ждут от нас те, для кого мы работаем')).toBeVisible()
    await expect(main.getByRole('heading', { name: 'Ваш отчёт готов' })).toHaveCount(0)
  })

  await test.step('takes the report home on the phone once the organiser has published it', async () => {
    await logIn(page, 'admin@demo.test')
    await page.goto('/admin/ru_season_5/stages/traits')
    await page.getByRole('button', { name: 'Опубликовать отчёты' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Опубликовать', exact: true }).click()
    await expect(page.getByRole('main').getByText(/опубликованы \d/)).toBeVisible()
    await phone.goto(address)
    await expect(phone.getByRole('heading', { name: 'Ваш отчёт готов' })).toBeVisible()
    await expectSound(phone, 'report')
    const report = phone.waitForEvent('download')
    await phone.getByRole('button', { name: 'Скачать PDF' }).click()
    expect((await report).suggestedFilename()).toMatch(/\.pdf$/)
  })

  await test.step('where the method lets nobody go back, an answer may change until «Дальше», then it stays', async () => {
    await phone.goto('/all_kinds/main/stages/questionnaire/traits')
    await expect(phone.getByText('Пока вы не нажали «Дальше», ответ можно изменить')).toBeVisible()
    const begun = phone.waitForResponse((response) => /stages\/\d+\/draft$/.test(response.url()) && response.ok())
    await phone.getByRole('button', { name: 'Начать' }).click()
    await begun
    await choose(phone, 'Скорее не согласен')
    await choose(phone, 'Полностью согласен')
    await phone.reload()
    const first = phone.getByRole('group', { name: 'Мне легко заговорить с незнакомым человеком' })
    await expect(first.getByRole('radio', { name: 'Полностью согласен' })).toBeChecked()
    await choose(phone, 'Трудно сказать')
    const settled = phone.waitForResponse((response) => /stages\/\d+\/draft$/.test(response.url()) && response.ok())
    await phone.getByRole('button', { name: 'Дальше' }).click()
    const second = phone.getByRole('group', { name: 'Если план сорвался' })
    await expect(second).toBeVisible()
    await expect(phone.getByRole('button', { name: 'Назад' })).toHaveCount(0)
    await settled
    await phone.reload()
    await expect(second).toBeVisible()
    await expect(phone.getByText('Отвечено 1 из 13')).toBeVisible()
  })
  await inHand.close()
})

test('no file of the browser’s program names a scale or a key', () => {
  const files = readdirSync('dist/web', { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.length).toBeGreaterThan(50)
  const naming = files.flatMap(({ parentPath, name }) => {
    const text = readFileSync(join(parentPath, name), 'latin1')
    return ['good_looks', 'sociability', 'desirability"', 'reportTitle', 'item_1']
      .filter((word) => text.includes(word))
      .map((word) => `${name}: ${word}`)
  })
  expect(naming).toEqual([])
})
