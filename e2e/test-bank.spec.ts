import { readFile } from 'node:fs/promises'
import { read, utils, write } from '@e965/xlsx'
import { expect, test } from '@playwright/test'
import { countedActs } from './acts.ts'
import { openSeason, unfold } from './console-places.ts'
import { downloadBy } from './download.ts'
import { logIn } from './people.ts'
import { allCome, expectSound, openWhole } from './sound.ts'

const head = ['Код', 'Тема', 'Сложность', 'Вид', 'Текст', 'Варианты', 'Ключ']
const topics = ['Управление', 'Право', 'Логика']
const lines: (string | number)[][] = Array.from({ length: 300 }, (_, at) => [
  `t${at + 1}`,
  topics[at % 3] ?? '',
  (at % 5) + 1,
  'один вариант',
  `Задание ${at + 1}. Что верно?`,
  'Первое|Второе|Третье|Четвёртое',
  (at % 4) + 1,
])

function table(rows: readonly (string | number)[][]) {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([head, ...rows]), 'Вопросы')
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { name: 'вопросы.xlsx', mimeType, buffer: write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer }
}

test('OT-08 an organiser loads 300 questions from a table, corrects the two reported rows, and sees the difficulty of the papers', async ({
  page,
}) => {
  await logIn(page, 'admin@demo.test')
  const acts = countedActs()
  await openWhole(page, '/admin')
  await openSeason(page, acts, /Пятый сезон/)
  await acts.click(
    page.getByRole('main').getByRole('link', { name: 'Тест на управленческие способности', exact: true }).first(),
  )
  const main = page.getByRole('main')
  const file = main.getByLabel('Таблица с вопросами', { exact: false })

  await test.step('the table names both bad rows, and nothing is loaded', async () => {
    await acts.give(
      file,
      table(lines.with(41, lines[41]?.with(6, 9) ?? []).with(199, lines[199]?.with(2, 'средняя') ?? [])),
    )
    const faults = main.getByRole('alert').filter({ hasText: 'В таблице есть ошибки' })
    await expect(faults.getByRole('listitem')).toHaveText([
      'Строка 43: В ключе «9»: нужен номер варианта, от 1 до 4',
      'Строка 201: Сложность — число от 1 до 5',
    ])
    await unfold(page, 'Вопросы').press('Enter')
    await expect(main.getByText('Найдено 12 вопросов')).toBeVisible()
  })

  await test.step('the mended table is loaded whole, and a question is found by its words', async () => {
    await acts.give(file, table(lines))
    await expect(main.getByText('Добавлено: 300, изменено: 0, без изменений: 0')).toBeVisible()
    await expect(main.getByText('Найдено 312 вопросов')).toBeVisible()
    await main.getByLabel('Код или слова из текста').fill('Задание 217')
    await expect(main.getByText('Найден 1 вопрос')).toBeVisible()
    await expect(main.getByText('Задание 217. Что верно?')).toBeVisible()
  })

  await test.step('a paper of ten questions of one topic is set and saved; too many are refused in words', async () => {
    await acts.click(main.getByRole('button', { name: 'Добавить раздел' }))
    const section = main.getByRole('group', { name: /^Раздел \d+$/ }).last()
    await acts.pick(section.getByRole('button', { name: /Тема/ }), 'Логика')
    await section.getByLabel('Сколько вопросов').fill('150')
    await expect(main.getByText('Вопросов не хватает', { exact: true })).toBeVisible()
    await acts.type(section.getByLabel('Сколько вопросов'), '10')
    await expect(main.getByText('Вопросов не хватает', { exact: true })).toHaveCount(0)
    await acts.click(main.getByRole('button', { name: 'Сохранить', exact: true }))
    await expect(main.getByText(/Сохранено в \d\d:\d\d:\d\d/)).toBeVisible()
  })

  await test.step('the dry run shows how hard the papers are and how often a question comes', async () => {
    await acts.click(main.getByRole('button', { name: 'Составить пробные варианты' }))
    await expect(main.getByRole('table', { name: 'Сколько вариантов какой сложности' })).toBeVisible()
    await expect(main.getByRole('table', { name: 'Как часто выпадает вопрос, из 1000 вариантов' })).toBeVisible()
    await expect(main.getByText('Вопросов в варианте')).toBeVisible()
    expect(acts.count).toBeLessThanOrEqual(10)
    await allCome(page)
    await expectSound(page)
  })

  await test.step('a question is changed by hand, and the editor says what is wrong', async () => {
    await main.getByRole('button', { name: 'Изменить вопрос t217' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Вопрос t217' })
    await dialog.getByLabel('Ключ').fill('7')
    await dialog.getByRole('button', { name: 'Сохранить' }).press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('В ключе «7»: нужен номер варианта, от 1 до 4')
    await dialog.getByLabel('Ключ').fill('2')
    await expectSound(page)
    await dialog.getByRole('button', { name: 'Сохранить' }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(main.getByText('редакция 2', { exact: false })).toBeVisible()
  })

  await test.step('the questions are saved as a table, which is loaded again as it is, and names the row that was spoilt', async () => {
    const button = main.getByRole('button', { name: 'Скачать вопросы, XLSX' })
    const bytes = await readFile(await (await downloadBy(page, () => button.press('Enter'))).path())
    const load = (buffer: Buffer) => file.setInputFiles({ name: 'вопросы.xlsx', mimeType: table([]).mimeType, buffer })
    await load(bytes)
    await expect(main.getByText('Добавлено: 0, изменено: 0, без изменений: 312')).toBeVisible()
    const book = read(bytes)
    const rows = utils.sheet_to_json<string[]>(book.Sheets.Вопросы ?? {}, { header: 1 })
    const at = rows.findIndex(([code]) => code === 't300')
    utils.sheet_add_aoa(book.Sheets.Вопросы ?? {}, [['шестая']], { origin: { r: at, c: 2 } })
    await load(write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer)
    const faults = main.getByRole('alert').filter({ hasText: 'В таблице есть ошибки' })
    await expect(faults.getByRole('listitem')).toHaveText([`Строка ${at + 1}: Сложность — число от 1 до 5`])
  })
})
