import { expect, type Page, test } from '@playwright/test'
import { personWho } from './cast.ts'
import { unfold } from './console-places.ts'
import { logIn } from './people.ts'
import { expectSound } from './sound.ts'

const stage = '/all_kinds/main/stages/mgmt_solution_assessment/assessment'
const comment = 'Видно, из чего вы выбирали. Добавьте цифры и сроки: без них итог не проверить.'

/** Marks the work on the page by keyboard and hands the marks in. */
async function assess(page: Page, button: string) {
  const main = page.getByRole('main')
  for (const criterion of ['Решение', 'Итог и выводы']) {
    const row = main.getByRole('group', { name: new RegExp(`^${criterion}`) })
    await row.getByRole('radio', { name: /^3/ }).focus()
    await page.keyboard.press('Space')
  }
  await main.getByLabel('Комментарий автору').fill(comment)
  await main.getByRole('button', { name: button }).click()
}

// Both window sizes run here instead of by a tag, because the organiser ends the assessing at the end of this file.
for (const [where, who, window] of [
  ['on a phone', 'assesses works of others', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }],
  ['at a desk', 'assesses works at a desk', { viewport: { width: 1440, height: 900 } }],
] as const)
  test(`a participant ${where} trains on two works and sees the experts’ marks, then assesses works without names; marks survive a cut network`, async ({
    browser,
  }) => {
    const context = await browser.newContext(window)
    const page = await context.newPage()
    await logIn(page, personWho(who))
    await page.goto(stage)
    const main = page.getByRole('main')

    await test.step('reads how it works, and that the own work is not ranked yet', async () => {
      await expect(main.getByText('Чтобы ваша работа участвовала в рейтинге, оцените ещё 5 работ.')).toBeVisible()
      await expectSound(page)
      await main.getByRole('button', { name: 'Начать', exact: true }).click()
    })

    await test.step('compares the marks of two works with those of the experts', async () => {
      for (const number of [1, 2]) {
        await expect(main.getByRole('heading', { level: 1, name: `Учебная работа ${number}` })).toBeFocused()
        await assess(page, 'Сравнить с экспертами')
        await expect(main.getByRole('heading', { name: 'Как оценили эксперты' })).toBeVisible()
        await expect(main.getByText('Решение названо, и видно, из чего выбирали', { exact: false })).toBeVisible()
        await main.getByRole('button', { name: 'Дальше' }).click()
      }
      await expect(main.getByRole('heading', { level: 1, name: 'Работа 1' })).toBeVisible()
      await expectSound(page)
    })

    await test.step('is asked for a useful comment; what is typed survives a cut network and a reload', async () => {
      await main.getByLabel('Комментарий автору').fill('Хорошо')
      await main.getByRole('button', { name: 'Сдать и дальше' }).click()
      await expect(main.getByText('Поставьте оценку').first()).toBeVisible()
      await context.setOffline(true)
      await main.getByLabel('Комментарий автору').fill('Написано без связи')
      await expect(main.getByText('Нет связи — сохраним, когда она вернётся').first()).toBeVisible()
      await context.setOffline(false)
      await expect(main.getByText(/Сохранено в \d\d:\d\d:\d\d/).first()).toBeVisible()
      await page.reload()
      await main.getByRole('button', { name: 'Продолжить оценивать' }).click()
      await expect(main.getByLabel('Комментарий автору')).toHaveValue('Написано без связи')
    })

    await test.step('hands the marks in, gets the next work, and changes the first', async () => {
      await assess(page, 'Сдать и дальше')
      await expect(main.getByRole('heading', { level: 1, name: 'Работа 2' })).toBeVisible()
      await main.getByRole('button', { name: 'Все мои работы' }).click()
      await expect(main.getByRole('heading', { name: 'Оценено 1 из 5' })).toBeVisible()
      await expectSound(page)
      await main.getByRole('button', { name: 'Изменить: Работа 1' }).click()
      await expect(main.getByLabel('Комментарий автору')).toHaveValue(comment)
      await main.getByRole('button', { name: 'Изменить оценки' }).click()
      await expect(main.getByRole('heading', { name: 'Оценено 1 из 5' })).toBeVisible()
    })

    await test.step('assesses the others; after the last one marks are final and the own work is ranked', async () => {
      await main.getByRole('button', { name: 'Продолжить оценивать' }).click()
      for (const number of [2, 3, 4, 5]) {
        await expect(main.getByRole('heading', { level: 1, name: `Работа ${number}` })).toBeFocused()
        if (number === 5) await expect(main.getByText('Это последняя работа')).toBeVisible()
        await assess(page, 'Сдать и дальше')
      }
      await expect(main.getByRole('heading', { name: 'Вы оценили все работы' })).toBeVisible()
      await expect(main.getByText('Ваша работа участвует в рейтинге.')).toBeVisible()
      await expect(main.getByRole('button', { name: /^Изменить: / })).toHaveCount(0)
      await expectSound(page, 'all assessed')
    })
    await context.close()
  })

