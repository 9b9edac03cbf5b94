import { type Browser, expect, type Page, test } from '@playwright/test'
import { countedActs } from './acts.ts'
import { personWho } from './cast.ts'
import { dutyOf, unfold, unfoldUnlessOpen } from './console-places.ts'
import { logIn } from './people.ts'
import { expectSound } from './sound.ts'

const essay = 'Мы остались без поставщика, и я сам решил, кому мы поставим первыми, а кому откажем. '.repeat(4).trim()

const aPhone = async (browser: Browser) =>
  (await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })).newPage()

async function nameOf(page: Page): Promise<string> {
  await page.goto('/profile')
  const name = page.getByText(/^\S+ \S+ \S+(вич|вна|чна)$/).first()
  return (await name.innerText()).trim()
}

/** Opens the work of a person at the stage of «Все виды этапов», by the name in the list. */
async function openWork(page: Page, stage: string, name: string) {
  await page.goto('/desk')
  const queue = page.getByRole('listitem').filter({ hasText: 'Все виды этапов' })
  await queue.getByRole('link', { name: stage, exact: true }).last().press('Enter')
  await page.getByRole('searchbox', { name: 'Найти по имени, команде или номеру участника' }).fill(name)
  const found = page.getByRole('tabpanel').getByRole('link')
  await expect(found).toHaveText([new RegExp(name)])
  await found.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(name) })).toBeFocused()
}

