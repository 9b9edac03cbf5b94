import { expect, test } from '@playwright/test'
import { countedActs } from './acts.ts'
import { personWho } from './cast.ts'
import { dutyOf } from './console-places.ts'
import { enter, logIn } from './people.ts'
import { expectSound } from './sound.ts'

test('OT-19 OT-20 OT-30 an organiser reads the funnel, opens the people behind a number, reminds them, and exports the finalists for visas', async ({
  page,
}) => {
  const acts = countedActs()
  await logIn(page, 'admin@demo.test')
  await page.goto('/admin')

  // OT-20, three acts: the funnel, and the people behind one of its numbers.
  await acts.click(dutyOf(page, 'Все виды этапов').getByRole('link', { name: 'Отчёты' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Отчёты' })).toBeVisible()
  await expectSound(page)
  // A stage at which no other test begins or hands in while these numbers are compared.
  const stage = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3, name: 'Выбор наставника после финала', exact: true }) })
  const number = stage.getByRole('link', { name: /^Начали и не сдали: \d+$/ })
  const behind = Number(/\d+$/.exec((await number.textContent()) ?? '')?.[0])
  expect(behind).toBeGreaterThan(0)
  await acts.click(number)
  await expect(page.getByRole('status').filter({ hasText: `Найдено: ${behind} ` })).toBeVisible()
  expect(acts.count).toBeLessThanOrEqual(3)

  // OT-19, eight acts: the organiser reminds them after a preview of the message.
  await acts.click(page.getByRole('link', { name: 'Написать им' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Сообщения' })).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Посмотреть и отправить' }).click()
  await expect(page.getByText('Напишите тему')).toBeVisible()
  await acts.type(page.getByLabel('Тема'), 'Наставник ещё не выбран')
  await acts.type(page.getByLabel('Текст'), '{имя}, вы начали выбирать наставника и не сдали выбор.')
  await acts.click(page.getByRole('button', { name: 'Посмотреть и отправить' }))
  const dialog = page.getByRole('alertdialog', { name: 'Проверьте сообщение' })
  await expect(dialog.getByText(new RegExp(`^Получит ${behind} `))).toBeVisible()
  await expect(
    dialog.getByText(/^[А-ЯЁ][а-яё]+, вы начали выбирать наставника и не сдали выбор\.$/).first(),
  ).toBeVisible()
  await expectSound(page)
  await acts.click(dialog.getByRole('button', { name: 'Отправить' }))
  await expect(dialog).toBeHidden()
  expect(acts.count).toBeLessThanOrEqual(8)
  const sent = page.getByRole('listitem').filter({ hasText: 'Наставник ещё не выбран' })
  await expect(sent.getByText(/Начали и не сдали|начали и не сдали/)).toBeVisible()

  // OT-30, five acts: the table of finalists appears by itself when it is ready, and the download is recorded.
  acts.done()
  await page.goto('/admin')
  await acts.click(dutyOf(page, 'Молодые управленцы').getByRole('link', { name: 'Выгрузки' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Выгрузки' })).toBeVisible()
  await acts.pick(page.getByRole('button', { name: /Кого выгрузить/ }), 'Финалисты')
  await acts.click(page.getByText('Для виз и билетов'))
  await acts.type(page.getByLabel('Зачем нужны номера документов'), 'Визы для поездки финалистов')
  await expectSound(page)
  const download = page.waitForEvent('download')
  await acts.click(page.getByRole('button', { name: 'Подготовить файл' }))
  expect((await download).suggestedFilename()).toMatch(/^young_managers-\d+\.xlsx$/)
  expect(acts.count).toBeLessThanOrEqual(5)
  await expect(page.getByRole('status').filter({ hasText: 'Файл готов' })).toBeVisible()
  const made = page.getByRole('listitem').filter({ hasText: 'Визы для поездки финалистов' }).first()
  await expect(made.getByText('Финалисты', { exact: true })).toBeVisible()
  await expect(made.getByText(/^Скачали: /)).toBeVisible()

  // Exports the works of a stage for a jury that reads on paper.
  await page.goto('/admin/all_kinds/exports')
  const works = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Работы для жюри' }) })
  await expect(
    works.getByText('имён и контактов авторов в документах нет').or(works.getByText('Имена авторов')),
  ).toBeVisible()
  await expectSound(page)
  const archive = page.waitForEvent('download')
  await works.getByRole('button', { name: 'Подготовить архив' }).press('Enter')
  expect((await archive).suggestedFilename()).toMatch(/^all_kinds-\d+\.zip$/)
})

test('the number of works that have waited for days opens the list of their people', async ({ page }) => {
  await logIn(page, 'admin@demo.test')
  await page.goto('/admin/all_kinds/reports/motivation')
  const ages = page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Сколько ждут решения' }) })
  const number = ages.getByRole('link').last()
  const [works] = /^\d+/.exec((await number.textContent()) ?? '') ?? []
  expect(Number(works)).toBeGreaterThan(0)
  await number.click()
  await expect(page.getByRole('status').filter({ hasText: `Найдено: ${works} ` })).toBeVisible()
  await expect(page).toHaveURL(/stage=motivation&step=handed_in&waits=/)
  await expect(page.getByRole('button', { name: /Сколько ждут решения/ })).not.toContainText('Все')
  // Other steps have no waiting age.
  await page.getByRole('button', { name: /Как продвинулись на этапе/ }).click()
  await page.getByRole('option', { name: 'Прошли', exact: true }).click()
  await expect(page).toHaveURL(/step=passed/)
  await expect(page).not.toHaveURL(/waits=/)
  await expect(page.getByRole('button', { name: /Сколько ждут решения/ })).toHaveCount(0)
})

test('a number of the report changes by itself when a person begins; without a connection the page shows it and continues later', async ({
  page,
  browser,
}) => {
  await logIn(page, 'admin@demo.test')
  await page.goto('/admin/ru_season_5/reports')
  await expect(page.getByText('Обновляется само')).toBeVisible()
  const form = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'Анкета участника', exact: true }) })
  // The report of one stage: its numbers lead to the people of a track, and back to its settings.
  await form.getByRole('link', { name: 'Анкета участника', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Анкета участника' })).toBeVisible()
  await expect(page.getByText(/участник\S* · идёт до \d+ \S+ в \d\d:\d\d, осталось /)).toBeVisible()
  await expect(page.getByText('Обновляется само')).toBeVisible()
  await expectSound(page)
  const failed = page.getByRole('link', { name: /^Бизнес и промышленность, Не прошли: \d+$/ })
  const behind = Number(await failed.innerText())
  await failed.click()
  await expect(page.getByRole('status').filter({ hasText: `Найдено: ${behind} ` })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Настройки этапа' }).click()
  await page.getByRole('link', { name: 'Отчёт об этапе' }).click()
  await expect(page.getByRole('heading', { name: 'Сколько ждут решения' })).toBeVisible()
  await page.goto('/admin/ru_season_5/reports')
  await expect(page.getByText('Обновляется само')).toBeVisible()
  const begun = form.getByText(/^Начали и не сдали: \d+$/)
  const before = Number(/\d+$/.exec((await begun.textContent()) ?? '')?.[0])

  const other = await browser.newContext()
  const writer = await other.newPage()
  await enter(writer, personWho('is counted in a report'))
  await writer.goto('/ru_season_5/state/stages/form/questionnaire')
  await writer.getByRole('link', { name: 'Перейти к этапу' }).click()
  await writer.getByLabel('Расскажите о себе').fill('Строю мосты')
  await expect(writer.getByText(/Сохранено в \d\d:\d\d:\d\d/).first()).toBeVisible()
  await other.close()
  // Other tests begin and hand in too, so the test only checks that the number changes without a reload.
  await expect(begun).not.toHaveText(`Начали и не сдали: ${before}`)

  await page.route('**/report/live*', (route) => route.abort())
  await page.getByRole('button', { name: /Регион/ }).click()
  await page.getByRole('option', { name: 'Москва', exact: true }).click()
  await expect(page.getByText('Связь прервалась. Обновим числа, как только она вернётся')).toBeVisible()
  await expectSound(page)
  await page.unroute('**/report/live*')
  await expect(page.getByText('Обновляется само')).toBeVisible()
})
