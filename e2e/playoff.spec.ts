import { expect, test } from '@playwright/test'
import { logIn } from './people.ts'
import { expectSound } from './sound.ts'

const stage = '/all_kinds/main/stages/playoff/debates'

test('KP-16 KO-16 a bracket in its second round: a participant sees their own matches, a judge marks both sides, an organiser publishes, previews a correction and drags a match to its time', async ({
  browser,
}) => {
  const as = async (who: string) => {
    const page = await (await browser.newContext()).newPage()
    await logIn(page, `${who}@demo.test`)
    return page
  }

  await test.step('the participant reads when, with whom and where the next match is, and the marks of the last one', async () => {
    const page = await as('participant')
    await page.goto(stage)
    const main = page.getByRole('main')
    const next = main.getByRole('region', { name: 'Полуфинал' })
    await expect(next.getByText('по Москве', { exact: false })).toBeVisible()
    await expect(next.getByText('У вас будет', { exact: false })).toBeVisible()
    await expect(next.getByRole('link', { name: 'Войти в комнату матча' })).toHaveAttribute('href', /^https:/)
    await expect(main.getByText('Ваш матч').first()).toBeAttached()
    await main.getByText('Оценки и слова судей').first().click()
    await expect(main.getByRole('table', { name: 'Средние оценки судей' })).toBeVisible()
    await main.getByText('Кто проходит дальше').click()
    await expect(main.getByText('При равных баллах решает по порядку', { exact: false })).toBeVisible()
    await main.getByText('Как проверить жребий').click()
    await main.getByRole('button', { name: 'Посчитать в браузере' }).click()
    await expect(main.getByText('Порядок совпал со жребием')).toBeVisible()
    await expectSound(page)
    await page.context().close()
  })

  await test.step('the chair finds the match on the desk and marks both sides by keyboard', async () => {
    const page = await as('assessor')
    await page.goto('/desk')
    const main = page.getByRole('main')
    const list = main.getByRole('region', { name: 'Матчи' })
    await list.getByRole('listitem').filter({ hasText: 'Поставьте оценки' }).getByRole('link').click()
    await main.getByRole('button', { name: 'Сдать оценки' }).click()
    await expect(main.getByText('Поставьте оценку').first()).toBeVisible()
    await expect(main.getByText('Назовите одну из сторон')).toBeVisible()
    const sides = main.getByRole('region', { name: /^Оценки: / })
    for (const [side, mark] of [
      [0, '3'],
      [1, '5'],
    ] as const)
      for (const criterion of ['Сила доводов', 'Ответы сопернику', 'Ясность речи']) {
        const row = sides.nth(side).getByRole('group', { name: new RegExp(`^${criterion}`) })
        await row.getByRole('radio', { name: mark }).focus()
        await page.keyboard.press('Space')
      }
    await main
      .getByRole('group', { name: /^Кто проходит дальше/ })
      .getByRole('radio')
      .first()
      .check({ force: true })
    await expectSound(page)
    await main.getByRole('button', { name: 'Сдать оценки' }).click()
    await expect(main.getByRole('button', { name: 'Изменить оценки' })).toBeVisible()
    await page.context().close()
  })

  await test.step('the organiser publishes the result, sees what a correction would change, and sets the final', async () => {
    const page = await as('admin')
    await page.goto('/admin/all_kinds/stages/debates#bracket')
    const semi = page.getByRole('region', { name: 'Полуфинал', exact: true })
    await semi.getByRole('button', { name: /^Опубликовать итог/ }).click()
    await expect(semi.getByText('Итог опубликован')).toBeVisible()
    await semi.getByRole('button', { name: /^Исправить итог/ }).click()
    const correction = page.getByRole('alertdialog', { name: 'Исправить итог' })
    await correction.getByRole('radio', { name: 'Сыграть заново' }).check({ force: true })
    await correction.getByRole('button', { name: 'Посмотреть, что изменится' }).click()
    await expect(correction.getByText(/^Финал: было/)).toBeVisible()
    await expectSound(page)
    await correction.getByRole('button', { name: 'Отмена' }).click()
    const third = page.getByRole('region', { name: 'Матч за третье место', exact: true })
    const board = page.getByRole('region', { name: 'Расписание' })
    await board.getByRole('button', { name: 'Следующий день' }).click()
    const evening = board.getByRole('row', { name: /^20:00/ })
    await board.getByRole('button', { name: /^Матч за третье место/ }).dragTo(evening.getByRole('cell').last())
    await expect(evening.getByRole('button', { name: /^Матч за третье место, 20:00/ })).toBeVisible()
    await expect(third.getByText('в 20:00', { exact: false })).toBeVisible()
    await third.getByRole('button', { name: /^Время и судьи/ }).click()
    const set = page.getByRole('alertdialog', { name: /^Матч за третье место/ })
    await set.getByLabel('Место').fill('Зал 3')
    const judge = set.getByRole('checkbox').first()
    await judge.press('Space')
    await expect(judge).toBeChecked()
    await set.getByRole('button', { name: 'Сохранить' }).click()
    await expect(third.getByText('Зал 3')).toBeVisible()
    await page.context().close()
  })
})
