import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { downloadBy } from './download.ts'
import { logIn } from './people.ts'
import { expectSound } from './sound.ts'

// Each test works in a copy of its own, which nobody else sees.
test.describe.configure({ mode: 'parallel' })

/** What an organiser does, counted: a click, a field that is filled, a choice from a list. */
function countActs(page: Page) {
  let count = 0
  return {
    click: async (target: Locator) => {
      count += 1
      await target.click()
    },
    fill: async (target: Locator, text: string) => {
      count += 1
      await target.fill(text)
    },
    choose: async (list: Locator, ...options: (string | RegExp)[]) => {
      count += options.length
      await list.click()
      for (const name of options) await page.getByRole('option', { name }).first().click()
      if (options.length > 1) await page.keyboard.press('Escape')
    },
    /** The acts since this was asked last. */
    done: () => {
      const acts = count
      count = 0
      return acts
    },
  }
}
type Acts = ReturnType<typeof countActs>

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name })

async function copy(page: Page, acts: Acts, from: string, code: string) {
  await logIn(page, 'admin@demo.test')
  await page.goto(`/admin/${from}`)
  await acts.click(button(page, 'Скопировать сезон'))
  const dialog = page.getByRole('alertdialog', { name: 'Скопировать сезон' })
  await acts.fill(dialog.getByLabel('Название нового сезона'), `Сезон ${code}`)
  await acts.fill(dialog.getByLabel('Код в адресе'), code)
  await expect(dialog.getByLabel('На сколько дней сдвинуть все даты')).toHaveValue('364')
  await acts.click(dialog.getByRole('button', { name: 'Скопировать' }))
  await expect(page).toHaveURL(`/admin/${code}`)
}

async function toOverview(page: Page, code: string) {
  await main(page)
    .getByRole('link', { name: `Сезон ${code}` })
    .click()
  await expect(page).toHaveURL(`/admin/${code}`)
}

