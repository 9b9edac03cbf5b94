import { expect, test } from '@playwright/test'
import { countedActs } from './acts.ts'
import { button, copy, copyFirst, main, openSeason, unfold } from './console-places.ts'
import { expectSound, settle } from './sound.ts'

// Each test works in a copy of its own, which nobody else sees.
test.describe.configure({ mode: 'parallel' })

test('OT-07 KO-03 a question for people with a degree is added, tried and published; a change that hides answers states how many', async ({
  page,
}) => {
  const acts = countedActs()
  const code = 'forms_next'
  await copyFirst(page, acts, 'Лидеры страны. Пятый сезон', code)
  await openSeason(page, acts, `Сезон ${code}`)
  await acts.click(main(page).getByRole('link', { name: 'Анкета участника' }).first())
  const questions = page.getByRole('treegrid', { name: 'Разделы и вопросы' })
  await expect(questions).toBeVisible()
  // Waits for the rest of the page, which would move the row while it is pressed.
  await settle(page)
  await acts.click(questions.getByRole('button', { name: 'Что сделать: Учёная степень', exact: true }))
  await acts.click(page.getByRole('menuitem', { name: 'Добавить вопрос', exact: true }))
  const dialog = page.getByRole('alertdialog', { name: 'Новый вопрос' })
  await acts.type(dialog.getByLabel('Вопрос', { exact: true }), 'Тема диссертации')
  await acts.pick(dialog.getByRole('button', { name: /Показать, если/ }), 'Есть учёная степень')
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
  expect(acts.done()).toBeLessThanOrEqual(10)
  await expectSound(page)

  // The trial shows the real form with its real rules and saves nothing.
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

  // The menu moves it without a mouse. Dragging works as for stages, which have their own test.
  await questions.getByRole('button', { name: 'Что сделать: Тема диссертации' }).click()
  await page.getByRole('menuitem', { name: 'Выше' }).click()
  await expect(main(page).getByText('«Тема диссертации»: выше')).toBeVisible()
  await expect(main(page).getByText('Не опубликовано: 1 правка')).toBeVisible()

  // When people have answered, the page states how many lose answers. Nothing of this is published.
  await page.goto('/admin/ru_season_5/stages/questionnaire#questions')
  await questions.getByRole('button', { name: 'Что сделать: Расскажите о себе' }).click()
  await page.getByRole('menuitem', { name: 'Убрать' }).click()
  await expect(main(page).getByText('«Расскажите о себе»: убрано')).toBeVisible()
  await button(page, 'Показать участникам').click()
  const asked = page.getByRole('alertdialog', { name: 'Правка касается ответов' })
  await expect(asked.getByText(/^\d+ черновик\S*, \d+ сданн\S+$/)).toBeVisible()
  await expect(asked.getByRole('radio', { name: 'Оставить как есть' })).toBeChecked()
  await asked.getByRole('button', { name: 'Отмена' }).click()
  await button(page, 'Сбросить правки анкеты').click()
  await expect(questions.getByRole('row', { name: 'Расскажите о себе' })).toBeVisible()
})

test('KO-01 an organiser sets up the criteria, the consents and the questions, and a latecomer registers with a code', async ({
  page,
  browser,
}) => {
  const code = 'admission_next'
  await copy(page, countedActs(), 'Лидеры страны. Пятый сезон', code)
  await page.goto(`/admin/${code}/stages/registration`)
  await expect(main(page).getByText(/^18–55 лет, опыт от/)).toBeVisible()
  await unfold(page, 'Условия допуска').press('Enter')
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
  // Regions of residence are set and shown like the other criteria.
  await main(page)
    .getByRole('button', { name: /^Любой Регион проживания/ })
    .click()
  await page.getByRole('option', { name: 'Приморский край' }).click()
  await page.getByRole('option', { name: 'Калининградская область' }).click()
  await page.keyboard.press('Escape')
  await expect(read.getByRole('listitem').last()).toHaveText(
    /^Регион проживания: (Приморский край; Калининградская|Калининградская область; Приморский)/,
  )
  await main(page)
    .getByRole('button', { name: /Его регион/ })
    .click()
  await page.getByRole('option', { name: 'Москва', exact: true }).click()
  await expect(main(page).getByText(/^Регион проживания не соответствует условиям конкурса: /)).toBeVisible()
  await button(page, 'Посчитать, кто не подойдёт').click()
  await expect(main(page).getByText('Этим условиям отвечают все, кто подал заявку: 0 человек.')).toBeVisible()

  await unfold(page, 'Согласия').press('Enter')
  await button(page, 'Добавить согласие').click()
  const consent = page.getByRole('alertdialog', { name: 'Новое согласие' })
  await consent.getByRole('button', { name: 'Готово' }).click()
  await expect(consent.getByLabel('Название')).toHaveAttribute('aria-invalid', 'true')
  // The page has several fields «Название»: each label must lead to its own field.
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
  const question = page.getByRole('alertdialog', { name: 'Опубликовать правки?' })
  await expect(question.getByRole('listitem')).toHaveText([/^Условия допуска/, /^Согласия/])
  await question.getByRole('button', { name: 'Опубликовать', exact: true }).click()
  await expect(main(page).getByText('Всё опубликовано')).toBeVisible()
  await unfold(page, 'Кто с чем согласен').press('Enter')
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
  await page.goto('/admin/young_managers/stages/registration#codes')
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
