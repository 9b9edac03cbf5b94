import { expect, type Page, test } from '@playwright/test'
import { personWho } from './cast.ts'
import { logIn } from './people.ts'
import { expectSound } from './sound.ts'

/** Opens the work of a person at the stage, by the name in the list. */
async function openWorkOf(page: Page, stage: string, name: string) {
  await page.goto('/desk')
  await page.getByRole('link', { name: stage, exact: true }).click()
  await page.getByRole('searchbox', { name: 'Найти по имени, команде или номеру участника' }).fill(name)
  // Waits until the search has narrowed the list to one work.
  const found = page.getByRole('tabpanel').getByRole('link')
  await expect(found).toHaveText([new RegExp(name)])
  await found.click()
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(name) })).toBeFocused()
}

test('a checker returns a form with a remark at its field, the person corrects it, and the checker accepts it', async ({
  page: checker,
  browser,
}) => {
  const author = await (await browser.newContext()).newPage()
  await logIn(author, personWho('has a form checked'))
  await author.goto('/profile')
  const name = (
    await author
      .getByText(/^\S+ \S+ \S+(вич|вна|чна)$/)
      .first()
      .innerText()
  ).trim()

  await logIn(checker, 'assessor@demo.test')
  await openWorkOf(checker, 'Анкета участника', name)
  // Back finds the list as it was searched, with the focus at the same work.
  await checker.goBack()
  const listed = checker.getByRole('tabpanel')
  await expect(listed.getByRole('searchbox')).toHaveValue(name)
  await expect(listed.getByRole('link')).toHaveText([new RegExp(name)])
  await expect(listed.getByRole('link')).toBeFocused()
  // So does a reload: what is asked of a list is in the address.
  await checker.reload()
  await expect(listed.getByRole('searchbox')).toHaveValue(name)
  await expect(listed.getByRole('link')).toHaveText([new RegExp(name)])
  // What is searched later counts more than what was left.
  await listed.getByRole('searchbox').fill('')
  await expect(listed.getByRole('link').nth(1)).toBeVisible()
  await checker.getByRole('tab', { name: 'Решённые' }).click()
  await checker.getByRole('tab', { name: /^Ждут решения/ }).click()
  await expect(listed.getByRole('searchbox')).toHaveValue('')
  await listed.getByRole('searchbox').fill(name)
  await expect(listed.getByRole('link')).toHaveText([new RegExp(name)])
  await listed.getByRole('link').press('Enter')
  await checker.getByRole('button', { name: 'Замечание: Расскажите о себе' }).click()
  await expect(checker.getByRole('textbox', { name: 'Замечание: Расскажите о себе' })).toBeFocused()
  await checker.keyboard.type('Назовите результат в цифрах')
  await expect(checker.getByRole('radio', { name: /Вернуть на доработку/ })).toBeChecked()
  await expect(checker.getByText(/Сохранено в \d\d:\d\d:\d\d/)).toBeVisible()
  await expectSound(checker)
  // Typed text is kept after a reload.
  await checker.reload()
  await expect(checker.getByRole('textbox', { name: 'Замечание: Расскажите о себе' })).toHaveValue(
    'Назовите результат в цифрах',
  )
  await checker.getByRole('button', { name: 'Вернуть и дальше' }).click()
  await expect(checker.getByRole('heading', { level: 1, name: new RegExp(name) })).toBeHidden()

  await author.goto('/ru_season_5/business/stages/form/questionnaire')
  // The first visit shows the instructions once.
  await author.getByRole('link', { name: 'Перейти к этапу' }).click()
  await expect(author.getByText('Назовите результат в цифрах').first()).toBeVisible()
  const about = author.getByRole('textbox', { name: 'Расскажите о себе' })
  await about.fill(
    'Увеличила выпуск вдвое за один год, с 40 до 80 приборов в месяц, и за это время сохранила всю команду цеха и поставщиков.',
  )
  await author.getByRole('button', { name: 'Проверить и сдать' }).click()
  await author.getByRole('button', { name: 'Сдать анкету' }).click()
  await expect(author.getByText(/Номер квитанции|Квитанция/).first()).toBeVisible()

  await openWorkOf(checker, 'Анкета участника', name)
  await expect(checker.getByText('Изменено')).toHaveCount(1)
  await checker.getByText('Что стояло раньше').click()
  await checker.getByRole('radio', { name: /Принять/ }).check()
  await checker.getByRole('button', { name: 'Принять и дальше' }).click()
  await expect(checker.getByRole('heading', { level: 1, name: new RegExp(name) })).toBeHidden()
  await author.goto('/ru_season_5/business/stages/form/questionnaire')
  await expect(author.getByText('Пройден').first()).toBeVisible()
  await author.context().close()
})

test('a refusal needs a reason, and a second person checks it before the participant is notified', async ({ page }) => {
  await logIn(page, 'assessor@demo.test')
  await page.goto('/desk')
  await page.getByRole('button', { name: /: Регистрация$/ }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(page).toHaveURL(/\/desk\/works\/\d+$/)
  await expect(heading).not.toHaveText('Рабочий стол')
  const name = await heading.innerText()
  const address = page.url()
  await page.getByRole('radio', { name: /Отказать/ }).check()
  await page.getByRole('button', { name: 'Отказать и дальше' }).click()
  await expect(page.getByText('Выберите причину или напишите её')).toBeVisible()
  await page.getByRole('textbox', { name: /Участник прочитает/ }).fill('Опыт управления меньше двух лет')
  await page.keyboard.press('Control+Enter')
  await expect(page).not.toHaveURL(address)
  await page.goto(address)
  await expect(page.getByText('Предложен отказ')).toBeVisible()
  await logIn(page, 'mentor02@demo.test')
  await page.goto(address)
  await expect(heading).toHaveText(name)
  await expect(page.getByText('Марина Дроздова предлагает отказать')).toBeVisible()
})
