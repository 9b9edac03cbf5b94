import { expect, type Page, test } from '@playwright/test'
import { aPdf } from '#server/testing/a-pdf.ts'
import { personWho } from './cast.ts'
import { logIn } from './people.ts'
import { expectSound, openWhole } from './sound.ts'

/** Records the place of a button in its panel in each frame: one place unless the button moved. */
const placesOf = (page: Page, words: string) =>
  page.addInitScript((text) => {
    const places = new Set<number>()
    Object.assign(window, { places })
    const look = () => {
      const button = [...document.querySelectorAll('button')].find((each) => each.textContent?.startsWith(text))
      const panel = button?.closest('section')
      if (button && panel)
        places.add(Math.round(button.getBoundingClientRect().top - panel.getBoundingClientRect().top))
      requestAnimationFrame(look)
    }
    look()
  }, words)

test('KO-10 an organiser decides about a team and each of its members, and corrects teams and their members', async ({
  page,
}) => {
  await logIn(page, 'admin@demo.test')
  await page.goto('/admin/ru_season_5/stages/teams#teams')
  const main = page.getByRole('main')
  const teams = main.getByRole('list', { name: 'Команды' })
  const search = main.getByLabel('Найти команду по названию или номеру')
  const team = (name: string) => teams.getByRole('listitem').filter({ hasText: name })

  await test.step('people without a team wait for the close', async () => {
    await expect(main.getByText('Станет можно, когда этап закроется', { exact: false })).toBeVisible()
    await expectSound(page)
  })

  await test.step('a team with a member who is not fit is refused, with a reason', async () => {
    await search.fill('ясный плaн')
    await expect(team('Ясный план')).toHaveCount(1)
    await expect(teams.getByRole('listitem')).toHaveCount(1)
    await team('Ясный план').getByRole('button', { name: 'Проверить команду Ясный план' }).click()
    const check = page.getByRole('alertdialog', { name: 'Проверка команды «Ясный план»' })
    const members = check.getByRole('list', { name: 'Участники' }).getByRole('listitem')
    await expect(members).toHaveCount(2)
    await members.first().getByRole('radio', { name: 'Подходит', exact: true }).check()
    await members.last().getByRole('radio', { name: 'Не подходит' }).check()
    await members.last().getByLabel('Заметка').fill('Просрочен паспорт')
    await check.getByRole('radio', { name: 'Допустить', exact: true }).check()
    await check.getByRole('button', { name: 'Сохранить' }).click()
    await expect(check.getByText('проверка пропустила не всех участников', { exact: false })).toBeVisible()
    await check.getByRole('radio', { name: 'Не допустить' }).check()
    await check.getByRole('button', { name: 'Сохранить' }).click()
    await expect(check.getByText('Напишите причину', { exact: false })).toBeVisible()
    await check.getByLabel('Причина').fill('Замените участника до пятницы')
    await expectSound(page)
    await check.getByRole('button', { name: 'Сохранить' }).click()
    await expect(check).toHaveCount(0)
    await expect(team('Ясный план').getByText('Не допущена')).toBeVisible()
    await expect(team('Ясный план').getByText('не прошли проверку: 1', { exact: false })).toBeVisible()
  })

  await test.step('a team is split and merged again', async () => {
    await search.fill('Курс на восток')
    await expect(teams.getByRole('listitem')).toHaveCount(1)
    const whole = team('Курс на восток')
    const number = /№\s(\d+)/.exec((await whole.getByText(/№\s\d+/).textContent()) ?? '')?.[1] ?? ''
    await whole.getByRole('button', { name: 'Изменить команду Курс на восток' }).click()
    await page.getByRole('menuitem', { name: 'Разделить' }).click()
    const split = page.getByRole('alertdialog', { name: 'Разделить: «Курс на восток»' })
    await split.getByLabel('Название новой команды').fill('Курс на восход')
    await split.getByRole('checkbox').last().check()
    await split.getByRole('button', { name: 'Разделить' }).click()
    await expect(split.getByText('Напишите причину')).toBeVisible()
    await split.getByLabel('Причина').fill('Просят сами')
    await split.getByRole('button', { name: 'Разделить' }).click()
    await expect(split).toHaveCount(0)
    await search.fill('Курс на восход')
    await expect(team('Курс на восход')).toHaveCount(1)
    await team('Курс на восход').getByRole('button', { name: 'Изменить команду Курс на восход' }).click()
    await page.getByRole('menuitem', { name: 'Объединить с другой' }).click()
    const merge = page.getByRole('alertdialog', { name: 'Объединить с другой: «Курс на восход»' })
    await merge.getByLabel('Номер команды, в которую войдут все').fill(number)
    await expect(merge.getByText(/^Войдут в «.+»: в ней \d+ человек.*, станет \d+$/)).toBeVisible()
    await merge.getByLabel('Причина').fill('Передумали')
    await expectSound(page)
    await merge.getByRole('button', { name: 'Объединить' }).click()
    await expect(merge).toHaveCount(0)
    await expect(main.getByText('Таких команд нет')).toBeVisible()
    await search.fill(`№ ${number}`)
    await expect(team('Курс на восток').getByText('5 из 5', { exact: false })).toBeVisible()
  })

  await test.step('regional groups, their teams and places are made and changed beside it', async () => {
    const refused: string[] = []
    page.on('response', (answer) => answer.status() >= 400 && refused.push(answer.url()))
    await openWhole(page, '/admin/ru_season_5/stages/regional_team#teams')
    const groups = main.getByRole('list', { name: 'Региональные группы' })
    await expect(groups.getByText('Приволжский федеральный округ')).toBeVisible()
    // The page does not request formed teams at a stage that has none.
    expect(refused).toEqual([])
    await main.getByRole('button', { name: 'Создать группу' }).click()
    const group = page.getByRole('alertdialog', { name: 'Новая региональная группа' })
    await group.getByRole('button', { name: 'Создать' }).click()
    await expect(group.getByText('Выберите регионы')).toBeVisible()
    await group.getByLabel('Название группы').fill('Крайний Север')
    await group.getByRole('button', { name: /Регионы/ }).click()
    await page.getByRole('option', { name: /^Чукотский автономный округ/ }).click()
    await page.keyboard.press('Escape')
    await expectSound(page)
    await group.getByRole('button', { name: 'Создать' }).click()
    await expect(group).toHaveCount(0)
    const made = groups.getByRole('listitem').filter({ hasText: 'Крайний Север' })
    await made.getByRole('button', { name: 'Показать команды группы Крайний Север' }).click()
    await expect(main.getByText('Команд в группе пока нет')).toBeVisible()
    await main.getByRole('button', { name: 'Создать команду' }).click()
    const fresh = page.getByRole('alertdialog', { name: 'Новая команда' })
    await fresh.getByLabel('Название команды').fill('Полярная звезда')
    await fresh.getByRole('button', { name: 'Создать' }).click()
    await expect(fresh).toHaveCount(0)
    const regional = main.getByRole('list', { name: 'Команды группы' }).getByRole('listitem')
    await expect(regional.getByText('занято 0 из 5 мест', { exact: false })).toBeVisible()
    const act = async (name: string) => {
      await regional.getByRole('button', { name: 'Изменить команду Полярная звезда' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await act('Название и места')
    const places = page.getByRole('alertdialog', { name: 'Команда «Полярная звезда»' })
    await places.getByLabel('Мест в команде').fill('3')
    await places.getByRole('button', { name: 'Сохранить' }).click()
    await expect(places).toHaveCount(0)
    await expect(regional.getByText('занято 0 из 3 мест', { exact: false })).toBeVisible()
    await expect(made.getByText('1 команда, занято 0 из 3 мест')).toBeVisible()
  })
})

test('KO-10 after the lock a captain requests a replacement with documents, and an organiser carries it out', async ({
  page,
  browser,
}) => {
  const stage = '/politleaders_2/main/stages/teams_forming'
  const name = 'Право на ответ'
  const newcomer = await browser.newContext()
  const other = await newcomer.newPage()
  await logIn(other, personWho('comes in by a replacement'))
  await other.goto('/politleaders_2/main')
  const owner = other.getByRole('banner').getByRole('button', { name: /ID\s\d+/ })
  await expect(owner).toBeVisible()
  const number = /ID\s(\d+)/.exec((await owner.textContent()) ?? '')?.[1] ?? ''

  await test.step('the captain says who goes, who comes and why', async () => {
    await logIn(page, personWho('asks for a replacement'))
    await placesOf(page, 'Попросить о замене')
    await openWhole(page, stage)
    // A press is lost when its button moves between the touch and the release.
    const places = () => page.evaluate(() => [...(window as unknown as { places: Set<number> }).places])
    await expect.poll(async () => (await places()).length).toBeGreaterThan(0)
    expect(await places()).toHaveLength(1)
    const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Замена участника' }) })
    await panel.getByRole('button', { name: 'Попросить о замене' }).click()
    await expect(panel.getByText('Введите номер пользователя: только цифры')).toBeVisible()
    await panel.getByRole('button', { name: /Кого заменить/ }).click()
    await page.getByRole('option').nth(1).click()
    await panel.getByLabel('Номер нового участника').fill(number)
    await panel.getByLabel('Причина').fill('Уезжает на полгода')
    await panel
      .locator('input[type=file]')
      .setInputFiles({ name: 'согласие.pdf', mimeType: 'application/pdf', buffer: aPdf() })
    await expect(panel.getByRole('button', { name: 'Убрать файл «согласие.pdf»' })).toBeVisible()
    await expectSound(page)
    await panel.getByRole('button', { name: 'Попросить о замене' }).click()
    await expect(panel.getByText('Ждёт ответа организатора')).toBeVisible()
  })

  await test.step('an organiser reads the request and carries it out', async () => {
    await logIn(page, 'admin@demo.test')
    await page.goto('/admin/politleaders_2/stages/teams#teams')
    const requests = page.getByRole('main').getByRole('list', { name: 'Заявки на замену' })
    const own = requests.getByRole('listitem').filter({ hasText: name })
    await expect(own.getByRole('button', { name: 'согласие.pdf' })).toBeVisible()
    await own.getByRole('button', { name: `Отказать в замене команде ${name}` }).click()
    const no = page.getByRole('alertdialog', { name: /^Отказать в замене/ })
    await no.getByRole('button', { name: 'Отказать' }).click()
    await expect(no.getByText('Напишите причину', { exact: false })).toBeVisible()
    await no.getByRole('button', { name: 'Отмена' }).click()
    await own.getByRole('button', { name: `Одобрить замену в команде ${name}` }).click()
    await expectSound(page)
    await page
      .getByRole('alertdialog', { name: /^Одобрить замену/ })
      .getByRole('button', { name: 'Одобрить', exact: true })
      .click()
    await expect(own).toHaveCount(0)
  })

  await test.step('the newcomer is in the team', async () => {
    await other.goto(stage)
    await expect(other.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(other.getByText('Замена одобрена', { exact: true })).toBeVisible()
  })

  await test.step('on the desk the team is returned with a remark to a member, and its people read it', async () => {
    await page.getByRole('link', { name: 'Открыть команды' }).click()
    await page.getByRole('searchbox', { name: 'Найти команду по названию или участнику' }).fill(name)
    const found = page.getByRole('tabpanel').getByRole('link')
    await expect(found).toHaveText([`Команда «${name}»`])
    await found.click()
    await expect(page.getByRole('heading', { level: 1, name: `Команда «${name}»` })).toBeFocused()
    const member = page.getByRole('list', { name: 'Участники' }).getByRole('listitem').first()
    await member.getByRole('radio', { name: 'Не подходит' }).check()
    await member.getByRole('button', { name: /^Замечание: / }).click()
    await member.getByRole('textbox', { name: /^Замечание: / }).fill('Подпишите согласие')
    await expect(page.getByRole('radio', { name: /^Вернуть на доработку/ })).toBeChecked()
    await expectSound(page, 'team on the desk')
    await page.getByRole('button', { name: 'Вернуть и дальше' }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Команда «${name}»` })).toHaveCount(0)
    await other.goto(stage)
    await expect(other.getByRole('list', { name: 'Замечания' })).toContainText('Подпишите согласие')
    await expectSound(other, 'returned')
  })
  await newcomer.close()
})
