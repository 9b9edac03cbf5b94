import { expect, type Page, test } from '@playwright/test'
import { countedActs } from './acts.ts'
import { personWho } from './cast.ts'
import { dutyOf } from './console-places.ts'
import { demoPassword, logIn } from './people.ts'
import { expectSound } from './sound.ts'

const season = (page: Page) => dutyOf(page, 'Все виды этапов')

/** Goes from the console's first page to a stage of «Все виды этапов», in two acts. */
async function openStage(page: Page, acts: ReturnType<typeof countedActs>, title: string) {
  await acts.click(season(page).getByRole('heading').getByRole('link'))
  await acts.click(page.getByRole('main').getByRole('link', { name: title, exact: true }).first())
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test.beforeEach(async ({ page }) => {
  await logIn(page, 'admin@demo.test')
  await page.goto('/admin')
})

test('OT-16 the minutes of an outage go to the people it affected: the portal finds its time and the people', async ({
  page,
}) => {
  const acts = countedActs()
  await openStage(page, acts, 'Тест')
  await acts.click(page.getByRole('button', { name: 'Был сбой' }))
  const dialog = page.getByRole('dialog', { name: 'Был сбой' })
  await expect(dialog.getByText(/^Связь прерывалась у \d+ участник/)).toBeVisible()
  await expect(dialog.getByLabel('Сколько минут добавить')).not.toHaveValue('')
  await expectSound(page)
  await acts.type(dialog.getByLabel('Причина'), 'Сбой у провайдера')
  await acts.click(dialog.getByRole('button', { name: 'Добавить минуты' }))
  await expect(dialog.getByText(/^Минуты получил/)).toBeVisible()
  expect(acts.count).toBeLessThanOrEqual(6)
})

test('OT-17 a form is returned with two remarks, and its author reads both at their questions', async ({
  page,
  browser,
}) => {
  const author = await (await browser.newContext()).newPage()
  await logIn(author, personWho('has two remarks'))
  await author.goto('/profile')
  const name = (
    await author
      .getByText(/^\S+ \S+ \S+(вич|вна|чна)$/)
      .first()
      .innerText()
  ).trim()

  const acts = countedActs()
  await acts.click(season(page).getByRole('link', { name: /Ждут проверки/ }))
  const queue = page.getByRole('list', { name: 'Очереди' })
  await acts.click(queue.getByRole('link', { name: 'Анкета', exact: true }))
  await acts.click(page.getByRole('tabpanel').getByRole('link', { name, exact: true }))
  const remarks = page.getByRole('button', { name: /^Замечание: / })
  const words = ['Напишите о себе, а не о других', 'Назовите число']
  for (const text of words) {
    await acts.click(remarks.first())
    await acts.type(page.getByRole('textbox', { name: /^Замечание: / }).last(), text)
  }
  await acts.click(page.getByRole('button', { name: 'Вернуть и дальше' }))
  await expect(page.getByRole('heading', { level: 1, name })).toBeHidden()
  expect(acts.count).toBeLessThanOrEqual(8)

  await author.goto('/all_kinds/main/stages/form/form')
  for (const text of words) await expect(author.getByText(text).first()).toBeVisible()
  await author.context().close()
})

test('OT-18 forty applications are checked in a row by keyboard, each with two keys', async ({ page }) => {
  test.slow()
  await season(page)
    .getByRole('link', { name: /Ждут проверки/ })
    .press('Enter')
  const queue = page.getByRole('list', { name: 'Очереди' })
  await queue.getByRole('button', { name: /: Регистрация$/ }).press('Enter')
  await expect(page).toHaveURL(/\/admin\/all_kinds\/checks\/works\/\d+$/)
  const left = page.getByText(/^Осталось: \d+$/)
  const before = Number((await left.innerText()).replace(/\D/g, ''))
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  for (let checked = 0; checked < 40; checked++) {
    const address = page.url()
    const accept = page.getByRole('radio', { name: /^Принять/ })
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(accept).not.toBeChecked()
    await press('F2')
    await expect(accept).toBeFocused()
    await press('Enter')
    await expect(page).not.toHaveURL(address)
    expect(keys).toBeLessThanOrEqual(3 * (checked + 1))
  }
  await expect(left).toHaveText(`Осталось: ${before - 40}`)
})

test('OT-23 a letter to support is answered and the answer becomes an article', async ({ page, request }) => {
  const login = await request.post('/api/v3/auth/login', {
    data: { username: personWho('asks what others ask too'), password: demoPassword },
  })
  const { access_token } = (await login.json()) as { access_token: string }
  const sent = await request.post('/api/v3/feedback_form', {
    headers: { 'X-Token': access_token },
    data: { competition_code: 'all_kinds', text: 'Можно ли сдать эссе с телефона?' },
  })
  expect(sent.status()).toBe(201)

  const acts = countedActs()
  await page.reload()
  await acts.click(season(page).getByRole('link', { name: /Ждут ответа/ }))
  const letter = page.getByRole('article').filter({ hasText: 'Можно ли сдать эссе с телефона?' })
  await acts.click(letter.getByRole('button', { name: 'Ответить' }))
  await acts.type(letter.getByLabel('Ответ'), 'Да, с телефона можно сдать всё.\n\nЧерновик сохраняется сам.')
  await acts.click(letter.getByRole('button', { name: 'Отправить и написать статью' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Новая статья' })).toBeVisible()
  await expect(page.getByText(/^Здесь ваш ответ на обращение №\s\d+/)).toBeVisible()
  await expectSound(page)
  await acts.type(page.getByLabel('Название'), 'Сдать эссе с телефона')
  await acts.click(page.getByRole('button', { name: 'Сохранить', exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: 'Сдать эссе с телефона' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Черновик сохраняется сам.')).toBeVisible()
  expect(acts.count).toBeLessThanOrEqual(8)
})

test('OT-24 twenty assessors come from a table and the works are shared among them without conflicts', async ({
  page,
}) => {
  const regions = ['Москва', 'Приморский край', 'Калининградская область', 'Новосибирская область']
  const table = Array.from(
    { length: 20 },
    (_none, at) => `expert${String(at + 1).padStart(2, '0')}@demo.test\t${regions[at % 4]}\tЗавод ${at}`,
  ).join('\n')
  const acts = countedActs()
  await openStage(page, acts, 'Мотивационное письмо')
  const judging = page.getByRole('region', { name: 'Оценивание', exact: true })
  await acts.type(judging.getByRole('textbox', { name: 'Кого позвать' }), table)
  await acts.click(judging.getByRole('button', { name: 'Позвать экспертов' }))
  const judges = judging.getByRole('table').first().getByRole('row')
  await expect(judges).toHaveCount(21)
  await acts.click(judging.getByRole('button', { name: 'Распределить работы' }))
  await expect(judging.getByText('Экспертов хватает всем работам', { exact: false })).toBeVisible()
  await acts.click(judging.getByRole('button', { name: 'Открыть работы экспертам' }))
  await expect(judging.getByText(/^Идёт: эксперты ставят оценки\..*все чтения поручены/)).toBeVisible()
  // Three readers for each of 26 works.
  await expect(async () => {
    const shares = (await judges.allInnerTexts()).slice(1).map((row) => Number(/0\sиз\s(\d+)/.exec(row)?.[1]))
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(3 * 26)
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(6)
  }).toPass()
  expect(acts.count).toBeLessThanOrEqual(14)
})

test('OT-25 an organiser sees which judges are late or mark too high, and assigns a third reader when two disagree', async ({
  page,
}) => {
  const acts = countedActs()
  await openStage(page, acts, 'Письмо о своей ошибке')
  const judging = page.getByRole('region', { name: 'Оценивание', exact: true })
  await expect(judging.getByText('Срок прошёл, не оценено: 2')).toBeVisible()
  await expect(judging.getByText(/^Выше других экспертов на \d+/)).toBeVisible()
  const further = judging.getByRole('button', { name: /^Ещё эксперт: / })
  await expect(further).toHaveCount(4)
  await expectSound(page)
  await acts.click(further.first())
  await expect(judging.getByText('Читает ещё один эксперт')).toHaveCount(1)
  await expect(further).toHaveCount(3)
  expect(acts.count).toBeLessThanOrEqual(8)
})
