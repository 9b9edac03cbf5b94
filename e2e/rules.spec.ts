import { expect, test } from '@playwright/test'
import { personWho } from './cast.ts'
import { enter } from './people.ts'
import { expectSound } from './sound.ts'

test('KP-02 new rules are read with their date, contents and changes, printed without the page around them, rejected with a reason and finally accepted', async ({
  page,
}) => {
  await enter(page, personWho('reads new rules'))
  await page.goto('/ru_season_5/state/stages/rules/rules')
  const main = page.getByRole('main')

  await test.step('reads the whole text of this version, and goes to a section by the contents', async () => {
    await expect(main.getByText('Редакция № 2', { exact: true })).toBeVisible()
    await expect(main.getByText(/^действует с \d\d\.\d\d\.\d{4}$/)).toBeVisible()
    const contents = page.getByRole('navigation', { name: 'Содержание правил' })
    await expect(contents.getByRole('link')).toHaveCount(10)
    await expect(main.getByText('в том числе без нейросетей').last()).toBeVisible()
    await contents.getByRole('link', { name: '8. Апелляция' }).click()
    const section = main.getByRole('heading', { name: '8. Апелляция' })
    await expect(section).toBeFocused()
    await expect(section).toBeInViewport()
  })

  await test.step('sees what has changed since the version accepted before', async () => {
    await expect(main.getByText('Вышла новая редакция правил: № 2')).toBeVisible()
    await expect(main.getByText('Раньше вы ответили на редакцию № 1')).toBeVisible()
    const changes = main.getByRole('group').filter({ hasText: 'Что изменилось по сравнению с редакцией № 1' })
    await expect(changes.getByText(/: 6 строк$/)).toBeVisible()
    await expect(changes.getByRole('insertion').filter({ hasText: 'в течение пяти дней' })).toBeVisible()
    await expect(changes.getByRole('deletion').filter({ hasText: 'в течение трёх дней' })).toBeVisible()
    await expectSound(page, 'rules with changes')
  })

  await test.step('prints the text alone', async () => {
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '')
    })
    await page.getByRole('button', { name: 'Распечатать' }).click()
    await expect(page.locator('body[data-printed]')).toBeAttached()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('contentinfo')).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Содержание правил' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Принять правила' })).toBeHidden()
    await expect(main.getByRole('heading', { name: '10. Заключительные положения' })).toBeVisible()
    await expect(main.getByText('Редакция № 2', { exact: true })).toBeVisible()
    await page.emulateMedia({ media: null })
  })

  await test.step('cannot reject without a reason, rejects with one, and accepts after all', async () => {
    await page.getByRole('button', { name: 'Отклонить' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Почему вы отклоняете правила?' })
    await dialog.getByRole('button', { name: 'Отклонить правила' }).click()
    await expect(dialog.getByText('Напишите, почему вы отклоняете правила')).toBeVisible()
    await dialog.getByLabel('Объяснение').fill('Не смогу приехать на финал')
    await dialog.getByRole('button', { name: 'Отклонить правила' }).click()
    await expect(main.getByText(/^Вы отклонили правила \d\d\.\d\d\.\d{4}/)).toBeVisible()
    await page.reload()
    await expect(main.getByText('Ваше объяснение: «Не смогу приехать на финал»')).toBeVisible()
    await page.getByRole('button', { name: 'Принять правила' }).dblclick()
    await expect(page.getByRole('heading', { name: 'Правила приняты' })).toBeFocused()
    await expect(main.getByText('Номер квитанции')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Правила приняты' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Принять правила' })).toHaveCount(0)
  })
})
