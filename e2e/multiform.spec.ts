import { expect, type Page, test } from '@playwright/test'
import { personWho } from './cast.ts'
import { logIn } from './people.ts'
import { expectSound } from './sound.ts'

const portfolio = '/ru_season_5/business/stages/multiform/portfolio'

const part = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

/** Opens a part, fills in its fields and returns to the list when the server has the answers. */
async function fill(page: Page, title: string, answers: Record<string, string>) {
  await page.getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  for (const [label, words] of Object.entries(answers)) {
    const answered = page.waitForResponse(
      (answer) =>
        answer.request().method() === 'PUT' && answer.ok() && answer.request().postData()?.includes(words) === true,
    )
    await page.getByLabel(label).fill(words)
    await answered
  }
  await page.getByRole('link', { name: 'Все части' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Портфолио руководителя' })).toBeVisible()
}

async function sendAll(page: Page) {
  await page.getByRole('button', { name: 'Отправить всё' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Отправить', exact: true }).click()
}

async function nameOf(page: Page): Promise<string> {
  await page.goto('/profile')
  const name = page.getByText(/^\S+ \S+ \S+(вич|вна|чна)$/).first()
  return (await name.innerText()).trim()
}

test('SK-04 KP-04 on a phone parts are filled in any order, «Отправить всё» lists the gaps, and a part that a checker returns opens alone', async ({
  page: checker,
  browser,
}) => {
  const author = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage()
  await logIn(author, personWho('hands parts in'))
  const name = await nameOf(author)
  const main = author.getByRole('main')
  const bar = author.getByRole('progressbar', { name: 'Сдано частей' })

  await test.step('sees every part with its state and its deadline, and which one is optional', async () => {
    await author.goto(portfolio)
    await expect(bar).toHaveAttribute('aria-valuetext', /^0\sиз\s3$/)
    await expect(main.getByText('Части можно заполнять в любом порядке')).toBeVisible()
    for (const title of ['Кем вы руководите', 'Проект, которым вы гордитесь', 'Ошибка и урок', 'Рекомендация'])
      await expect(part(author, title)).toContainText(/Не начата/)
    await expect(part(author, 'Рекомендация')).toContainText('По желанию')
    const ends = await Promise.all(
      ['Проект, которым', 'Ошибка и урок'].map((title) =>
        part(author, title)
          .getByText(/^До \d/)
          .innerText(),
      ),
    )
    expect(ends[0]).not.toBe(ends[1])
    await expectSound(author)
  })

  await test.step('reads what is missing, and nothing is sent', async () => {
    await fill(author, 'Ошибка и урок', { 'Что пошло не так': 'Сменили подрядчика в разгар сезона' })
    await expect(part(author, 'Ошибка и урок')).toContainText('Начата, не сдана')
    await sendAll(author)
    const gaps = main.getByRole('alert')
    await expect(gaps).toContainText('не все обязательные части готовы')
    await expect(gaps.getByRole('listitem')).toHaveText([
      'Кем вы руководите: ещё не заполнена',
      'Проект, которым вы гордитесь: ещё не заполнена',
      'Ошибка и урок: заполните или исправьте 1 поле: «Что вы делаете теперь иначе»',
    ])
    await expectSound(author)
    await gaps.getByRole('link', { name: 'Кем вы руководите' }).click()
    await expect(author).toHaveURL(`${portfolio}/portfolio_role`)
    await expectSound(author)
  })

  await test.step('sends everything at once and gets a receipt for each part', async () => {
    await author.goto(portfolio)
    await fill(author, 'Ошибка и урок', { 'Что вы делаете теперь иначе': 'Готовим двоих заранее' })
    await fill(author, 'Кем вы руководите', {
      'Ваша должность': 'Главный инженер',
      'Сколько человек в команде': '24',
      'За что вы отвечаете': 'За ремонт',
    })
    await fill(author, 'Проект, которым вы гордитесь', {
      'Название проекта': 'Цех без остановок',
      'Чего удалось добиться': 'Простои сократились',
    })
    await sendAll(author)
    const sent = main.getByRole('status').filter({ hasText: 'Принято: 3 части' })
    await expect(sent.getByRole('listitem')).toHaveText([/квитанция \d{4}-\d+/, /квитанция/, /квитанция/])
    await expect(bar).toHaveAttribute('aria-valuetext', /^3\sиз\s3$/)
    await expect(main.getByText('Сдана, ждёт решения')).toHaveCount(3)
  })

  await test.step('a checker returns one part with a remark', async () => {
    await logIn(checker, 'assessor@demo.test')
    await checker.goto('/desk')
    await checker.getByRole('link', { name: 'Портфолио руководителя. Кем вы руководите', exact: true }).click()
    await checker.getByRole('searchbox', { name: /^Найти по имени/ }).fill(name)
    const found = checker.getByRole('tabpanel').getByRole('link')
    await expect(found).toHaveText([new RegExp(name)])
    await found.press('Enter')
    await checker.getByRole('button', { name: 'Замечание: За что вы отвечаете' }).click()
    await checker.getByRole('textbox', { name: 'Замечание: За что вы отвечаете' }).fill('Напишите и о людях')
    await checker.getByRole('button', { name: 'Вернуть и дальше' }).click()
    await expect(checker.getByRole('heading', { level: 1, name: new RegExp(name) })).toBeHidden()
  })

  await test.step('only that part is open again; it comes back mended', async () => {
    await author.goto(portfolio)
    await expect(bar).toHaveAttribute('aria-valuetext', /^2\sиз\s3$/)
    await expect(part(author, 'Кем вы руководите')).toContainText('Вернули: исправьте')
    await expect(main.getByText('Сдана, ждёт решения')).toHaveCount(2)
    // The address of the part as a form leads to its page.
    await author.goto('/ru_season_5/business/stages/form/portfolio_role')
    await expect(author).toHaveURL(`${portfolio}/portfolio_role`)
    await expect(author.getByText('Напишите и о людях').first()).toBeVisible()
    await author.getByLabel('За что вы отвечаете').fill('За ремонт и за людей, которые его делают')
    await author.getByRole('button', { name: 'Проверить и сдать' }).click()
    await author.getByRole('button', { name: 'Сдать анкету' }).click()
    await expect(author.getByText('Номер квитанции')).toBeVisible()
    await author.getByRole('link', { name: 'Все части' }).click()
    await expect(bar).toHaveAttribute('aria-valuetext', /^3\sиз\s3$/)
  })

  await test.step('an organiser adds a part and must say what becomes of those who have finished: here they keep what they have', async () => {
    await logIn(checker, 'admin@demo.test')
    await checker.goto('/admin/ru_season_5/stages/portfolio#people')
    await checker.getByRole('button', { name: 'Добавить часть' }).click()
    const dialog = checker.getByRole('alertdialog')
    await dialog.getByLabel('Название').fill('Планы на год')
    await dialog.getByLabel('Вопрос', { exact: true }).fill('Что вы измените первым')
    await dialog.getByRole('button', { name: /Как отвечают/ }).click()
    await checker.getByRole('option', { name: 'Несколько строк' }).click()
    await dialog.getByRole('button', { name: 'Добавить', exact: true }).last().click()
    await expect(dialog.getByText('Обязательное поле')).toBeVisible()
    await expect(dialog.getByRole('radio', { name: /^Новую часть не заполняет/ })).toBeFocused()
    await expectSound(checker)
    await dialog.getByRole('radio', { name: /^Новую часть не заполняет/ }).check()
    await dialog.getByRole('button', { name: 'Добавить', exact: true }).last().click()
    await expect(dialog).toBeHidden()
    await expect(checker.getByRole('main').getByRole('link', { name: 'Планы на год' }).last()).toBeVisible()
    await author.reload()
    await expect(bar).toHaveAttribute('aria-valuetext', /^3\sиз\s3$/)
    await expect(main.getByRole('listitem').filter({ hasText: 'Планы на год' })).toHaveCount(0)
  })
  await author.context().close()
})

test('KO-04 an organiser sees how people stand at each part and returns one part of a person', async ({
  page: organiser,
  browser,
}) => {
  const author = await (await browser.newContext()).newPage()
  await logIn(author, personWho('has one of the parts returned'))
  const name = await nameOf(author)
  await logIn(organiser, 'admin@demo.test')
  await organiser.goto('/admin/ru_season_5/stages/portfolio#people')

  await test.step('finds the person among the rows and returns one part', async () => {
    const table = organiser.getByRole('table')
    await organiser.getByRole('searchbox', { name: /^Найти по имени/ }).fill(name)
    const row = table.getByRole('row').filter({ hasText: name })
    await expect(table.getByRole('row')).toHaveCount(2)
    await expect(row.getByRole('cell')).toContainText(['сдана', 'сдана', 'сдана', 'не начата'])
    await row.getByRole('checkbox').check()
    await organiser.getByRole('button', { name: 'Вернуть часть у выбранных: 1' }).click()
    const dialog = organiser.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'Вернуть', exact: true }).click()
    await expect(dialog.getByText('Напишите, что исправить')).toBeVisible()
    await dialog.getByRole('button', { name: /Часть/ }).click()
    await organiser.getByRole('option', { name: 'Ошибка и урок' }).click()
    await dialog.getByLabel('Что исправить').fill('В вопросе была опечатка, ответьте ещё раз')
    await expectSound(organiser)
    await dialog.getByRole('button', { name: 'Вернуть', exact: true }).click()
    const done = organiser.getByRole('dialog')
    await expect(done.getByText('Возвращено: 1 работа')).toBeVisible()
    await done.getByRole('button', { name: 'Закрыть' }).last().click()
    await expect(row.getByRole('cell')).toContainText(['сдана', 'сдана', 'возвращена', 'не начата'])
  })

  await test.step('the person finds that part open again, and the others locked', async () => {
    await author.goto('/ru_season_5/state/stages/multiform/portfolio')
    await expect(part(author, 'Ошибка и урок')).toContainText('Вернули: исправьте')
    await expect(part(author, 'Кем вы руководите')).toContainText('Сдана, ждёт решения')
  })
  await author.context().close()
})
