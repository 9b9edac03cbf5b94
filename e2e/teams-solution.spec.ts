import { expect, type Page, test } from '@playwright/test'
import { aPdf } from '#server/testing/a-pdf.ts'
import { personWho } from './cast.ts'
import { logIn } from './people.ts'
import { expectSound } from './sound.ts'

const path = '/all_kinds/main/stages/teams_solution/solution'

const section = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
const member = (page: Page, words: RegExp) =>
  page.getByRole('region', { name: 'Команда «Ночная смена»' }).getByRole('listitem').filter({ hasText: words })

async function write(page: Page, title: string, text: string) {
  await page.getByRole('button', { name: `Взять раздел: ${title}` }).click()
  const saved = page.waitForResponse(
    (answer) =>
      answer.request().method() === 'PUT' &&
      answer.url().includes('/sections/') &&
      !answer.url().endsWith('/hold') &&
      answer.ok(),
  )
  await page.getByLabel(`${title}: текст`).fill(text)
  await saved
}

/** Expects that over a slow network the button shows the progress and cannot be pressed twice. */
async function expectSaidWhileDownloading(page: Page, name: string) {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const files = '**/solution/files/*'
  let asked = 0
  await page.route(files, async (route) => {
    asked += 1
    await held
    await route.continue()
  })
  const file = page.getByRole('button', { name, exact: true })
  await file.click()
  await expect(file).toHaveAttribute('aria-disabled', 'true')
  await expect(file.getByRole('status')).toHaveText('Скачиваем файл…')
  await file.click({ force: true })
  const download = page.waitForEvent('download')
  release()
  expect((await download).suggestedFilename()).toBe(name)
  await expect(file).not.toHaveAttribute('aria-disabled')
  expect(asked).toBe(1)
  await page.unroute(files)
}

const giveBack = (page: Page, title: string) =>
  section(page, title).getByRole('button', { name: 'Отдать раздел' }).click()