test('KE-14 a participant reports a work, its assessing stops for everybody, and the organiser resumes it', async ({
  browser,
  page,
}) => {
  await logIn(page, 'admin@demo.test')
  await page.goto('/admin/all_kinds/stages/assessment#works')
  const main = page.getByRole('main')

  await test.step('the organiser sees what goes on, the odd raters first, and the reported work', async () => {
    await expect(main.getByRole('heading', { name: 'Взаимное оценивание' })).toBeVisible()
    await unfold(page, 'Кто оценивает').click()
    // The first of several, from the demo: the participants of the tests above may have been as quick.
    await expect(main.getByText('Быстрее 30 секунд: 4').first()).toBeVisible()
    await expect(main.getByText(/Этот текст целиком есть в прошлогоднем сборнике работ/)).toBeVisible()
    await expectSound(page)
  })

  await test.step('the work goes back into the assessing', async () => {
    await main
      .getByRole('button', { name: /^Вернуть: / })
      .first()
      .click()
    await expect(main.getByText('Остановлена до решения о заимствовании')).toHaveCount(0)
  })

  await test.step('somebody reports another work, and it stops', async () => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
    const reporter = await context.newPage()
    await logIn(reporter, personWho('reports a work of another'))
    await reporter.goto(stage)
    const theirs = reporter.getByRole('main')
    await theirs.getByRole('button', { name: 'Начать', exact: true }).click()
    for (const number of [1, 2]) {
      await expect(theirs.getByRole('heading', { level: 1, name: `Учебная работа ${number}` })).toBeFocused()
      await assess(reporter, 'Сравнить с экспертами')
      await theirs.getByRole('button', { name: 'Дальше' }).click()
    }
    await theirs.getByRole('button', { name: 'Не могу оценить эту работу' }).click()
    await reporter.getByLabel('Откуда это и где видно').fill('Это глава из учебника по управлению.')
    await reporter.getByRole('button', { name: 'Отправить' }).click()
    await expect(theirs.getByRole('button', { name: 'Взять следующую' })).toBeVisible()
    await context.close()
    await page.reload()
    await expect(main.getByText(/Это глава из учебника по управлению/)).toBeVisible()
  })

  await test.step('the weight of a rater is set, and one is left out with a reason', async () => {
    await unfold(page, 'Кто оценивает').click()
    await main
      .getByRole('button', { name: /^Изменить вес: / })
      .first()
      .click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('radio', { name: 'Не учитывать' }).check({ force: true })
    await dialog.getByLabel('Почему').fill('Все оценки высшие, на работу — меньше минуты.')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await expect(main.getByText(/Оценки исключены: Все оценки высшие/)).toBeVisible()
  })
})

test('SK-14 the organiser ends the assessing and decides; the author reads the marks, the comments and the reason on a phone', async ({
  browser,
  page,
}) => {
  const window = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
  const phone = await (await browser.newContext(window)).newPage()
  await logIn(phone, personWho('is assessed by others'))
  await phone.goto('/profile')
  const name = (
    await phone
      .getByText(/^\S+ \S+ \S+(вич|вна|чна)$/)
      .first()
      .innerText()
  ).trim()
  const theirs = phone.getByRole('main')
  const heading = theirs.getByRole('heading', { name: 'Как оценили вашу работу' })

  await test.step('while others assess, the author sees no marks', async () => {
    await phone.goto(stage)
    await expect(theirs.getByRole('heading', { name: /^Оценено \d\sиз\s5$/ })).toBeVisible()
    await expect(heading).toHaveCount(0)
  })

  await logIn(page, 'admin@demo.test')
  await page.goto('/admin/all_kinds/stages/assessment#works')
  const main = page.getByRole('main')

  await test.step('the organiser ends the assessing: the author reads the mark, how it came about, and the comments', async () => {
    await main.getByRole('button', { name: 'Завершить оценивание' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Завершить', exact: true }).press('Enter')
    await expect(main.getByText('Оценивание завершено, авторы видят оценки.')).toBeVisible()
    await phone.reload()
    await expect(heading).toBeVisible()
    await expect(theirs.getByText(/^Итог — \d+(,\d+)?\sиз\s100: .*участник/)).toBeVisible()
    await expect(theirs.getByText('Понятно, за что вы отвечали сами.', { exact: false }).first()).toBeVisible()
    await expect(theirs.getByText('Ваша работа не участвует в рейтинге: вы не оценили чужие.')).toBeVisible()
    await expectSound(phone, 'result')
  })

  await test.step('the organiser decides about the work, and the author reads the decision with its reason', async () => {
    await main.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check()
    await main.getByRole('radio', { name: 'Не прошли', exact: true }).check()
    await main.getByLabel('Текст для участников').fill('Чужие работы не оценены, поэтому работа не в рейтинге.')
    await main.getByRole('button', { name: 'Объявить решение: 1 работа' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Объявить' }).press('Enter')
    await expect(page.getByText('Решение объявлено: 1 работа.')).toBeVisible()
    await expectSound(page, 'decided')
    await phone.goto('/all_kinds/main/stages/essay/solutions')
    await expect(theirs.getByText(/Итог — .*\sиз\s100/).first()).toBeVisible()
    await expect(theirs.getByText(/Чужие работы не оценены, поэтому работа не в рейтинге\./).first()).toBeVisible()
  })
  await phone.context().close()
})
