import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { aPdf } from '#server/testing/a-pdf.ts'
import { personWho } from './cast.ts'
import { savedBy } from './download.ts'
import { logIn } from './people.ts'
import { expectSound } from './sound.ts'

const lesson = '/all_kinds/main/stages/public_lesson/lesson'
const outline =
  'Расскажу, как принимают решения на производстве, разберём вместе три настоящих случая и договоримся о правилах.'

const moscowToday = () => new Date().toLocaleDateString('ru-RU', { timeZone: 'Europe/Moscow' })

const step = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Путь урока' }).getByRole('listitem').filter({ hasText: title })

async function openWorkOf(checker: Page, stage: string, name: string) {
  await checker.goto('/desk')
  await checker.getByRole('link', { name: stage }).click()
  await checker.getByRole('searchbox', { name: 'Найти по имени, команде или номеру участника' }).fill(name)
  const found = checker.getByRole('tabpanel').getByRole('link')
  await expect(found).toHaveText([new RegExp(name)])
  await found.press('Enter')
  await expect(checker.getByRole('heading', { level: 1, name: new RegExp(name) })).toBeVisible()
}

/** Chooses a file and waits until the server has it. */
async function kept(page: Page, choose: () => Promise<void>) {
  const answered = page.waitForResponse((answer) => /\/user\/uploads\/\w+\/file$/.test(answer.url()) && answer.ok())
  await choose()
  await answered
}

async function accept(checker: Page) {
  await checker.getByRole('radio', { name: /Принять/ }).check()
  const answered = checker.waitForResponse((answer) => answer.url().endsWith('/check') && answer.ok())
  await checker.getByRole('button', { name: 'Принять и дальше' }).click()
  await answered
}

async function handInPlan(author: Page, school: string) {
  await author.goto(`${lesson}/lesson_plan`)
  await author.getByLabel('Урок в классе').check()
  await author.getByLabel(school).check()
  await author.getByText('Свободные дни').locator('..').getByRole('button').first().click()
  await author.getByLabel('Тема').fill('Решения, за которые отвечаешь')
  await author.getByLabel('Кто слушает').fill('10 класс, 25 человек')
  await author.getByRole('textbox', { name: 'План урока' }).fill(outline)
}

