import { expect, type Locator, type Page, test } from '@playwright/test'
import { personWho } from './cast.ts'
import { logIn } from './people.ts'
import { expectSound } from './sound.ts'

const marks = '/all_kinds/main/stages/teams_evaluation/marks'

const sheetsOn = (page: Page) => page.getByRole('main').locator('section', { has: page.getByRole('radio') })

async function mark(page: Page, sheet: Locator, mark: string) {
  for (const row of await sheet.getByRole('group').all()) {
    await row.getByRole('radio', { name: new RegExp(`^${mark}`) }).focus()
    await page.keyboard.press('Space')
  }
}

test('KP-11 KA-11 KO-11 teammates mark each other anonymously, observers agree, and an organiser appoints observers and reads the reports', async ({
  browser,
}) => {
  const as = async (who: string) => {
    const page = await (await browser.newContext()).newPage()
    await logIn(page, who)
    return page
  }

  await test.step('the last of a team reads that he stays unknown, marks everybody by keyboard, and finds half of it again', async () => {
    const page = await as(personWho('marks teammates'))
    await page.goto(marks)
    const main = page.getByRole('main')
    await expect(main.getByText('Ваши оценки анонимны')).toBeVisible()
    await expect(main.getByText('0 из 3')).toBeVisible()
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/team-marks') && answer.ok(),
    )
    await mark(page, sheetsOn(page).first(), '4')
    await saved
    await page.reload()
    await expect(main.getByText('1 из 3')).toBeVisible()
    await main.getByRole('button', { name: 'Сдать оценки' }).click()
    await expect(main.getByRole('alert').getByRole('link')).toHaveCount(2)
    await expectSound(page)
    for (const each of await sheetsOn(page).all()) await mark(page, each, '5')
    await main.getByRole('button', { name: 'Сдать оценки' }).click()
    await expect(main.getByRole('heading', { name: 'Ваши оценки сданы' })).toBeVisible()
    await expect(main.getByText('4 из 4')).toBeVisible()
    // This was the last member of the team: from now on nobody can change marks.
    await expect(main.getByRole('button', { name: 'Вернуться к оценкам' })).toHaveCount(0)
    await page.goto('/all_kinds/main/stages/teams_evaluation/first_marks')
    await expect(main.getByRole('heading', { name: 'Что говорит команда о вас' })).toBeVisible()
    await expect(main.getByRole('progressbar', { name: 'Слышит других' })).toBeVisible()
    await expectSound(page)
    await page.context().close()
  })

  await test.step('two observers have marked; one of them writes down what they agree on', async () => {
    const page = await as('assessor@demo.test')
    await page.goto('/desk')
    const main = page.getByRole('main')
    await main.getByRole('listitem').filter({ hasText: 'Пора согласовать' }).getByRole('link').click()
    const agreed = main.getByRole('region', { name: 'Согласованные оценки' })
    await expect(agreed.getByText('Поставили: 4, 2 — разошлись')).toBeVisible()
    await agreed.getByRole('button', { name: 'Сохранить согласованные оценки' }).click()
    await expect(agreed.getByText('Осталось поставить оценок: 1')).toBeVisible()
    await agreed.getByRole('region', { name: 'Команда в целом' }).getByRole('radio', { name: '3' }).last().focus()
    await page.keyboard.press('Space')
    await agreed.getByRole('button', { name: 'Сохранить согласованные оценки' }).click()
    await expect(agreed.getByText('До итогов этапа можно изменить', { exact: false })).toBeVisible()
    await expect(main.getByRole('columnheader', { name: 'Согласовано' })).toBeVisible()
    await expectSound(page)
    await page.context().close()
  })

  await test.step('an organiser names an observer, reads that the count is made once, and sees reports that were made', async () => {
    const page = await as('admin@demo.test')
    await page.goto('/admin/all_kinds/stages/marks#team-marks')
    const panel = page.getByRole('main')
    const team = panel.getByRole('listitem').filter({ hasText: 'Ночная смена' })
    await team.getByRole('button', { name: /^Наблюдатели команды/ }).click()
    const observers = page.getByRole('alertdialog', { name: /^Наблюдатели команды/ })
    // A person with a conflict of interest with this team cannot be chosen.
    const observer = observers.getByRole('checkbox', { disabled: false }).first()
    await observer.press('Space')
    await expect(observer).toBeChecked()
    await observers.getByRole('button', { name: 'Сохранить' }).click()
    await expect(team.getByText('не назначены')).toHaveCount(0)
    await expectSound(page)
    await panel.getByRole('button', { name: 'Подвести итоги' }).click()
    const count = page.getByRole('alertdialog', { name: 'Подвести итоги?' })
    await expect(count.getByText('Их оценки не учтут', { exact: false })).toBeVisible()
    await count.getByRole('button', { name: 'Отмена' }).click()
    await page.goto('/admin/all_kinds/stages/first_marks#team-marks')
    await expect(panel.getByText('без отчёта остались 2 человека', { exact: false })).toBeVisible()
    await expect(panel.getByText('отчёта нет, оценили: 1').first()).toBeVisible()
    await expect(panel.getByText('Высшие друг другу: 1 пара')).toBeVisible()
    await expectSound(page)
    await page.context().close()
  })
})
