import { expect, type Page, test } from '@playwright/test'
import { unfold } from './console-places.ts'
import { enter, logIn } from './people.ts'
import { expectFit, expectSound } from './sound.ts'

const season = '/admin/ru_season_5'
const essay = 'Эссе «Решение, которое я принял»'

async function openEssay(page: Page) {
  await page.getByRole('main').getByRole('link', { name: essay }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: essay })).toBeVisible()
}

test('an organiser edits a stage: a fault is shown at its field, saved edits wait, and published ones reach participants and the audit', async ({
  page,
  browser,
}) => {
  await enter(page, 'admin@demo.test')
  await page.getByRole('button', { name: /меню$/ }).click()
  await page.getByRole('menuitem', { name: 'Управление конкурсом' }).click()
  await expect(page).toHaveURL(season)
  await expect(page).toHaveTitle(/^Управление конкурсом/)
  await expectSound(page)
  await test.step('the time line is drawn also in the person’s own colours, and large letters stay in a narrow window', async () => {
    const bar = page.getByRole('listitem').filter({ hasText: essay }).last().locator('[style*="--from"]')
    await page.emulateMedia({ forcedColors: 'active' })
    await expect(bar).toHaveCSS('background-image', /gradient/)
    await expect(bar).not.toHaveCSS('border-top-width', '0px')
    await page.emulateMedia({ forcedColors: 'none' })
    const window = page.viewportSize()
    await page.setViewportSize({ width: 360, height: 740 })
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expectFit(page, 'the season in large letters')
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    if (window) await page.setViewportSize(window)
  })
  await openEssay(page)
  await expectSound(page)
  // One press leads to a part of a long page, and its address can be sent to others.
  const toExtensions = page
    .getByRole('navigation', { name: 'На этой странице' })
    .getByRole('link', { name: 'Продления' })
  await toExtensions.click()
  await expect(page).toHaveURL(/#extensions$/)
  const extensions = page.getByRole('heading', { name: 'Продления' })
  await expect(extensions).toBeInViewport()
  // A second press leads there again.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(extensions).not.toBeInViewport()
  await toExtensions.click()
  await expect(extensions).toBeInViewport()

  // Rarely edited parts are a single line until opened; typed text stays when a part is folded again.
  const words = page.getByLabel('Слов не больше')
  const settings = page.getByRole('region', { name: 'Настройки' })
  await expect(settings).toContainText('Слов не больше: 600')
  await expect(words).toBeHidden()
  await settings.getByRole('button', { name: 'Изменить: Настройки' }).click()
  await words.fill('601')
  await settings.getByRole('button', { name: 'Свернуть: Настройки' }).click()
  await expect(words).toBeHidden()
  await expect(settings).toContainText('Слов не больше: 601')
  await expect(page.getByText('Не сохранено: слов не больше')).toBeVisible()
  const contents = page.getByRole('navigation', { name: 'На этой странице' })
  await contents.getByRole('link', { name: 'Настройки' }).click()
  await expect(words).toHaveValue('601')
  await expect(contents.locator('[aria-current]')).toHaveText('Настройки')
  await words.fill('20000')
  await page.getByRole('button', { name: 'Сохранить' }).click()
  const summary = page.getByRole('alert')
  await expect(summary.getByRole('link', { name: 'Слов не больше: не больше 10000' })).toBeVisible()
  await expect(words).toHaveAttribute('aria-invalid', 'true')
  await expect(contents.getByRole('link', { name: /^Настройки.+1.ошибка$/ })).toBeVisible()
  await summary.getByRole('link').first().click()
  await expect(words).toBeFocused()
  await words.fill('610')
  await unfold(page, 'Сроки').click()
  await page.getByLabel('Закрывается', { exact: false }).first().fill('31.12.2030')
  await page.getByLabel('Закрывается, время').fill('18:30')
  await expect(page.getByText('Не сохранено: закрывается, слов не больше')).toBeVisible()

  // Nobody leaves unsaved work by mistake.
  await page.getByRole('navigation', { name: 'Этапы конкурса' }).getByRole('link', { name: 'Сбор команды' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Остаться' }).click()

  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText(/Сохранено в \d\d:\d\d:\d\d/)).toBeVisible()
  const participant = await (await browser.newContext()).newPage()
  await logIn(participant, 'finalist@demo.test')
  await participant.goto('/ru_season_5/business')
  await expect(participant.getByRole('main').getByText(essay).first()).toBeVisible()
  await expect(participant.getByText(/31 декабря 2030|31\.12\.2030/)).toHaveCount(0)

  await page.getByRole('button', { name: /^Опубликовать: закрывается, слов не больше$/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Опубликовать правки?' })
  await expect(question.getByRole('listitem')).toHaveText([
    /^Закрывается: 31\.12\.2030 18:30, было /,
    'Слов не больше: 610, было 600',
  ])
  await question.getByRole('button', { name: 'Опубликовать', exact: true }).click()
  await expect(page.getByText('Всё опубликовано')).toBeVisible()

  await participant.goto('/ru_season_5/business/stages/essay/essay')
  await expect(participant.getByRole('main')).toContainText('610')
  await participant.context().close()

  await page.getByRole('link', { name: 'Лидеры страны. Пятый сезон' }).first().click()
  const act = page
    .getByRole('listitem')
    .filter({ hasText: `${essay}: правки опубликованы` })
    .first()
  await expect(act).toContainText('Слов не больше: 610, было 600')
})

test('an organiser sets by keyboard who may enter a stage and when, and reads each condition as participants will', async ({
  page,
}) => {
  await logIn(page, 'admin@demo.test')
  await page.goto(season)
  await page.getByRole('main').getByRole('link', { name: 'Сбор команды' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Сбор команды' })).toBeVisible()
  const main = page.getByRole('main')
  const conditions = main.getByRole('region', { name: 'Условие допуска' })
  const adding = conditions.getByRole('group', { name: 'Новое условие' })
  const choose = async (label: string, wanted: string) => {
    await adding.getByRole('button', { name: label }).press('Enter')
    // The focus moves a moment after the key; a second key before that would skip the option.
    const focused = page.locator('[role=option]:focus')
    for (let shown = (await focused.textContent()) ?? ''; !shown.includes(wanted); ) {
      await page.keyboard.press('ArrowDown')
      await expect(focused).not.toHaveText(shown)
      shown = (await focused.textContent()) ?? ''
    }
    await page.keyboard.press('Enter')
  }
  const find = async (label: string, wanted: string) => {
    // Waits for the results of the whole word: results of a part of it would take the keys and then be replaced.
    const whole = page.waitForResponse((answer) => new URL(answer.url()).searchParams.get('query') === wanted)
    await adding.getByRole('searchbox', { name: label }).pressSequentially(wanted)
    await whole
    await expect(adding.getByRole('option').first()).toContainText(wanted)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  }
  await unfold(page, 'Условие допуска').press('Enter')
  await expect(conditions.getByRole('button', { name: 'Добавить условие' })).toBeVisible()
  const before = await conditions.getByRole('listitem').count()

  await conditions.getByRole('button', { name: 'Добавить условие' }).press('Enter')
  await choose('Что проверить', 'Регион')
  await adding.getByRole('button', { name: 'Добавить', exact: true }).press('Enter')
  await expect(adding.getByText('Обязательное поле')).toBeVisible()
  await find('Регионы', 'Москва')
  await find('Регионы', 'Татарстан')
  await adding.getByRole('checkbox', { name: /Наоборот/ }).press('Space')
  await expect(adding.getByText('Участник прочитает: В вашем регионе этап не проходит')).toBeVisible()
  await expectSound(page)
  await adding.getByRole('button', { name: 'Добавить', exact: true }).press('Enter')
  await expect(conditions.getByRole('button', { name: 'Добавить условие' })).toBeFocused()
  await page.keyboard.press('Enter')
  await choose('Что проверить', 'Роль')
  await adding.getByRole('radio', { name: 'Участник' }).press('Space')
  await page.keyboard.press('Enter')
  await expect(conditions.getByRole('button', { name: 'Добавить условие' })).toBeFocused()
  const added = conditions.getByRole('listitem').filter({ hasText: /регион|участников/ })
  await expect(added).toHaveText([
    /^В вашем регионе этап не проходитРегионы: .*Москва.*Татарстан/,
    /^Этап открыт для участников/,
  ])

  await unfold(page, 'Сроки').press('Enter')
  await main.getByRole('radio', { name: /По часам региона участника/ }).press('Space')
  const windows = main.getByRole('group', { name: 'Сроки отдельных треков' })
  await windows.getByRole('button', { name: 'Добавить' }).press('Enter')
  await expect(windows.getByRole('button', { name: 'Выберите Трек' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('[role=option]:focus')).toBeVisible()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Сохранить' }).press('Enter')
  await expect(windows.getByText('Укажите хотя бы одну дату')).toBeVisible()
  await windows.getByLabel('Закрывается для трека', { exact: false }).first().fill('31.12.2030')
  await windows.getByLabel('Закрывается для трека, время').fill('18:30')
  await expect(windows.getByText('Укажите хотя бы одну дату')).toHaveCount(0)
  await page.getByRole('button', { name: 'Сохранить' }).press('Enter')
  await expect(page.getByText(/Сохранено в \d\d:\d\d:\d\d/)).toBeVisible()

  await page.reload()
  await unfold(page, 'Условие допуска').press('Enter')
  await unfold(page, 'Сроки').press('Enter')
  await expect(added).toHaveCount(2)
  await expect(conditions.getByRole('listitem')).toHaveCount(before + 2)
  await expect(main.getByRole('radio', { name: /По часам региона участника/ })).toBeChecked()
  await expect(windows.getByLabel('Закрывается для трека, время')).toHaveValue('18:30')
  await expectSound(page)
  // Restores the stage for the other stories.
  await page.getByRole('button', { name: 'Отменить правки' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Отменить правки' }).click()
  await expect(page.getByText('Всё опубликовано')).toBeVisible()
  await expect(conditions.getByRole('listitem')).toHaveCount(before)
})

test('a link opens its part of the page, the way back finds the page as it was left, and a refusal opens the folded part with the fault', async ({
  page,
}) => {
  await logIn(page, 'admin@demo.test')
  const main = page.getByRole('main')
  const isOpen = (title: string) => main.getByRole('button', { name: `Свернуть: ${title}` })
  await page.goto(`${season}/stages/first_survey#questions`)
  await expect(isOpen('Вопросы анкеты')).toBeVisible()
  await expect(main.getByRole('treegrid', { name: 'Разделы и вопросы' })).toBeInViewport()
  await expect(main.getByText(/раздел.*, \d+ вопрос.*, участники видят редакцию/)).toHaveCount(0)

  await unfold(page, 'Проверка работ').click()
  await page.getByRole('link', { name: 'Отчёт об этапе' }).click()
  await expect(page).toHaveURL(/\/reports\/first_survey/)
  await expect(isOpen('Проверка работ')).toHaveCount(0)
  await page.goBack()
  await expect(isOpen('Проверка работ')).toBeVisible()
  // Not at the part that the address names, but where the page was left.
  const report = page.getByRole('link', { name: 'Отчёт об этапе' })
  await expect(report).toBeFocused()
  await expect(report).toBeInViewport()

  // The server finds a fault in a part that nobody has opened. Nothing is saved here.
  await page.route(`**/api/v3${season.replace('/admin/', '/admin/competitions/')}/stages/first_survey`, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 422,
          json: {
            code: 'form_invalid',
            message: 'Проверьте, что заполнено',
            fields: { stage_closes_at: { code: 'invalid', message: 'Раньше, чем открывается' } },
          },
        })
      : route.continue(),
  )
  await unfold(page, 'Этап').click()
  await main.getByRole('textbox', { name: 'Название', exact: true }).fill('Опрос')
  const closes = page.getByLabel('Закрывается', { exact: false }).first()
  await expect(closes).toBeHidden()
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await page
    .getByRole('alert')
    .getByRole('link', { name: /^Закрывается: / })
    .click()
  await expect(closes).toBeFocused()
})
