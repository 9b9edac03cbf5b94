import { expect, type Page, test } from '@playwright/test'
import { personWho } from './cast.ts'
import { unfold } from './console-places.ts'
import { choose, logIn, suggest } from './people.ts'
import { expectSound } from './sound.ts'

const proposal = '/all_kinds/main/stages/mgmt_proposal/proposal'
const blocks = {
  Проблема: 'В посёлке нет аптеки, звоните +7 912 345-67-89.',
  Причина: 'Сетям невыгодно открываться там, где мало людей.',
  'Что вы предлагаете': 'Разрешить выдачу лекарств в почтовом отделении.',
  Ресурсы: 'Обучить двух работников почты.',
  'Кто отвечает': 'Министерство здравоохранения',
  Эффект: 'За лекарством не нужно ехать в город.',
  Риски: 'Нужны условия хранения.',
  Аннотация: 'Лекарства выдаёт почта там, где нет аптеки.',
}

async function write(page: Page) {
  await choose(page, /Выберите Тема/, 'Очереди в поликлиниках')
  await suggest(page, /^Регион/, 'Твер', 'Тверская область')
  await choose(page, /Выберите Отрасль/, 'Здравоохранение')
  for (const [label, words] of Object.entries(blocks))
    await page.getByRole('textbox', { name: label, exact: true }).fill(words)
  await page.getByLabel('Что измеряем').fill('Путь до лекарства')
  await page.getByLabel('Сейчас').fill('40 км')
  await page.getByLabel('Станет').fill('1 км')
  await page.getByLabel(/^Предложение написано мной/).check()
}

test('KP-13 KE-13 KO-13 a proposal is written on a phone, returned once, corrected, allowed for use, flagged and shown', async ({
  page: organiser,
  browser,
}) => {
  test.slow()
  const phone = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage()
  await logIn(phone, personWho('proposes an improvement'))
  await phone.goto('/profile')
  const name = (
    await phone
      .getByText(/^\S+ \S+ \S+(вич|вна|чна)$/)
      .first()
      .innerText()
  ).trim()

  await test.step('the author reads the topics with their places, writes and hands in', async () => {
    await phone.goto(proposal)
    await expect(phone.getByRole('heading', { name: 'Темы' })).toBeVisible()
    await expect(phone.getByText(/осталось \d+ мест/).first()).toBeVisible()
    await expectSound(phone, 'proposal')
    await write(phone)
    await expect(phone.getByText(/Сохранено/).first()).toBeVisible()
    await phone.getByRole('button', { name: 'Проверить и сдать' }).click()
    await expect(phone.getByText(/Похоже на чьи-то персональные данные/)).toContainText('+7 912 345-67-89')
    await phone.getByRole('button', { name: 'Сдать предложение' }).click()
    await expect(phone.getByRole('heading', { name: 'Предложение принято' })).toBeVisible()
  })

  await test.step('agrees to one use, takes the proposal back and hands it in again', async () => {
    await phone.goto(proposal)
    await phone.getByLabel('Аннотацию можно опубликовать').click()
    await expect(phone.getByText(/Вы согласились/)).toBeVisible()
    await expect(phone.getByLabel('Предложение можно передать ведомству')).not.toBeChecked()
    await expectSound(phone, 'proposal handed in')
    await phone.getByRole('button', { name: 'Отозвать предложение' }).click()
    await phone.getByRole('alertdialog').getByRole('button', { name: 'Отозвать', exact: true }).click()
    await phone.getByRole('button', { name: 'Проверить и сдать' }).click()
    await phone.getByRole('button', { name: 'Сдать предложение' }).click()
    await expect(phone.getByRole('heading', { name: 'Предложение принято' })).toBeVisible()
  })

  await test.step('the checker is told of the telephone number and returns it; a second time only accepts or refuses', async () => {
    await logIn(organiser, 'admin@demo.test')
    await organiser.goto('/admin/all_kinds/stages/proposal#proposals')
    await openWork(organiser, name)
    await expect(organiser.getByText(/данные, похожие на персональные/)).toBeVisible()
    await expectSound(organiser, 'formal check')
    await organiser.getByRole('radio', { name: /^Вернуть на доработку/ }).check()
    await organiser.getByLabel('Участник прочитает').fill('Уберите телефон')
    await organiser.getByRole('button', { name: 'Вернуть и дальше' }).click()
    await expect(organiser.getByRole('heading', { level: 1 })).not.toHaveText(name)
    await phone.goto(proposal)
    await expect(phone.getByText('Уберите телефон').first()).toBeVisible()
    await phone.getByRole('textbox', { name: 'Проблема', exact: true }).fill('В посёлке нет аптеки.')
    await phone.getByRole('button', { name: 'Проверить и сдать' }).click()
    await phone.getByRole('button', { name: 'Сдать предложение' }).click()
    await expect(phone.getByRole('heading', { name: 'Предложение принято' })).toBeVisible()
    await openWork(organiser, name)
    await expect(organiser.getByRole('radio', { name: /^Принять/ })).toBeVisible()
    await expect(organiser.getByRole('radio', { name: /^Вернуть/ })).toHaveCount(0)
    await organiser.getByRole('radio', { name: /^Принять/ }).check()
    await organiser.getByRole('button', { name: 'Принять и дальше' }).click()
    await expect(organiser.getByRole('heading', { level: 1 })).not.toHaveText(name)
  })

  await test.step('the organiser compares two that are alike and shows the annotation; the author takes the consent back', async () => {
    // The part that the address names comes late, and opens although the organiser presses something else meanwhile.
    // Its first numbers are of a moment ago, and it stays open when newer ones come.
    const late = Promise.withResolvers<void>()
    let moment: string | null = '01.01.2026 14:05'
    await organiser.route('**/proposals?**', async (route) => {
      await late.promise
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), as_of: moment } })
    })
    await organiser.goto('/admin/all_kinds/stages/proposal#proposals')
    const alike = organiser.getByRole('region', { name: 'Похожие работы' })
    await unfold(organiser, 'Похожие работы').click()
    late.resolve()
    await alike
      .getByRole('button', { name: /^Сравнить/ })
      .first()
      .click()
    const pair = organiser.getByRole('dialog', { name: 'Две похожие работы' })
    await expect(pair.locator('mark').first()).toBeVisible()
    await expectSound(organiser, 'pair')
    await pair.getByRole('button', { name: 'Закрыть' }).last().click()
    await expect(organiser.getByText('Числа на 14:05. Считаем новые')).toBeVisible()
    moment = null
    await organiser.getByRole('button', { name: new RegExp(`^Опубликовать аннотацию: ${name}`) }).click()
    await expect(organiser.getByRole('button', { name: new RegExp(`^Снять с публикации: ${name}`) })).toBeVisible()
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto('/all_kinds/annotations')
    await expect(visitor.getByText(blocks.Аннотация)).toBeVisible()
    await expect(visitor.getByText(name)).toHaveCount(0)
    await phone.goto(proposal)
    await phone.getByLabel('Аннотацию можно опубликовать').click()
    await expect(phone.getByText(/Вы согласились/)).toHaveCount(0)
    await visitor.reload()
    await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(visitor.getByText(blocks.Аннотация)).toHaveCount(0)
  })
})

/** Opens this author's proposal from the list of works on the desk. */
async function openWork(page: Page, name: string) {
  await page.goto('/desk')
  await page
    .getByRole('link', { name: /Управленческое предложение/ })
    .first()
    .click()
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}