test('OT-01 OT-02 OT-03 OT-11 a season is copied, renamed, given a look and a track, checked and opened in less than 60 acts', async ({
  page,
}) => {
  const acts = countActs(page)
  let all = 0
  const within = (most: number) => {
    const done = acts.done()
    expect(done).toBeLessThanOrEqual(most)
    all += done
  }
  const code = 'architects_next'
  await copy(page, acts, 'socialarchitects', code)
  await expect(main(page).getByText(/^Сдвинуто \d+ дат.* на 364 дня$/)).toBeVisible()
  await expect(main(page).getByText(/^Этапы: 3$/)).toBeVisible()
  await expect(main(page).getByText('Текст правил «Правила конкурса» прошлогодний')).toBeVisible()
  within(12)
  await expectSound(page)

  await acts.click(main(page).getByRole('link', { name: 'Настройки конкурса' }))
  await acts.fill(page.getByLabel('Название').first(), `Сезон ${code}`)
  await acts.click(page.getByRole('radio', { name: 'Северное сияние' }).first())
  await acts.fill(page.getByLabel('Новости'), 'https://example.org/next')
  await acts.fill(page.getByRole('textbox', { name: /^Правила конкурса/ }), 'https://example.org/next/rules')
  await acts.fill(page.getByLabel('Строка об авторских правах'), '© Следующий сезон')
  await acts.click(button(page, 'Сохранить'))
  await expect(page.getByText(/Сохранено в \d\d:\d\d:\d\d/)).toBeVisible()
  within(10)
  await expectSound(page)
  await toOverview(page, code)

  await acts.click(main(page).getByRole('link', { name: 'Настройки конкурса' }))
  await acts.click(button(page, 'Добавить ещё'))
  const row = page.getByRole('group', { name: 'Треки конкурса, запись 3' })
  await acts.fill(row.getByLabel('Название'), 'Наука')
  await acts.choose(
    row.getByRole('button', { name: /Этапы этого трека/ }),
    'Регистрация',
    'Правила конкурса',
    'Паспорт проекта',
  )
  await acts.click(button(page, 'Сохранить'))
  await expect(page.getByRole('group', { name: 'Треки конкурса, запись 3' }).getByLabel('Код в адресе')).toHaveValue(
    'nauka',
  )
  within(10)
  await toOverview(page, code)

  // What holds the season back is told, and mended where it stands.
  await expect(button(page, 'Открыть конкурс')).toBeDisabled()
  await expect(main(page).getByText('Некому проверять работы этапа «Паспорт проекта»', { exact: false })).toBeVisible()
  await main(page).getByRole('link', { name: 'Паспорт проекта' }).last().click()
  await page.getByLabel('Участники видят этап').uncheck()
  await button(page, 'Опубликовать').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Опубликовать', exact: true }).click()
  await expect(page.getByText('Всё опубликовано')).toBeVisible()
  await toOverview(page, code)
  await acts.click(button(page, 'Открыть конкурс'))
  await acts.click(
    page.getByRole('dialog', { name: 'Открыть конкурс?' }).getByRole('button', { name: 'Открыть', exact: true }),
  )
  await expect(main(page).getByText('Конкурс скрыт')).toHaveCount(0)
  within(5)
  expect(all).toBeLessThan(60)
  await page.goto(`/${code}/login`)
  await expect(page.locator('html')).toHaveAttribute('data-look', 'ru_season_3')

  // The other stories see only their own competitions.
  await page.goto(`/admin/${code}/season`)
  await button(page, 'Скрыть конкурс').click()
  await expect(button(page, 'Скрыть конкурс')).toHaveCount(0)

  // It goes out as a file; a file with a fault is refused with its place, and the sound one becomes another season.
  await page.goto(`/admin/${code}`)
  const saved = await downloadBy(page, () => button(page, 'Скачать сезон файлом').click())
  expect(saved.suggestedFilename()).toBe(`${code}.json`)
  const text = await readFile(await saved.path(), 'utf8')
  await button(page, 'Создать сезон из файла').click()
  const dialog = page.getByRole('alertdialog', { name: 'Создать сезон из файла' })
  await dialog.getByLabel('Название нового сезона').fill('Сезон из файла')
  await dialog.getByLabel('Код в адресе').fill('architects_of_file')
  const choose = (content: string) =>
    dialog
      .getByLabel('Файл сезона')
      .setInputFiles({ name: 'season.json', mimeType: 'application/json', buffer: Buffer.from(content) })
  await choose(text.replace('"type": "rules"', '"type": "no_such_kind"'))
  await dialog.getByRole('button', { name: 'Создать', exact: true }).click()
  await expect(dialog.getByText(/Этап «rules», type: Портал не знает вида «no_such_kind»/)).toBeVisible()
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Убрать файл «season.json»' }).click()
  await choose(text)
  await dialog.getByRole('button', { name: 'Создать', exact: true }).click()
  await expect(page).toHaveURL('/admin/architects_of_file')
  await expect(main(page).getByRole('heading', { name: `Скопировано с сезона «Сезон ${code}»` })).toBeVisible()
  await expect(main(page).getByText(/^Этапы: 3$/)).toBeVisible()
})