test('KP-12 a team writes one solution: sections are taken and released, edits show their authors, all agree, and the captain hands in', async ({
  page: captain,
  browser,
}) => {
  test.slow()
  const mate = await (await browser.newContext()).newPage()
  const third = await (await browser.newContext()).newPage()
  await logIn(captain, personWho('leads a team at work'))
  await logIn(mate, personWho('writes with a team'))
  await logIn(third, personWho('reads what a team writes'))

  await test.step('the task with its materials, and what is empty', async () => {
    await captain.goto(path)
    await expect(captain.getByText('Вашей команде досталось')).toBeVisible()
    await expect(captain.getByRole('link', { name: 'Паспорт города: люди, заводы, деньги' })).toBeVisible()
    await expect(captain.getByText('Пока пусто')).toHaveCount(3)
  })

  await test.step('what one writes the others only read, while a further section is written beside it', async () => {
    await write(captain, 'В чём задача', 'Молодые уезжают')
    await mate.goto(path)
    await expect(section(mate, 'В чём задача').getByText(/^Сейчас пишет: /)).toBeVisible()
    await expect(mate.getByRole('button', { name: 'Взять раздел: В чём задача' })).toHaveCount(0)
    await expect(member(mate, /(?<!заместитель )капитан/)).toContainText('сейчас здесь')
    await write(mate, 'Решение', 'Открыть мастерскую')
    await expectSound(mate)
    await giveBack(mate, 'Решение')
    // The other page shows it by itself.
    await expect(section(captain, 'Решение').getByText('Открыть мастерскую')).toBeVisible()
    await expect(member(captain, /заместитель капитана/)).toContainText('сейчас здесь')
    await giveBack(captain, 'В чём задача')
    await write(mate, 'В чём задача', 'Молодые инженеры уезжают')
    await giveBack(mate, 'В чём задача')
  })

  await test.step('who has lost a section keeps the words on the page', async () => {
    await write(captain, 'Ожидаемый результат', 'Сорок мастеров')
    const other = await captain.context().newPage()
    await other.goto(path)
    await other.getByRole('button', { name: 'Продолжить здесь: Ожидаемый результат' }).click()
    await expect(other.getByLabel('Ожидаемый результат: текст')).toHaveValue('Сорок мастеров')
    await captain.getByLabel('Ожидаемый результат: текст').fill('Сорок мастеров за год')
    await expect(captain.getByRole('alert').getByText('Раздел уже не за вами')).toBeVisible()
    await expect(captain.getByLabel('Ожидаемый результат: текст')).toHaveValue('Сорок мастеров за год')
    await captain.getByRole('button', { name: 'Взять раздел снова' }).click()
    await expect(section(captain, 'Ожидаемый результат')).toContainText('Сохранено в')
    await giveBack(captain, 'Ожидаемый результат')
    await other.close()
  })

  await test.step('a link, a file, words to the team, and who has changed what', async () => {
    await write(captain, 'Ссылка', 'https://example.ru/plan')
    await giveBack(captain, 'Ссылка')
    const pdf = aPdf()
    await captain
      .getByLabel(/Добавить файл/)
      .setInputFiles({ name: 'смета.pdf', mimeType: 'application/pdf', buffer: pdf })
    await expect(captain.getByRole('button', { name: 'смета.pdf', exact: true })).toBeVisible()
    await expectSaidWhileDownloading(captain, 'смета.pdf')
    await captain.getByLabel('Сообщение команде').fill('Прочитайте, пожалуйста, до вечера')
    await captain.getByRole('button', { name: 'Отправить' }).click()
    await expect(captain.getByRole('list', { name: 'Сообщения, новые сверху' })).toContainText('до вечера')
    await third.goto(path)
    await expect(third.getByRole('list', { name: 'Сообщения, новые сверху' })).toContainText('до вечера')
    await third.getByRole('button', { name: 'История правок' }).click()
    const history = third.getByRole('dialog', { name: 'История правок' })
    await history
      .getByRole('button', { name: /^В чём задача/ })
      .first()
      .click()
    await expect(history.locator('ins')).toHaveText('инженеры ')
    await expectSound(third)
    await history.getByRole('button', { name: 'Закрыть' }).click()
    await expect(third.getByText(/^Сдать решение могут капитан и его заместитель/)).toBeVisible()
  })

  await test.step('all agree to what is there, and the captain hands it in for everybody', async () => {
    const asked = captain.getByRole('alertdialog', { name: 'Сдать решение команды?' })
    await captain.getByRole('button', { name: 'Сдать решение' }).click()
    await expect(asked).toContainText('Ещё не согласились')
    await asked.getByRole('button', { name: 'Закрыть' }).last().click()
    for (const page of [mate, third]) {
      await page.goto(path)
      await page.getByRole('button', { name: 'Согласиться с решением' }).click()
      await expect(page.getByRole('button', { name: 'Забрать согласие' })).toBeVisible()
    }
    await captain.getByRole('button', { name: 'Сдать решение' }).click()
    await asked.getByRole('button', { name: 'Сдать', exact: true }).click()
    await expect(captain.getByRole('heading', { name: 'Решение сдано' })).toBeVisible()
    await expect(third.getByRole('heading', { name: 'Решение сдано' })).toBeVisible()
    await expect(third.getByRole('button', { name: /^Взять раздел/ })).toHaveCount(0)
    await expectSound(third)
  })
})

test('KO-12 an organiser sees teams without a solution, gives one team more time, and downloads the works for the jury', async ({
  page,
}) => {
  await logIn(page, 'admin@demo.test')
  await page.goto('/admin/all_kinds/stages/solution')
  const teams = page.getByRole('list', { name: 'Команды' }).getByRole('listitem')
  await expect(page.getByText(/Молодёжь уезжает — \d+, Пустые дворы — \d+/)).toBeVisible()
  await expect(teams.filter({ hasText: 'Своим составом' })).toContainText('сдано')
  await page.getByLabel('Только без решения').check()
  await expect(teams.filter({ hasText: 'Своим составом' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Срок команды Ждём третьего' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Срок команды «Ждём третьего»' })
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(dialog).toContainText('Напишите причину')
  await dialog
    .getByRole('textbox', { name: /Сдать можно до/ })
    .first()
    .fill('01.02.2037')
  await dialog.getByLabel('Сдать можно до, время').fill('12:00')
  await dialog.getByLabel('Причина').fill('Отключали свет')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(teams.filter({ hasText: 'Ждём третьего' })).toContainText(
    'Свой срок: до 01.02.2037 12:00. Отключали свет',
  )
  await expectSound(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Все решения для жюри, docx' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('solutions-solution.docx')
})
