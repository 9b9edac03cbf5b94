import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { demoPeople } from '#demo/people.ts'
import { regionNames } from '#demo/regions.ts'
import { unfoldUnlessOpen } from './console-places.ts'
import { downloadBy } from './download.ts'
import { logIn } from './people.ts'
import { expectSound } from './sound.ts'

/** The invited person opens the letter in a browser of their own, creates an account and lands on the desk. */
async function comesByTheLetter(page: Page, browser: Browser, surname: string) {
  const letters = await page.request.get('/api/v3/dev/outbox?to=nobody-judges%40demo.test')
  const [letter] = (await letters.json()) as { text: string }[]
  const link = /\S+(\/staff-invitation#\S+)/.exec(letter?.text ?? '')?.[1] ?? ''
  const elsewhere = await browser.newPage({ viewport: { width: 360, height: 740 } })
  await elsewhere.goto(link)
  await expect(
    elsewhere.getByText('Вас приглашают оценивать работы конкурса «Лидеры страны. Пятый сезон»', { exact: false }),
  ).toBeVisible()
  await expectSound(elsewhere)
  await elsewhere.getByRole('button', { name: 'Принять приглашение' }).click()
  await expect(elsewhere.getByRole('textbox', { name: 'Фамилия' })).toBeFocused()
  await elsewhere.getByRole('textbox', { name: 'Фамилия' }).fill(surname)
  await elsewhere.getByRole('textbox', { name: 'Имя' }).fill('Вера')
  await elsewhere.getByLabel('Новый пароль', { exact: true }).fill('Kedr-Volna-4817-Zima')
  await elsewhere.getByLabel('Пароль ещё раз').fill('Kedr-Volna-4817-Zima')
  await elsewhere.getByRole('button', { name: 'Принять приглашение' }).click()
  await expect(elsewhere).toHaveURL(/\/desk$/)
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Рабочий стол' })).toBeVisible()
  return { judge: elsewhere, link }
}

/** The portal does not know where the new judge lives and asks before the first work. */
async function saysWhereFrom(judge: Page, lives: string) {
  const heading = judge.getByRole('heading', { name: 'Прежде чем оценивать' })
  await expect(heading).toBeVisible()
  await expectSound(judge, 'background')
  const region = judge.getByRole('searchbox', { name: /^Регион/ })
  const apply = judge.getByRole('button', { name: 'Применить' })
  await apply.press('Enter')
  await expect(region).toBeFocused()
  await region.fill(lives)
  await judge.getByRole('option', { name: lives }).first().click()
  await judge.getByRole('textbox', { name: 'Место работы' }).fill('Завод на мысе')
  await apply.press('Enter')
  await expect(judge.getByText('Спасибо. Теперь можно оценивать работы')).toBeVisible()
  await expect(heading).toHaveCount(0)
}

/** The author of the work that this button gives to another judge, with the author's region. */
async function authorOf(button: Locator) {
  const [, name = ''] = /^Передать другому: (.+), эксперт /.exec((await button.getAttribute('aria-label')) ?? '') ?? []
  const author = demoPeople(200).find((one) => `${one.lastName} ${one.firstName} ${one.middleName}` === name)
  if (!author) throw new Error(`${name} is not of the demo`)
  return { name, surname: author.lastName, region: regionNames[author.region] ?? '' }
}

test('an organiser sees the progress of judges and invites a person without an account, who comes by the letter, loses the work of a namesake from the same region, gets another and is removed; the organiser marks a conflict and downloads the works that lack judges', async ({
  page,
  browser,
}) => {
  test.slow()
  await logIn(page, 'admin@demo.test')
  await page.goto('/admin/ru_season_5/stages/essay')
  const judging = page.getByRole('region', { name: 'Оценивание', exact: true })
  const showPeople = () => unfoldUnlessOpen(page, 'Эксперты')
  await expect(judging.getByText(/^Идёт: эксперты ставят оценки\. \d+ работ.* решения, /)).toBeVisible()

  await showPeople()
  await unfoldUnlessOpen(page, 'Результаты')
  const judges = judging.getByRole('table').first()
  await expect(judges.getByRole('row').filter({ hasText: 'mentor02@demo.test' })).toContainText(/\d+\sиз\s\d+/)
  const results = judging.getByRole('table').nth(1)
  await expect(results.getByRole('row').nth(1)).toContainText(/ID\s\d+.*\d+\sиз\s\d+/s)
  await expect(judging.getByText(/^Решения объявляют после того, как оценивание завершено/)).toBeVisible()
  await expect(results.getByRole('checkbox')).toHaveCount(0)

  await judging.getByText('Кто что читает').click()
  const readings = judging.getByRole('table').filter({ has: page.getByRole('columnheader', { name: 'Работа' }) })
  await expect(readings.getByRole('row').nth(1)).toContainText(/ID\s\d+/)
  await judging.getByRole('button', { name: /Состояние/ }).press('Enter')
  await page.getByRole('option', { name: 'Оценена' }).click()
  await expect(readings.getByText('Не начата')).toHaveCount(0)
  await expect(readings.getByRole('row').nth(1)).toContainText(/Оценена.*\sиз\s\d/s)
  await readings
    .getByRole('button', { name: /^Передать другому: / })
    .first()
    .press('Enter')
  const moving = page.getByRole('alertdialog', { name: 'Передать работу другому эксперту' })
  await expect(moving.getByText('Оценки уже сданы', { exact: false })).toBeVisible()
  await moving.getByRole('button', { name: 'Передать работу' }).press('Enter')
  await expect(moving.getByText('Выберите эксперта').last()).toBeVisible()
  await expect(moving.getByText('Напишите причину')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(moving).toHaveCount(0)

  const invited = judging.getByRole('textbox', { name: 'Кого позвать' })
  await invited.fill('nobody-judges@demo.test; Тула; Завод')
  await judging.getByRole('button', { name: 'Позвать экспертов' }).press('Enter')
  await expect(judging.getByText('1 человеку без учётной записи ушло письмо')).toBeVisible()
  await expect(judging.getByRole('alert')).toContainText('Таких регионов в справочнике нет: Тула')
  await expect(invited).toHaveValue('')

  await judging.getByText('Критерии и порядок').click()
  await expectSound(page)
  // Changes a setting that is no criterion: otherwise judges with an open work would have to load the new version.
  const most = judging.getByRole('textbox', { name: 'Не больше работ на эксперта' })
  await most.fill('0')
  await judging.getByRole('button', { name: 'Применить' }).press('Enter')
  await expect(most).toBeFocused()
  await expect(most).toHaveAttribute('aria-invalid', 'true')
  await most.fill('61')
  await judging.getByRole('button', { name: 'Применить' }).press('Enter')
  await expect(judging.getByText(/Сохранено в \d\d:\d\d:\d\d/)).toBeVisible()

  // Checked at once: acts of other stories in this season would push it down.
  await page.goto('/admin/ru_season_5')
  const act = page.getByRole('listitem').filter({ hasText: 'оценивание настроено' })
  await expect(act.filter({ hasText: 'Эссе «Решение, которое я принял»' }).first()).toBeVisible()
  await page.goto('/admin/ru_season_5/stages/essay')
  await showPeople()
  await judging.getByText('Критерии и порядок').click()
  await expect(most).toHaveValue('61')
  const who =
    (await judges
      .getByRole('row')
      .filter({ hasText: 'mentor02@demo.test' })
      .getByRole('button', { name: /^Отметить конфликт: / })
      .getAttribute('aria-label')) ?? ''
  const reader = who.replace('Отметить конфликт: ', '')
  const listMarked = async () => {
    await judging.getByText('Кто что читает').click()
    await judging.getByRole('button', { name: /Состояние/ }).press('Enter')
    await page.getByRole('option', { name: 'Оценена' }).click()
    await expect(readings.getByText('Не начата')).toHaveCount(0)
  }
  // The fourth and later works: judging.spec.ts marks the first two at the same time, and expects this judge's marks of
  // them.
  const marked = readings.getByRole('button', { name: `, эксперт ${reader}` })
  const fourth = marked.nth(3)
  await listMarked()
  const author = await authorOf(fourth)
  const authorId = /ID\s(\d+)/.exec(
    await readings.getByRole('row').filter({ hasText: author.name }).first().innerText(),
  )?.[1]
  const { judge, link } = await comesByTheLetter(page, browser, author.surname)
  const newcomer = `${author.surname} Вера`
  const giveToNewcomer = async (work: Locator) => {
    await work.press('Enter')
    await moving.getByRole('button', { name: /Кто прочитает/ }).click()
    await page.getByRole('option', { name: newcomer }).click()
    await moving.getByLabel('Причина').fill('Заболел')
    await moving.getByRole('button', { name: 'Передать работу' }).press('Enter')
    await expect(page.getByText(`Работу прочитает ${newcomer}. Прежние оценки больше не учитываются`)).toBeVisible()
  }
  const newJudge = judges.getByRole('row').filter({ hasText: 'nobody-judges@demo.test' })

  await test.step('the newcomer is given the work of a namesake, says that he is from the same region, and it goes to another', async () => {
    await page.reload()
    await showPeople()
    await expect(newJudge).toContainText('Не указано')
    await listMarked()
    await giveToNewcomer(fourth)
    await judge.reload()
    await judge.getByRole('link', { name: /^Оценивать: Эссе/ }).press('Enter')
    await expect(judge.getByRole('heading', { level: 1, name: 'Сначала два вопроса' })).toBeVisible()
    await saysWhereFrom(judge, author.region)
    await expect(judge.getByRole('heading', { level: 1, name: 'Эту работу прочитает другой эксперт' })).toBeVisible()
    await expectSound(judge, 'lost')
    await judge.getByRole('link', { name: 'Рабочий стол' }).first().press('Enter')
    await expect(judge.getByRole('heading', { level: 1, name: 'Рабочий стол' })).toBeVisible()
  })

  await test.step('the organiser says that the one who marked it before must not, and takes home which works lack judges', async () => {
    await page.reload()
    await showPeople()
    await expect(newJudge).not.toContainText('Не указано')
    await judging.getByRole('button', { name: `Отметить конфликт: ${reader}` }).press('Enter')
    const conflict = page.getByRole('alertdialog', { name: 'Конфликт интересов' })
    await conflict.getByRole('button', { name: 'Отметить конфликт' }).press('Enter')
    await expect(conflict.getByText('Напишите ID участника цифрами')).toBeVisible()
    await conflict.getByLabel('ID участника').fill(authorId ?? '')
    await conflict.getByLabel('Причина').fill('Учились вместе')
    await expectSound(page, 'conflict')
    await conflict.getByRole('button', { name: 'Отметить конфликт' }).press('Enter')
    await expect(page.getByText(`Отмечено: ${reader} не оценивает участника с ID ${authorId}`)).toBeVisible()
    await listMarked()
    await expect(judging.getByRole('listitem').filter({ hasText: 'Учились вместе' })).toContainText(
      `${reader} не оценивает участника ${author.name} (ID ${authorId})`,
    )
    await judging.getByRole('button', { name: 'Распределить работы' }).press('Enter')
    const lacking = judging.getByRole('list', { name: 'Работы, которым не хватает экспертов' })
    await expect(lacking.getByRole('listitem').filter({ hasText: author.name })).toContainText(
      /не хватает 1 эксперта.*остальным экспертам её нельзя/s,
    )
    await expectSound(page, 'gaps')
    const table = await downloadBy(page, () => judging.getByRole('button', { name: 'Скачать список' }).press('Enter'))
    expect(table.suggestedFilename()).toMatch(/\.csv$/)
    const text = await readFile(await table.path(), 'utf8')
    expect(text).toMatch(new RegExp(`"${authorId}";"1";"остальным экспертам её нельзя"`))
    expect(text).not.toContain(author.surname)
  })

  // The new judge gets another work and begins it, is then removed, and keeps the text in the fields.
  await giveToNewcomer(marked.last())
  await judge.reload()
  await judge.getByRole('link', { name: /^Оценивать: Эссе/ }).press('Enter')
  await expect(judge.getByText('автор скрыт')).toBeVisible()
  await judge.getByLabel('Участник прочитает').fill('Цифр пока нет.')
  await expect(judge.getByText(/Сохранено/)).toBeVisible()
  await newJudge.getByRole('button', { name: /^Снять: / }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Снять' }).press('Enter')
  await expect(newJudge).toHaveCount(0)
  await judge.getByLabel('Участник прочитает').fill('Цифр пока нет. Добавьте их.')
  await expect(judge.getByText(/Эту работу вы больше не оцениваете/).first()).toBeVisible()
  await expect(judge.getByLabel('Участник прочитает')).toHaveValue('Цифр пока нет. Добавьте их.')
  await expectSound(judge, 'taken')
  await judging.getByRole('button', { name: /Состояние/ }).press('Enter')
  await page.getByRole('option', { name: 'Передана другому' }).click()
  const taken = readings.getByRole('row').filter({ hasText: newcomer })
  await expect(taken).toContainText(/снят с этапа.*Причина: Эксперт снят с этапа.*Участнику: Цифр пока нет\./s)
  await judge.goto(link)
  await judge.reload()
  await expect(judge.getByText('Ссылка устарела или уже использована', { exact: false })).toBeVisible()
  await judge.close()
})