test('OT-04 a new essay is put between two stages, for three readers who do not see whose it is, and moved on by keyboard', async ({
  page,
}) => {
  const acts = countActs(page)
  const code = 'young_next'
  await copy(page, acts, 'young_managers', code)
  acts.done()
  await acts.click(button(page, 'Добавить этап'))
  const dialog = page.getByRole('alertdialog', { name: 'Новый этап' })
  await acts.choose(dialog.getByRole('button', { name: /Вид этапа/ }), /^Эссе/)
  await acts.fill(dialog.getByLabel('Название'), 'Эссе о деле')
  await acts.choose(dialog.getByRole('button', { name: /После какого этапа/ }), 'Правила программы')
  await acts.click(dialog.getByRole('button', { name: 'Добавить' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Эссе о деле' })).toBeVisible()
  await acts.fill(page.getByLabel('Задание'), 'Расскажите о деле, которое вы довели до конца')
  await expect(page.getByLabel('Слов не больше')).toHaveValue('600')
  await acts.click(page.getByLabel('Участники видят этап'))
  await acts.click(button(page, /^Опубликовать/))
  await acts.click(page.getByRole('dialog').getByRole('button', { name: 'Опубликовать', exact: true }))
  await expect(page.getByText('Всё опубликовано')).toBeVisible()
  const judging = page.getByRole('region', { name: 'Оценивание', exact: true })
  await acts.click(judging.getByRole('button', { name: 'Настроить оценивание' }))
  await acts.fill(judging.getByLabel('Что оценивают'), 'Ясность')
  await acts.fill(judging.getByLabel('Высший балл'), '10')
  await acts.fill(judging.getByLabel('Вес'), '1')
  await expect(judging.getByLabel('Экспертов на работу')).toHaveValue('3')
  await expect(judging.getByLabel('Эксперты не видят, чья работа')).toBeChecked()
  await acts.click(judging.getByRole('button', { name: 'Применить' }))
  await expect(judging.getByText('Настройка: эксперты ещё не видят работ.', { exact: false })).toBeVisible()
  expect(acts.done()).toBeLessThanOrEqual(14)
  const tree = page.getByRole('navigation', { name: 'Этапы конкурса' })
  await expect(tree.getByRole('listitem')).toHaveText([
    /^Регистрация/,
    /^Правила программы/,
    /^Эссе о деле/,
    /^Мотивационное письмо/,
    /^Выбор наставника/,
    /^Встречи/,
  ])

  await toOverview(page, code)
  await button(page, 'Изменить порядок').press('Enter')
  const order = page.getByRole('treegrid', { name: 'Этапы' })
  const rows = order.getByRole('row')
  await rows.first().focus()
  for (const next of [1, 2]) {
    await page.keyboard.press('ArrowDown')
    await expect(rows.nth(next)).toBeFocused()
  }
  await page.keyboard.press('ArrowRight')
  await expect(order.getByRole('button', { name: 'Перетащить: Эссе о деле' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Начато перетаскивание/).first()).toBeAttached()
  await page.keyboard.press('Home')
  await expect(page.getByRole('button', { name: 'Вставить перед Регистрация' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows.first()).toHaveText(/Эссе о деле/)
  await expectSound(page)
  await button(page, 'Сохранить порядок').press('Enter')
  await expect(
    main(page)
      .getByRole('listitem')
      .filter({ hasText: /^Регистрация|^Эссе о деле/ })
      .first(),
  ).toHaveText(/^Эссе о деле/)
})

test('OT-05 OT-06 a stage opens for those who passed the test or were finalists, by the hours of each region, and the sentence is read', async ({
  page,
}) => {
  const acts = countActs(page)
  const code = 'kinds_next'
  await copy(page, acts, 'all_kinds', code)
  acts.done()
  await acts.click(main(page).getByRole('link', { name: 'Видеоинтервью' }).first())
  const conditions = main(page).getByRole('region', { name: 'Условие допуска' })
  const adding = conditions.getByRole('group', { name: 'Новое условие' })
  await acts.click(conditions.getByRole('button', { name: 'Добавить условие' }))
  await acts.choose(adding.getByRole('button', { name: 'Что проверить' }), 'Баллов не меньше')
  await acts.choose(adding.getByRole('button', { name: /Этап/ }), 'Тест')
  await acts.fill(adding.getByLabel('Сколько баллов'), '60')
  await acts.click(adding.getByRole('button', { name: 'Добавить и ещё одно' }))
  await acts.choose(adding.getByRole('button', { name: 'Что проверить' }), 'Финалист прошлых сезонов')
  await acts.click(adding.getByRole('button', { name: 'Добавить', exact: true }))
  await acts.click(conditions.getByRole('radio', { name: 'Любое из них' }))
  await acts.click(button(page, 'Сохранить'))
  await expect(page.getByText(/Сохранено в \d\d:\d\d:\d\d/)).toBeVisible()
  await expect(conditions.getByRole('listitem')).toHaveText([
    /не меньше 60 на этапе «Тест»/,
    /финалистов прошлых сезонов/,
  ])
  expect(acts.done()).toBeLessThanOrEqual(10)
  await toOverview(page, code)

  await acts.click(main(page).getByRole('link', { name: 'Тест', exact: true }).first())
  await acts.click(main(page).getByRole('radio', { name: /По часам региона участника: открывается в 08:00/ }))
  await acts.click(button(page, /^Опубликовать/))
  await acts.click(page.getByRole('dialog').getByRole('button', { name: 'Опубликовать', exact: true }))
  await expect(page.getByText('Всё опубликовано')).toBeVisible()
  expect(acts.done()).toBeLessThanOrEqual(6)
})

test('OT-09 a new version of the rules is published that must be accepted again; the later of two organisers sees both edits of a season', async ({
  page,
}) => {
  const acts = countActs(page)
  const code = 'politics_next'
  await copy(page, acts, 'politleaders_2', code)
  acts.done()
  await acts.click(main(page).getByRole('link', { name: 'Правила конкурса' }).first())
  await acts.click(button(page, 'Новая редакция'))
  const dialog = page.getByRole('alertdialog', { name: 'Редакция № 2' })
  await acts.fill(dialog.getByLabel('Полный текст'), '## Общее\nНовый порядок дебатов')
  await expect(dialog.getByLabel('Участники должны принять эту редакцию заново')).toBeChecked()
  await acts.fill(dialog.getByLabel('Действует с', { exact: false }).first(), '01.12.2099')
  await acts.fill(dialog.getByLabel('Действует с, время'), '10:00')
  await acts.click(dialog.getByRole('button', { name: 'Опубликовать редакцию' }))
  await expect(main(page).getByRole('row').nth(1)).toHaveText(/№ 2.*01\.12\.2099/)
  expect(acts.done()).toBeLessThanOrEqual(8)
  await expectSound(page)

  await page.goto(`/admin/${code}/season`)
  const later = await page.context().newPage()
  await later.goto(`/admin/${code}/season`)
  await later.getByLabel('Название').first().fill('Название позднего')
  await later.getByLabel('Новости').fill('https://example.org/later')
  await page.getByLabel('Название').first().fill('Название первого')
  await page.getByLabel('Девиз').fill('Девиз первого')
  await button(page, 'Сохранить').click()
  await expect(page.getByText(/Сохранено в \d\d:\d\d:\d\d/)).toBeVisible()
  await button(later, 'Сохранить').click()
  const met = later.getByRole('alert').filter({ hasText: 'другой организатор' })
  await expect(met.getByRole('listitem')).toHaveText([
    'Девиз: Девиз первого',
    /^Название\. У вас: Название позднего\. Сохранено: Название первого/,
  ])
  await met.getByRole('button', { name: 'Взять сохранённое: Название' }).click()
  await button(later, 'Сохранить').click()
  await expect(later.getByText(/Сохранено в \d\d:\d\d:\d\d/)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Название').first()).toHaveValue('Название первого')
  await expect(page.getByLabel('Новости')).toHaveValue('https://example.org/later')

  const stage = `/admin/${code}/stages/position`
  await page.goto(stage)
  await later.goto(stage)
  await later.getByLabel('Название').first().fill('Позиция позднего')
  await page.getByLabel('Коротко об этапе').fill('Слова первого')
  await button(page, 'Сохранить').click()
  await expect(page.getByText(/Сохранено в \d\d:\d\d:\d\d/)).toBeVisible()
  await button(later, 'Сохранить').click()
  await expect(later.getByRole('alert').getByRole('listitem')).toHaveText(['Коротко об этапе: Слова первого'])
  await button(later, 'Сохранить').click()
  await expect(later.getByRole('alert').filter({ hasText: 'другой организатор' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('Название').first()).toHaveValue('Позиция позднего')
  await expect(page.getByLabel('Коротко об этапе')).toHaveValue('Слова первого')
})

test('OT-10 a season is seen as somebody from Kamchatka on the last day, and nothing can be changed there', async ({
  page,
}) => {
  const acts = countActs(page)
  await logIn(page, 'admin@demo.test')
  await page.goto('/admin/all_kinds')
  const essay = main(page).getByRole('listitem').filter({ hasText: /^Эссе/ }).first()
  const end = /— (\d\d\.\d\d\.\d{4})/.exec((await essay.textContent()) ?? '')?.[1] ?? ''
  await acts.click(main(page).getByRole('link', { name: 'Глазами участника' }))
  await acts.choose(main(page).getByRole('button', { name: /Регион/ }), 'Камчатский край')
  await acts.fill(main(page).getByLabel('Когда', { exact: false }).first(), end)
  await acts.fill(main(page).getByLabel('Когда, время'), '00:01')
  await acts.click(button(page, 'Показать'))
  await expect(main(page).getByText(`${end} 00:01 по Москве, ${end} 09:01 у участника`)).toBeVisible()
  await expect(main(page).getByRole('listitem').filter({ hasText: /^Эссе/ })).toContainText('Можно начать')
  expect(acts.done()).toBeLessThanOrEqual(6)
  await expectSound(page)
})

test('OT-07 KO-03 a question of those with a degree is added, tried and published; what hides answers says whose', async ({
  page,
}) => {
  const acts = countActs(page)
  const code = 'forms_next'
  await copy(page, acts, 'ru_season_5', code)
  await page.goto(`/admin/${code}`)
  acts.done()
  await acts.click(main(page).getByRole('link', { name: 'Анкета участника' }).first())
  const questions = page.getByRole('treegrid', { name: 'Разделы и вопросы' })
  await acts.click(questions.getByRole('button', { name: 'Что сделать: Учёная степень', exact: true }))
  await acts.click(page.getByRole('menuitem', { name: 'Добавить вопрос', exact: true }))
  const dialog = page.getByRole('alertdialog', { name: 'Новый вопрос' })
  await acts.fill(dialog.getByLabel('Вопрос', { exact: true }), 'Тема диссертации')
  await acts.choose(dialog.getByRole('button', { name: /Показать, если/ }), 'Есть учёная степень')
  await acts.click(dialog.getByRole('radio', { name: 'Да', exact: true }))
  await expect(dialog.getByText('Показать, если «Есть учёная степень» = да')).toBeVisible()
  await acts.click(dialog.getByRole('button', { name: 'Добавить вопрос' }))
  await expect(questions.getByRole('row', { name: 'Тема диссертации' })).toContainText(
    'Строка; показать, если «Есть учёная степень» = да',
  )
  await expect(
    main(page)
      .getByText(/Сохранено в \d\d:\d\d:\d\d/)
      .last(),
  ).toBeVisible()
  await acts.click(button(page, 'Показать участникам'))
  await expect(main(page).getByText('Сейчас участники видят редакцию 2')).toBeVisible()
  // Choosing from the list is two acts: it is opened first.
  expect(acts.done() + 1).toBeLessThanOrEqual(10)
  await expectSound(page)

  // The portal's own form, checked by its own rules, and nothing of it is kept.
  await button(page, 'Попробовать заполнить').click()
  const trial = page.getByRole('dialog', { name: 'Проба анкеты' })
  await expect(trial.getByLabel(/^Тема диссертации/)).toHaveCount(0)
  await trial.getByRole('checkbox', { name: /Есть учёная степень/ }).check()
  await expect(trial.getByLabel(/^Тема диссертации/)).toBeVisible()
  await trial.getByRole('button', { name: 'Проверить ответы' }).click()
  await expect(trial.getByRole('link', { name: 'Учебное заведение: обязательное поле' })).toBeVisible()
  await trial.getByRole('button', { name: 'Закрыть' }).last().click()

  // A question on which another depends is not removed, and the place is named.
  await questions.getByRole('button', { name: 'Что сделать: Есть учёная степень' }).click()
  await page.getByRole('menuitem', { name: 'Убрать' }).click()
  await expect(
    main(page).getByText('Вопрос «Тема диссертации»: В условии или правиле назван вопрос «has_degree»'),
  ).toBeVisible()

  // The menu moves it without a mouse; dragging is that of the stages.
  await questions.getByRole('button', { name: 'Что сделать: Тема диссертации' }).click()
  await page.getByRole('menuitem', { name: 'Выше' }).click()
  await expect(main(page).getByText('«Тема диссертации»: выше')).toBeVisible()
  await expect(main(page).getByText('Не опубликовано: 1 правка')).toBeVisible()

  // Where people have answered, it says how many lose what they wrote; nothing of this is published here.
  await page.goto('/admin/ru_season_5/stages/questionnaire')
  await questions.getByRole('button', { name: 'Что сделать: Расскажите о себе' }).click()
  await page.getByRole('menuitem', { name: 'Убрать' }).click()
  await expect(main(page).getByText('«Расскажите о себе»: убрано')).toBeVisible()
  await button(page, 'Показать участникам').click()
  const asked = page.getByRole('alertdialog', { name: 'Правка касается ответов' })
  await expect(asked.getByText(/^\d+ черновик\S*, \d+ сданн\S+$/)).toBeVisible()
  await expect(asked.getByRole('radio', { name: 'Оставить как есть' })).toBeChecked()
  await asked.getByRole('button', { name: 'Не сейчас' }).click()
  await button(page, 'Сбросить правки анкеты').click()
  await expect(questions.getByRole('row', { name: 'Расскажите о себе' })).toBeVisible()
})

test('KO-01 an organiser sets up who is admitted, what people agree to and what they are asked, and a latecomer comes in by a code', async ({
  page,
  browser,
}) => {
  const acts = countActs(page)
  const code = 'admission_next'
  await copy(page, acts, 'ru_season_5', code)
  await page.goto(`/admin/${code}/stages/registration`)
  const read = main(page).getByRole('list').filter({ hasText: 'Опыт управления: от' })
  await expect(read.getByRole('listitem').first()).toHaveText(/^Возраст: от 18 до 55 лет на \d\d\.\d\d\.\d{4}$/)
  await main(page).getByLabel('Возраст до').fill('17')
  await expect(main(page).getByText('Возраст «от» больше, чем «до»')).toBeVisible()
  await main(page).getByLabel('Возраст до').fill('40')
  await expect(read.getByRole('listitem').first()).toHaveText(/^Возраст: от 18 до 40 лет/)
  await main(page).getByText('Проверить на выдуманном человеке').click()
  await main(page)
    .getByRole('textbox', { name: /^Дата рождения/ })
    .fill('01.05.1970')
  await expect(main(page).getByText(/^Возраст не соответствует условиям конкурса: от 18 до 40 лет/)).toBeVisible()
  await button(page, 'Посчитать, кто не подойдёт').click()
  await expect(main(page).getByText('Этим условиям отвечают все, кто подал заявку: 0 человек.')).toBeVisible()

  await button(page, 'Добавить согласие').click()
  const consent = page.getByRole('alertdialog', { name: 'Новое согласие' })
  await consent.getByRole('button', { name: 'Готово' }).click()
  await expect(consent.getByLabel('Название')).toHaveAttribute('aria-invalid', 'true')
  // The page below asks for a «Название» too: each label leads to a field of its own.
  const ids = () => page.locator('input[id], textarea[id]').evaluateAll((all) => all.map(({ id }) => id))
  await expect.poll(async () => (await ids()).filter((id, at, all) => all.indexOf(id) !== at)).toEqual([])
  await consent.getByLabel('Название').fill('Согласие на публикацию фамилии')
  await consent.getByLabel('Для чего').fill('Список участников на сайте')
  await consent.getByLabel('Без этого согласия участвовать нельзя').uncheck()
  await consent.getByLabel('Текст целиком').fill('Я согласен, чтобы моя фамилия была в списке участников.')
  await consent.getByRole('button', { name: 'Готово' }).click()
  const documents = page.getByRole('treegrid', { name: 'Согласия' })
  await expect(documents.getByRole('row', { name: 'Согласие на публикацию фамилии' })).toContainText(
    'По желанию, редакция 1. Список участников на сайте',
  )
  await button(page, 'Сохранить').click()
  await button(page, /^Опубликовать: /).click()
  const question = page.getByRole('dialog', { name: 'Опубликовать правки?' })
  await expect(question.getByRole('listitem')).toHaveText([/^Условия допуска/, /^Согласия/])
  await question.getByRole('button', { name: 'Опубликовать', exact: true }).click()
  await expect(main(page).getByText('Всё опубликовано')).toBeVisible()
  await expect(main(page).getByText('Согласие на публикацию фамилии, редакция 1')).toBeVisible()

  const questions = page.getByRole('treegrid', { name: 'Разделы и вопросы' })
  await questions.getByRole('button', { name: 'Что сделать: Опыт управления, полных лет' }).click()
  await page.getByRole('menuitem', { name: 'Добавить вопрос', exact: true }).click()
  const asked = page.getByRole('alertdialog', { name: 'Новый вопрос' })
  await asked.getByLabel('Вопрос', { exact: true }).fill('Откуда вы узнали о конкурсе')
  await asked.getByRole('button', { name: 'Добавить вопрос' }).click()
  await expect(questions.getByRole('row', { name: 'Откуда вы узнали о конкурсе' })).toBeVisible()
  await button(page, 'Показать участникам').click()
  await expect(main(page).getByText('Сейчас участники видят редакцию 2')).toBeVisible()
  await expectSound(page)

  // A season whose registration is over.
  await page.goto('/admin/young_managers/stages/registration')
  await button(page, 'Выдать код').click()
  const making = page.getByRole('alertdialog', { name: 'Код позднего входа' })
  await making.getByLabel('Кому и почему').fill('Ольга из Якутска, писала в поддержку')
  await making.getByLabel('Действует до', { exact: false }).first().fill('31.12.2039')
  await making.getByLabel('Действует до, время').fill('18:30')
  await making.getByRole('button', { name: 'Выдать код' }).click()
  const given = page.getByRole('list', { name: 'Коды позднего входа' }).getByRole('listitem').first()
  await expect(given).toContainText('Ольга из Якутска')
  await expect(given.getByRole('code')).toHaveText(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
  const typed = (await given.getByRole('code').textContent()) ?? ''
  await expectSound(page)

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/young_managers/register')
  const field = visitor.getByLabel('Код позднего входа')
  await field.fill('нет такого')
  await visitor.getByRole('button', { name: 'Войти по коду' }).click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveValue('нет такого')
  await expectSound(visitor)
  await field.fill(typed.toUpperCase())
  await visitor.getByRole('button', { name: 'Войти по коду' }).click()
  await visitor.getByRole('button', { name: 'Начать регистрацию' }).click()
  await expect(visitor.getByLabel('Электронная почта')).toBeVisible()
  await visitor.context().close()

  await given.getByRole('button', { name: /^Отозвать код/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Отозвать', exact: true }).click()
  await expect(given).toContainText('Отозван')
})
