import { expect, test } from '@playwright/test'
import { countedActs } from './acts.ts'
import { button, copyFirst, main, openSeason } from './console-places.ts'
import { expectSound } from './sound.ts'

// Each test works in a copy of its own, which nobody else sees.
test.describe.configure({ mode: 'parallel' })

test('OT-04 a new essay is added between two stages, for three readers who do not see the author, and moved by keyboard', async ({
  page,
}) => {
  const acts = countedActs()
  const code = 'young_next'
  await copyFirst(page, acts, 'Молодые управленцы', code)
  await openSeason(page, acts, `Сезон ${code}`)
  await acts.click(button(page, 'Добавить этап'))
  const dialog = page.getByRole('alertdialog', { name: 'Новый этап' })
  await acts.pick(dialog.getByRole('button', { name: /Вид этапа/ }), /^Эссе/)
  await acts.type(dialog.getByLabel('Название'), 'Эссе о деле')
  await acts.pick(dialog.getByRole('button', { name: /После какого этапа/ }), 'Правила программы')
  await acts.click(dialog.getByRole('button', { name: 'Добавить' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Эссе о деле' })).toBeVisible()
  await acts.type(page.getByLabel('Задание'), 'Расскажите о деле, которое вы довели до конца')
  await expect(page.getByLabel('Слов не больше')).toHaveValue('600')
  await acts.click(page.getByLabel('Участники видят этап'))
  await acts.click(button(page, /^Опубликовать/))
  await acts.click(page.getByRole('alertdialog').getByRole('button', { name: 'Опубликовать', exact: true }))
  await expect(page.getByText('Всё опубликовано')).toBeVisible()
  const judging = page.getByRole('region', { name: 'Оценивание', exact: true })
  await acts.click(judging.getByRole('button', { name: 'Настроить оценивание' }))
  await acts.type(judging.getByLabel('Что оценивают'), 'Ясность')
  await expect(judging.getByLabel('Высший балл')).toHaveValue('10')
  await expect(judging.getByLabel('Вес')).toHaveValue('1')
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

  await main(page)
    .getByRole('link', { name: `Сезон ${code}` })
    .click()
  await expect(page).toHaveURL(`/admin/${code}`)
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

test('OT-05 OT-06 a stage opens for people who passed the test or were finalists, by local time, and its condition reads as a sentence', async ({
  page,
}) => {
  const acts = countedActs()
  const code = 'kinds_next'
  await copyFirst(page, acts, 'Все виды этапов', code)
  await openSeason(page, acts, `Сезон ${code}`)
  await acts.click(main(page).getByRole('link', { name: 'Видеоинтервью' }).first())
  const conditions = main(page).getByRole('region', { name: 'Условие допуска' })
  const adding = conditions.getByRole('group', { name: 'Новое условие' })
  await acts.click(conditions.getByRole('button', { name: 'Добавить условие' }))
  await acts.pick(adding.getByRole('button', { name: 'Что проверить' }), 'Баллов не меньше')
  await acts.pick(adding.getByRole('button', { name: /Этап/ }), 'Тест')
  await acts.type(adding.getByLabel('Сколько баллов'), '60')
  await acts.click(adding.getByRole('button', { name: 'Добавить и ещё одно' }))
  await acts.pick(adding.getByRole('button', { name: 'Что проверить' }), 'Финалист прошлых сезонов')
  await expect(adding.getByText(/^Участник прочитает: .*финалистов прошлых сезонов/)).toBeVisible()
  await acts.click(conditions.getByRole('radio', { name: 'Любое из них' }))
  // The conditions are saved with the rest of the stage.
  await acts.click(button(page, 'Сохранить'))
  await expect(page.getByText(/Сохранено в \d\d:\d\d:\d\d/)).toBeVisible()
  await expect(conditions.getByRole('listitem')).toHaveText([
    /не меньше 60 на этапе «Тест»/,
    /финалистов прошлых сезонов/,
  ])
  await expect(main(page).getByText(/не меньше 60 на этапе «Тест», или: Этап открыт для финалистов/)).toBeVisible()
  expect(acts.done()).toBeLessThanOrEqual(10)

  // An unfinished condition is not lost without a warning.
  await conditions.getByRole('button', { name: 'Добавить условие' }).click()
  await acts.pick(adding.getByRole('button', { name: 'Что проверить' }), 'Этап пройден')
  await button(page, 'Сохранить').click()
  await expect(adding.getByRole('button', { name: 'Выберите Этап' })).toBeFocused()
  await expect(adding.getByText('Обязательное поле')).toBeVisible()
  await adding.getByRole('button', { name: 'Отмена' }).click()
  acts.done()
  await page.goto('/admin')
  await openSeason(page, acts, `Сезон ${code}`)
  await acts.click(main(page).getByRole('link', { name: 'Тест', exact: true }).first())
  await acts.click(main(page).getByRole('radio', { name: /По часам региона участника: открывается в 08:00/ }))
  await acts.click(button(page, /^Опубликовать/))
  await acts.click(page.getByRole('alertdialog').getByRole('button', { name: 'Опубликовать', exact: true }))
  await expect(page.getByText('Всё опубликовано')).toBeVisible()
  expect(acts.done()).toBeLessThanOrEqual(6)
})