test('SK-17 a lesson is planned on a phone, approved at the desk, cancelled by the school, given more days, reported and accepted', async ({
  page: checker,
  browser,
}) => {
  const author = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage()
  await logIn(author, personWho('holds a lesson'))
  await author.goto('/profile')
  const name = (
    await author
      .getByText(/^\S+ \S+ \S+(вич|вна|чна)$/)
      .first()
      .innerText()
  ).trim()

  await test.step('one page says what comes', async () => {
    await author.goto(lesson)
    await expect(step(author, 'Проверка плана')).toContainText('координатор вашего региона')
    await expect(step(author, 'План').first()).toHaveAttribute('aria-current', 'step')
    await expectSound(author)
  })

  await test.step('a school of the list with a free day', async () => {
    await handInPlan(author, 'Политехнический колледж')
    await expect(author.getByLabel('Адрес')).toHaveCount(0)
    await expectSound(author)
    await author.getByRole('button', { name: 'Проверить и сдать' }).click()
    await author.getByRole('button', { name: 'Сдать план' }).click()
    await expect(author.getByText('План принят на проверку').first()).toBeVisible()
    await author.goto(lesson)
    await expect(step(author, 'Проверка плана')).toHaveAttribute('aria-current', 'step')
    await expect(step(author, 'Урок').first()).toContainText('Политехнический колледж')
  })

  await test.step('the coordinator of the region approves', async () => {
    await logIn(checker, 'assessor@demo.test')
    await openWorkOf(checker, 'Открытый урок. План урока', name)
    await expect(checker.getByText('Москва, Нижний Сусальный').first()).toBeVisible()
    await expectSound(checker)
    await accept(checker)
  })

  await test.step('the school cancels; the coordinator gives more days, and the plan is made anew', async () => {
    await author.reload()
    await expect(step(author, 'Отчёт').first()).toContainText('Открыт до')
    await author.getByRole('button', { name: 'Школа отменила урок' }).click()
    await author.getByLabel('Что случилось и кто сообщил').fill('Карантин, звонила завуч')
    await author.getByRole('button', { name: 'Отправить' }).click()
    await expect(author.getByText('Вы сообщили, что школа отменила урок')).toBeVisible()
    await checker.goto('/desk')
    const row = checker.getByRole('listitem').filter({ hasText: 'Карантин, звонила завуч' })
    await expect(row).toContainText(name)
    await row.getByRole('button', { name: 'Ответить' }).click()
    await expectSound(checker)
    await checker.getByRole('alertdialog').getByRole('button', { name: 'Ответить' }).click()
    await expect(row).toBeHidden()
    await author.reload()
    await expect(author.getByText(/Ваш срок продлён: до/)).toBeVisible()
    await expect(author.getByText(/Личный срок: до/)).toBeVisible()
    await expect(step(author, 'План').first()).toContainText('Вернули на доработку')
    await expectSound(author)
    await handInPlan(author, 'Школа № 2107')
    await author.getByRole('button', { name: 'Проверить и сдать' }).click()
    await author.getByRole('button', { name: 'Сдать план' }).click()
    await expect(author.getByText('План принят на проверку').first()).toBeVisible()
    await openWorkOf(checker, 'Открытый урок. План урока', name)
    await accept(checker)
  })

  await test.step('the pictures wait for the rules about children', async () => {
    await author.goto(`${lesson}/lesson_report`)
    await expect(author.getByText('Фотографии с урока')).toHaveCount(0)
    const rules = author.getByRole('checkbox')
    await expect(rules).toHaveCount(5)
    for (const rule of await rules.all()) await rule.check()
    await expect(author.getByText('Фотографии с урока').first()).toBeVisible()
    await expectSound(author)
    const field = { width: 900, height: 700, channels: 3 as const, background: '#888' }
    const noise = sharp({ create: { ...field, noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
    const photo = { name: 'урок.jpg', mimeType: 'image/jpeg', buffer: await noise.jpeg().toBuffer() }
    await kept(author, () => author.getByLabel('Фотографии с урока').setInputFiles(photo))
    const letter = { name: 'письмо.pdf', mimeType: 'application/pdf', buffer: aPdf() }
    await kept(author, () => author.getByLabel('Письмо из школы').setInputFiles(letter))
    await author.getByLabel('Когда прошёл').fill(moscowToday())
    await author.getByLabel('Тема').fill('Решения, за которые отвечаешь')
    await author.getByLabel('Сколько человек слушало').fill('25')
    await author.getByLabel(/Что получилось/).fill(outline)
    await author.getByRole('button', { name: 'Проверить и сдать' }).click()
    await author.getByRole('button', { name: 'Сдать отчёт' }).click()
    await expect(author.getByText('Отчёт принят на проверку').first()).toBeVisible()
  })

  await test.step('the report is accepted, and the certificate can be saved', async () => {
    await openWorkOf(checker, 'Открытый урок. Отчёт об уроке', name)
    await accept(checker)
    await author.goto(lesson)
    await expect(author.getByText('Урок принят. Спасибо!')).toBeVisible()
    await expectSound(author)
    const button = author.getByRole('button', { name: 'Скачать благодарность' })
    expect(await savedBy(author, () => button.click())).toBe('lesson-lesson.docx')
  })
})

test('KO-17 the organiser sees the map as a picture with a table, adds a school and limits a coordinator to regions', async ({
  page,
}) => {
  await logIn(page, 'admin@demo.test')
  await page.goto('/admin/all_kinds/stages/lesson')
  const table = page.getByRole('table', { name: 'Уроки по регионам' })
  await expect(page.getByRole('img', { name: /Карта уроков/ })).toBeVisible()
  await expect(table.getByRole('row', { name: /^Свердловская область/ })).toContainText('26')
  await expect(page.getByText('Похоже на один урок у нескольких участников')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Добавить школу' }).click()
  const added = page.getByRole('alertdialog')
  await added.getByLabel('Название').fill('Гимназия № 1')
  await added.getByLabel('Адрес').fill('Екатеринбург, пр. Ленина, 33')
  await added.getByLabel('Регион').fill('Свердл')
  await page.getByRole('option', { name: 'Свердловская область' }).click()
  await added.getByRole('textbox', { name: 'День' }).fill('20.12.2030')
  await added.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(page.getByText('Гимназия № 1')).toBeVisible()

  await page.goto('/admin/all_kinds/stages/lesson_plan#review')
  await page.getByRole('button', { name: /^Регионы: / }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText('Республика Татарстан')).toBeVisible()
  await expectSound(page)
})