async function handIn(page: Page, text: string) {
  await page.getByLabel('Текст эссе').fill(text)
  await expect(page.getByText(/Сохранено в/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Проверить и сдать' }).press('Enter')
  await page.getByRole('button', { name: 'Сдать эссе' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Эссе принято' })).toBeVisible()
}

/** A judge marks all remaining works without learning the authors. Training works come first. */
async function readsEverything(page: Page, who: string, author: string) {
  await logIn(page, who)
  await page.goto('/desk')
  const card = page.getByRole('listitem').filter({ hasText: 'Все виды этапов' }).filter({ hasText: 'Эссе' })
  await card.getByRole('link', { name: /^Оценивать/ }).press('Enter')
  const heading = page.getByRole('heading', { level: 1, name: /^Работа №\s\d+$/ })
  for (;;) {
    await expect(heading).toBeVisible()
    expect(await page.getByRole('main').innerText()).not.toContain(author)
    const [own] = [await heading.innerText()]
    const training = await page.getByText('учебная работа').isVisible()
    for (const criterion of ['Решение', 'Итог и выводы'])
      await page.getByRole('group', { name: criterion, exact: true }).getByRole('radio', { name: /^4/ }).check()
    await page.getByLabel('Участник прочитает').fill('Покажите, из чего вы выбирали.')
    if (training) {
      await page.getByRole('button', { name: 'Сравнить с экспертами' }).press('Enter')
      await expect(page.getByRole('heading', { name: 'Как оценили эксперты' })).toBeVisible()
      await expectSound(page, 'training')
      await page.getByRole('link', { name: 'Следующая работа' }).press('Enter')
    } else await page.getByRole('button', { name: 'Сдать и дальше' }).press('Enter')
    // The next work, or the list when there is none.
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(own)
    if (!(await heading.isVisible())) return
  }
}

test('a work goes the whole way: written on a phone, returned and corrected, read blind by three judges, published and shown with its reason', async ({
  page: organiser,
  browser,
}) => {
  test.slow()
  const phone = await aPhone(browser)
  await logIn(phone, personWho('goes the whole way'))
  const name = await nameOf(phone)
  const surname = name.split(' ')[0] ?? ''
  const stage = '/all_kinds/main/stages/essay/essay'
  await logIn(organiser, 'admin@demo.test')
  /** Waits until the work is prepared: compared with others and searched for names. People get it only then. */
  const untilPrepared = () =>
    expect(async () => {
      await phone.goto(stage)
      await expect(phone.getByText(/Решение появится здесь/)).toBeVisible({ timeout: 10_000 })
    }).toPass()

  await test.step('the person writes and hands in; a checker returns it with a remark, and it comes back mended', async () => {
    await phone.goto(stage)
    await handIn(phone, essay)
    await untilPrepared()
    await openWork(organiser, 'Эссе', name)
    await organiser.getByRole('radio', { name: /^Вернуть на доработку/ }).check()
    await organiser.getByLabel('Участник прочитает').fill('Скажите, чем это кончилось')
    await organiser.getByRole('button', { name: 'Вернуть и дальше' }).press('Enter')
    await expect(organiser.getByRole('heading', { level: 1 })).not.toHaveText(name)
    await phone.goto(stage)
    await expect(phone.getByText('Скажите, чем это кончилось').first()).toBeVisible()
    await handIn(phone, `${essay} Через месяц все получили свои детали.`)
    await untilPrepared()
  })

  const judging = organiser.getByRole('region', { name: 'Оценивание', exact: true })
  await test.step('the organiser makes another work one to train on, and shares the works out', async () => {
    await organiser.goto('/admin/all_kinds/stages/essay')
    await unfoldUnlessOpen(organiser, 'Результаты')
    await unfold(organiser, 'Калибровка').press('Enter')
    // The work with the best marks so far; the new work has no marks and is below it.
    await judging
      .getByRole('button', { name: /^Эталон: / })
      .first()
      .press('Enter')
    const dialog = organiser.getByRole('alertdialog', { name: /^Эталон: / })
    for (const criterion of ['Решение', 'Итог и выводы'])
      await dialog.getByRole('group', { name: criterion, exact: true }).getByRole('radio', { name: /^3/ }).check()
    await dialog.getByLabel('Почему такие оценки').fill('Выбор назван, но не показан')
    await expectSound(organiser, 'reference')
    await dialog.getByRole('button', { name: 'Сохранить' }).press('Enter')
    await expect(dialog).toBeHidden()
    await expect(judging.getByRole('list', { name: 'Эталонные работы' })).toContainText('Учебная')
    // The list with the button that opened the dialog is back.
    await expect(judging.getByRole('button', { name: /^Эталон: / }).first()).toBeVisible()
    await judging.getByRole('button', { name: 'Распределить работы' }).click()
    // One work of the demo is always still being compared, so there is no message about all works.
    await expect(judging.getByText(/^(Поручен[оы] \d+ чтен|Новых чтений не поручено)/)).toBeVisible()
    await expect(judging.getByText(/Экспертов хватило не всем/)).toHaveCount(0)
  })

  await test.step('three judges train, and read without knowing whose the works are', async () => {
    for (const who of ['assessor@demo.test', 'mentor02@demo.test', 'mentor03@demo.test']) {
      const judge = await (await browser.newContext()).newPage()
      await readsEverything(judge, who, surname)
      await judge.context().close()
    }
  })

  await test.step('the organiser sees how far they are, ends the judging and publishes', async () => {
    await organiser.reload()
    await unfold(organiser, 'Калибровка').press('Enter')
    await expect(judging.getByRole('table', { name: /^Насколько оценки эксперта отличаются/ })).toBeVisible()
    await expectSound(organiser, 'calibration')
    await judging.getByRole('button', { name: 'Завершить оценивание' }).press('Enter')
    await organiser.getByRole('alertdialog').getByRole('button', { name: 'Завершить' }).press('Enter')
    await judging.getByRole('checkbox', { name: new RegExp(`^${surname}`) }).check()
    await judging.getByRole('radio', { name: 'Прошли', exact: true }).check()
    await judging.getByLabel('Текст для участников').fill('Ждём вас на следующем этапе.')
    await judging.getByRole('button', { name: 'Объявить решение: 1 работа' }).press('Enter')
    await organiser.getByRole('alertdialog').getByRole('button', { name: 'Объявить' }).press('Enter')
    await expect(organiser.getByText('Решение объявлено: 1 работа.')).toBeVisible()
  })

  await test.step('the person reads the mark, how it came about, the reason and what the judges wrote', async () => {
    await phone.goto(stage)
    const main = phone.getByRole('main')
    await expect(main.getByText(/Итог — .*\sиз\s100: средняя оценка 3 экспертов/)).toBeVisible()
    await expect(main.getByText(/Ждём вас на следующем этапе/)).toBeVisible()
    await expect(main.getByText('Покажите, из чего вы выбирали.')).toBeVisible()
    await expectSound(phone, 'result')
  })
})

test('OT-28 an appeal is written on a phone, answered by another person with the work at hand, and the new decision is read', async ({
  page: organiser,
  browser,
}) => {
  test.slow()
  const phone = await aPhone(browser)
  await logIn(phone, personWho('appeals'))
  const name = await nameOf(phone)
  const stage = '/all_kinds/main/stages/form/form'
  await phone.goto(stage)
  await phone.getByRole('textbox').first().fill('Хочу узнать, как устроено управление в других регионах.')
  const radios = phone.getByRole('radio')
  if ((await radios.count()) > 0) await radios.last().check()
  await phone.getByRole('button', { name: 'Проверить и сдать' }).press('Enter')
  await phone.getByRole('button', { name: 'Сдать анкету' }).press('Enter')
  await expect(phone.getByRole('heading', { name: 'Анкета принята' })).toBeVisible()

  const checker = await (await browser.newContext()).newPage()
  await logIn(checker, 'assessor@demo.test')
  await openWork(checker, 'Анкета', name)
  await checker.getByRole('radio', { name: /^Отказать/ }).check()
  await checker.getByLabel('Участник прочитает').fill('Ответ слишком общий')
  await checker.getByRole('button', { name: 'Отказать и дальше' }).press('Enter')
  await expect(checker.getByRole('heading', { level: 1 })).not.toHaveText(new RegExp(name))

  await phone.goto(stage)
  await expect(phone.getByText('Ответ слишком общий').first()).toBeVisible()
  await phone.getByRole('button', { name: 'Написать апелляцию' }).press('Enter')
  await expectSound(phone, 'appeal')
  await phone.getByLabel('С чем вы не согласны и почему').fill('В ответе назван предмет: управление в регионах.')
  await phone.getByRole('button', { name: 'Подать апелляцию' }).press('Enter')
  await expect(phone.getByText('На рассмотрении')).toBeVisible()

  // The checker who refused the work cannot answer.
  await checker.goto('/desk')
  await expect(checker.getByText('Ответит другой человек: об этой работе решали вы').first()).toBeVisible()

  await logIn(organiser, 'admin@demo.test')
  await organiser.goto('/admin')
  const acts = countedActs()
  const duty = dutyOf(organiser, 'Все виды этапов')
  await expect(duty.getByText(/^и апелляции: \d+$/)).toBeVisible()
  await acts.click(duty.getByRole('link', { name: /Ждут проверки/ }))
  // The list has only the works of that competition, with the console's sections next to it.
  await expect(organiser).toHaveURL('/admin/all_kinds/checks')
  await expect(
    organiser.getByRole('navigation', { name: 'Разделы управления' }).getByRole('link', { name: /^Проверка/ }),
  ).toHaveAttribute('aria-current', 'page')
  await expect(organiser.getByRole('list', { name: 'Очереди' }).getByText('Лидеры страны. Пятый сезон')).toHaveCount(0)
  await expect(organiser.getByRole('heading', { level: 2, name: 'Апелляции' })).toBeVisible()
  await acts.click(organiser.getByRole('main').getByRole('link', { name: new RegExp(name) }))
  const appeal = organiser.getByRole('region', { name: 'Апелляция' })
  await expect(appeal).toContainText('Ответ слишком общий')
  await expect(organiser.getByText('Хочу узнать, как устроено управление').first()).toBeVisible()
  await expectSound(organiser, 'answer')
  // Another organiser answers at the same time.
  const late = await organiser.context().newPage()
  await late.goto(organiser.url())
  const other = late.getByRole('region', { name: 'Апелляция' })
  await other.getByRole('radio', { name: 'Оставить решение' }).check()
  await other.getByLabel('Почему').fill('Предмет назван слишком общо.')
  await appeal.getByRole('button', { name: 'Ответить' }).press('Enter')
  await expect(appeal.getByText('Выберите ответ')).toBeVisible()
  await acts.choose(appeal.getByRole('radio', { name: 'Новое решение: этап пройден' }))
  await acts.type(appeal.getByLabel('Почему'), 'Предмет назван, ответ принят.')
  await acts.click(appeal.getByRole('button', { name: 'Ответить' }))
  expect(acts.count).toBeLessThanOrEqual(8)
  await expect(appeal.getByText('Принято новое решение: этап пройден')).toBeVisible()
  await other.getByRole('button', { name: 'Ответить' }).press('Enter')
  await expect(other.getByText('На эту апелляцию уже ответили')).toBeVisible()
  await expect(other.getByText('Принято новое решение: этап пройден')).toBeVisible()
  await expect(other.getByText('Предмет назван слишком общо.')).toBeVisible()

  await phone.goto(stage)
  await expect(phone.getByText('Принято новое решение: этап пройден')).toBeVisible()
  await expect(phone.getByText('Предмет назван, ответ принят.').first()).toBeVisible()
  await expectSound(phone, 'answered')
})
