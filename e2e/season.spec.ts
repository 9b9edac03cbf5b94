import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { countedActs } from './acts.ts'
import {
  button,
  copy,
  copyFirst,
  dutyOf,
  main,
  openSeason,
  toFirstPage,
  unfold,
  unfoldUnlessOpen,
} from './console-places.ts'
import { downloadBy } from './download.ts'
import { logIn } from './people.ts'
import { expectSound } from './sound.ts'

// Each test works in a copy of its own, which nobody else sees.
test.describe.configure({ mode: 'parallel' })

test('OT-01 OT-02 OT-03 OT-11 a season is copied, renamed, given a look and a track, checked and opened in less than 60 acts', async ({
  page,
}) => {
  const acts = countedActs()
  let all = 0
  /**
   * Checks the acts of one task. Each task begins on the console's first page; the way back counts for the whole
   * season.
   */
  const within = (most: number) => {
    const done = acts.done()
    expect(done).toBeLessThanOrEqual(most)
    all += done
  }
  const walked = () => {
    all += acts.done()
  }
  const code = 'architects_next'
  await copy(page, acts, 'Социальные архитекторы', code)
  await expect(main(page).getByText(/^Сдвинуто \d+ дат.* на 364 дня$/)).toBeVisible()
  await expect(main(page).getByText(/^Этапы: 3$/)).toBeVisible()
  await expect(main(page).getByText('Текст правил «Правила конкурса» прошлогодний')).toBeVisible()
  within(12)
  await expectSound(page)
  await toFirstPage(page, acts)
  walked()

  const duty = dutyOf(page, `Сезон ${code}`)
  await expectSound(page)
  await acts.click(duty.getByRole('link', { name: 'Настройки конкурса' }))
  await acts.type(page.getByLabel('Название').first(), `Сезон ${code}`)
  await expect(main(page).getByText(/^Рисунок: [А-ЯЁ][а-яё ]+ · Цвета: [А-Яа-яЁё ]+$/)).toBeVisible()
  await acts.click(unfold(page, 'Облик'))
  await acts.click(page.getByRole('radio', { name: 'Северное сияние' }).first())
  await acts.click(unfold(page, 'Ссылки и подпись'))
  await acts.type(page.getByLabel('Новости'), 'https://example.org/next')
  await acts.type(page.getByRole('textbox', { name: /^Правила конкурса/ }), 'https://example.org/next/rules')
  await acts.type(page.getByLabel('Строка об авторских правах'), '© Следующий сезон')
  await acts.click(button(page, 'Сохранить'))
  await expect(page.getByText(/Сохранено в \d\d:\d\d:\d\d/)).toBeVisible()
  within(10)
  await expectSound(page)
  await toFirstPage(page, acts)
  walked()

  await acts.click(duty.getByRole('link', { name: 'Настройки конкурса' }))
  // The list of the page's parts leads to a part, folded or not.
  await acts.click(page.getByRole('navigation', { name: 'На этой странице' }).getByRole('link', { name: 'Треки' }))
  await expect(page).toHaveURL(/#section-season_tracks$/)
  await acts.click(button(page, 'Добавить ещё'))
  const row = page.getByRole('group', { name: 'Треки конкурса, запись 3' })
  await acts.type(row.getByLabel('Название'), 'Наука')
  await acts.pick(
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
  await toFirstPage(page, acts)
  walked()

  // The page lists what prevents the opening, and leads to the places where it is corrected.
  await openSeason(page, acts, `Сезон ${code}`)
  await expect(main(page).getByText(/понадобится к своим этапам: 1 пункт/)).toBeVisible()
  await expect(main(page).getByText('Некому проверять работы этапа «Паспорт проекта»', { exact: false })).toBeVisible()
  await acts.click(main(page).getByRole('link', { name: 'Паспорт проекта' }).last())
  await acts.click(page.getByLabel('Участники видят этап'))
  await acts.click(button(page, 'Опубликовать'))
  await acts.click(page.getByRole('alertdialog').getByRole('button', { name: 'Опубликовать', exact: true }))
  await expect(page.getByText('Всё опубликовано')).toBeVisible()
  await toFirstPage(page, acts)
  walked()

  await openSeason(page, acts, `Сезон ${code}`)
  await acts.click(button(page, 'Открыть конкурс'))
  await acts.click(
    page.getByRole('alertdialog', { name: 'Открыть конкурс?' }).getByRole('button', { name: 'Открыть', exact: true }),
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

  // The season is downloaded as a file; a faulty file is refused with the place of the fault, and the correct file
  // becomes another season.
  await page.goto(`/admin/${code}`)
  const saved = await downloadBy(page, () => button(page, 'Скачать сезон файлом').click())
  expect(saved.suggestedFilename()).toBe(`${code}.json`)
  const text = await readFile(await saved.path(), 'utf8')
  await button(page, 'Создать из файла').click()
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

  // The organiser marks a remark about last year's text as read, and the rest are counted.
  const left = main(page).getByRole('status').filter({ hasText: 'Осталось' })
  const before = Number(/^Осталось: (\d+)$/.exec(await left.innerText())?.[1])
  const rules = main(page).getByRole('link', { name: 'Текст правил «Правила конкурса» прошлогодний' })
  await expect(rules).toBeVisible()
  await expectSound(page)
  await button(page, 'Перечитано: Текст правил «Правила конкурса» прошлогодний').click()
  await expect(left).toHaveText(`Осталось: ${before - 1}. Исправлено и перечитано: 1`)
  await expect(rules).toHaveCount(0)
  await page.reload()
  await expect(left).toHaveText(`Осталось: ${before - 1}. Исправлено и перечитано: 1`)
  await main(page).getByText('Перечитано и оставлено: 1', { exact: true }).click()
  await expectSound(page)
  await button(page, 'Вернуть: Текст правил «Правила конкурса» прошлогодний').click()
  await expect(left).toHaveText(`Осталось: ${before}`)
  await expect(rules).toBeVisible()
})

test('OT-09 a new version of the rules is published and must be accepted again; the later of two organisers sees both edits of a season', async ({
  page,
}) => {
  const acts = countedActs()
  const code = 'politics_next'
  await copyFirst(page, acts, 'Лидеры политики. Второй сезон', code)
  await openSeason(page, acts, `Сезон ${code}`)
  await acts.click(main(page).getByRole('link', { name: 'Правила конкурса' }).first())
  await acts.click(button(page, 'Новая редакция'))
  const dialog = page.getByRole('alertdialog', { name: 'Редакция № 2' })
  await acts.type(dialog.getByLabel('Полный текст'), '## Общее\nНовый порядок дебатов')
  await expect(dialog.getByLabel('Участники должны принять эту редакцию заново')).toBeChecked()
  await acts.type(dialog.getByLabel('Действует с', { exact: false }).first(), '01.12.2099')
  await acts.type(dialog.getByLabel('Действует с, время'), '10:00')
  await acts.click(dialog.getByRole('button', { name: 'Опубликовать редакцию' }))
  await expect(main(page).getByRole('row').nth(1)).toHaveText(/№\s2.*01\.12\.2099/)
  expect(acts.done()).toBeLessThanOrEqual(8)
  await expectSound(page)

  await page.goto(`/admin/${code}/season`)
  const later = await page.context().newPage()
  await later.goto(`/admin/${code}/season`)
  await later.getByLabel('Название').first().fill('Название позднего')
  await unfold(later, 'Ссылки и подпись').click()
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
  await expect(main(page).getByText('Новости: https://example.org/later')).toBeVisible()

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

test('OT-10 a season is shown as a person from Kamchatka sees it on the last day, and nothing can be changed there', async ({
  page,
}) => {
  const acts = countedActs()
  await logIn(page, 'admin@demo.test')
  await page.goto('/admin/all_kinds')
  const essay = main(page).getByRole('listitem').filter({ hasText: /^Эссе/ }).first()
  const end = /— (\d\d\.\d\d\.\d{4})/.exec((await essay.textContent()) ?? '')?.[1] ?? ''
  await page.goto('/admin')
  await acts.click(dutyOf(page, 'Все виды этапов').getByRole('link', { name: 'Глазами участника' }))
  await acts.pick(main(page).getByRole('button', { name: /Регион/ }), 'Камчатский край')
  await acts.type(main(page).getByLabel('Когда', { exact: false }).first(), end)
  await acts.type(main(page).getByLabel('Когда, время'), '00:01')
  await acts.click(button(page, 'Показать'))
  await expect(main(page).getByText(`${end} 00:01 по Москве, ${end} 09:01 у участника`)).toBeVisible()
  await expect(main(page).getByRole('listitem').filter({ hasText: /^Эссе/ })).toContainText('Можно начать')
  expect(acts.done()).toBeLessThanOrEqual(6)
  await expectSound(page)
})

test('FS-18 what a far stage lacks does not hold the opening back, and the list is right after an act without a reload', async ({
  page,
}) => {
  await copy(page, countedActs(), 'Социальные архитекторы', 'architects_far')
  const lack = main(page).getByText('Некому проверять работы этапа «Паспорт проекта»', { exact: false })
  await expect(lack).toHaveText(/Нужно к \d\d\.\d\d\.\d{4}/)
  await expect(button(page, 'Открыть конкурс')).toBeEnabled()
  await expectSound(page)
  await main(page).getByRole('link', { name: 'Паспорт проекта' }).last().press('Enter')
  await unfoldUnlessOpen(page, 'Проверка работ')
  await page.getByLabel('Почта проверяющего').fill('assessor@demo.test')
  await page.getByLabel('Почта проверяющего').press('Enter')
  await expect(button(page, /^Снять: /)).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Вы здесь' })
    .getByRole('link', { name: 'Сезон architects_far' })
    .press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Управление конкурсом' })).toBeVisible()
  await expect(lack).toHaveCount(0)
})

test('FS-01 FS-02 an organiser of all competitions begins one from a ready season, one from nothing, and opens a file of it', async ({
  page,
}) => {
  await logIn(page, 'admin@demo.test')
  const begin = async (way: string) => {
    await page.goto('/admin')
    await page.getByRole('button', { name: 'Показать: Новый конкурс' }).press('Enter')
    await page.getByRole('button', { name: way }).press('Enter')
  }
  const dialog = page.getByRole('alertdialog')
  const fill = async (title: string) => {
    await dialog.getByLabel('Название конкурса').fill(title)
    await dialog.getByLabel('Первый день').fill('18.01.2027')
    await dialog.getByLabel('Последний день').fill('30.06.2027')
  }

  await test.step('from a ready season, after a fault that keeps what was typed', async () => {
    await begin('Взять за основу')
    await dialog.getByRole('radio', { name: /^Небольшой/ }).check()
    await fill('Лидеры Поволжья')
    await dialog.getByRole('radio', { name: 'Северное сияние' }).check()
    await dialog.getByLabel('Последний день').fill('18.01.2027')
    await dialog.getByRole('button', { name: 'Создать' }).press('Enter')
    await expect(dialog.getByText('Позже первого дня')).toBeVisible()
    await expect(dialog.getByLabel('Название конкурса')).toHaveValue('Лидеры Поволжья')
    await dialog.getByLabel('Последний день').fill('30.06.2027')
    await expectSound(page)
    await dialog.getByRole('button', { name: 'Создать' }).press('Enter')
    await expect(page).toHaveURL(/\/admin\/lidery_povolzhya$/)
    await expect(page.getByText('Лидеры Поволжья').first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Анкета участника' }).first()).toBeVisible()
    await expect(main(page).getByText('Взято из готового сезона «Небольшой конкурс»')).toBeVisible()
    await expect(main(page).getByText('Текст правил «Правила конкурса» из готового сезона')).toBeVisible()
  })

  const saved = await downloadBy(page, () => button(page, 'Скачать сезон файлом').press('Enter'))
  const file = await readFile(await saved.path())

  await test.step('from the file, on the page of the organisers’ home', async () => {
    await begin('Выбрать файл')
    await dialog.getByLabel('Файл сезона').setInputFiles({
      name: 'season.json',
      mimeType: 'application/json',
      buffer: file,
    })
    await fill('Лидеры Урала')
    await dialog.getByRole('button', { name: 'Создать' }).press('Enter')
    await expect(page).toHaveURL(/\/admin\/lidery_urala$/)
    await expect(page.getByRole('link', { name: 'Анкета участника' }).first()).toBeVisible()
  })

  await test.step('from nothing', async () => {
    await begin('Начать с пустого')
    await fill('Учитель Сибири')
    await dialog.getByLabel(/^Код в адресе/).fill('teacher_2027')
    await dialog.getByRole('button', { name: 'Создать' }).press('Enter')
    await expect(page).toHaveURL(/\/admin\/teacher_2027$/)
    await expect(page.getByRole('button', { name: 'Добавить этап' })).toBeVisible()
  })
})
