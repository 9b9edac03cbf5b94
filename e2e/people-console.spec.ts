import { expect, test } from '@playwright/test'
import { countedActs } from './acts.ts'
import { personWho } from './cast.ts'
import { dutyOf } from './console-places.ts'
import { paste } from './paste.ts'
import { logIn } from './people.ts'
import { expectSound } from './sound.ts'

test('OT-12 OT-13 OT-14 OT-21 an organiser finds a person by a misspelt surname and half a phone number, sees why a stage is closed, gives two more days, and disqualifies with a text', async ({
  page,
  browser,
}) => {
  const acts = countedActs()
  await logIn(page, 'admin@demo.test')
  await page.goto('/admin')
  const name = 'Миронова Екатерина Ринатовна'
  const season = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /Пятый сезон/ }) })

  // OT-12, four acts.
  await acts.click(season.getByRole('link', { name: 'Участники' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Участники' })).toBeVisible()
  await acts.type(page.getByRole('searchbox', { name: 'Найти человека' }), 'Меронова 555 01-03')
  await expect(page.getByRole('status').filter({ hasText: 'Найдено: 1 человек' })).toBeVisible()
  await expect(page).toHaveURL(/search=/)
  await expectSound(page)
  await acts.click(page.getByRole('link', { name }))
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  expect(acts.count).toBeLessThanOrEqual(4)

  // OT-13, three acts: the organiser sees at once what the person reads.
  const stage = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Опрос «Чего вы ждёте от сезона»' }) })
  await expect(stage.getByText(/^Срок закончился \d\d\.\d\d\.\d{4}/)).toBeVisible()
  expect(acts.count).toBeLessThanOrEqual(3)
  await stage.getByText('Почему так').click()
  await expect(stage.getByText(/^По расписанию этапа: с /)).toBeVisible()
  await expectSound(page)

  // OT-14, six acts, including those that lead to the person.
  await acts.click(stage.getByRole('button', { name: /^Продлить срок/ }))
  const dialog = page.getByRole('alertdialog', { name: 'Продлить срок' })
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Продлить', exact: true }).click()
  await expect(dialog.getByText('Напишите причину')).toBeVisible()
  await acts.type(dialog.getByLabel('Причина'), 'Была в больнице')
  await acts.click(dialog.getByRole('button', { name: 'Продлить', exact: true }))
  await expect(dialog).toBeHidden()
  expect(acts.count).toBeLessThanOrEqual(6)
  await expect(stage.getByText('Можно начать')).toBeVisible()
  await expect(page.getByText('Была в больнице')).toBeVisible()

  const participant = await (await browser.newContext()).newPage()
  await logIn(participant, personWho('is helped by an organiser'))
  await participant.goto('/ru_season_5/business')
  await expect(participant.getByRole('heading', { level: 1 })).toBeVisible()

  // OT-21, six acts, including the three that lead to the person.
  acts.count = 3
  await acts.click(page.getByRole('button', { name: 'Отстранить от конкурса' }))
  const shut = page.getByRole('alertdialog', { name: 'Отстранить от конкурса' })
  await expectSound(page)
  await acts.type(shut.getByLabel('Текст для участника'), 'Работа списана. Если это ошибка, напишите в поддержку.')
  await acts.click(shut.getByRole('button', { name: 'Отстранить', exact: true }))
  await expect(shut).toBeHidden()
  expect(acts.count).toBeLessThanOrEqual(6)
  await expect(page.getByText(/Участник читает: «Вы отстранены от участия в конкурсе»/)).toBeVisible()
  await participant.reload()
  await expect(participant.getByText('Работа списана. Если это ошибка, напишите в поддержку.').first()).toBeVisible()

  // The organiser sees the person's pages with a banner and cannot change anything.
  await page.getByRole('button', { name: 'Посмотреть глазами участника' }).click()
  const look = page.getByRole('alertdialog', { name: 'Посмотреть глазами участника' })
  await look.getByLabel('Зачем').fill('Пишет, что не видит этапов')
  await expectSound(page)
  await look.getByRole('button', { name: 'Посмотреть', exact: true }).click()
  await expect(page.getByText('Работа списана. Если это ошибка, напишите в поддержку.').first()).toBeVisible()
  const banner = page.getByRole('region', { name: 'Просмотр глазами участника' })
  await expect(banner.getByText(/^Вы смотрите глазами участника ID\s\d+$/)).toBeVisible()
  await expectSound(page)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Отсутствует доступ к запрошенной странице' })).toBeVisible()
  await banner.getByRole('button', { name: 'Закончить просмотр' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(banner).toHaveCount(0)
  await expect(page.getByText('Пишет, что не видит этапов')).toBeVisible()

  await page.getByRole('button', { name: 'Вернуть в конкурс' }).click()
  const back = page.getByRole('alertdialog', { name: 'Вернуть в конкурс' })
  await back.getByLabel('Причина').fill('Ошибка проверки')
  await back.getByRole('button', { name: 'Вернуть', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Отстранить от конкурса' })).toBeVisible()
  await participant.reload()
  await expect(participant.getByText('Работа списана.')).toHaveCount(0)
})

test('OT-15 everybody of two regions gets one more day because of a storm', async ({ page }) => {
  const acts = countedActs()
  await logIn(page, 'admin@demo.test')
  await page.goto('/admin')
  await acts.click(page.getByRole('heading', { name: /Пятый сезон/ }).getByRole('link'))
  await acts.click(page.getByRole('main').getByRole('link', { name: 'Личностный опросник' }).first())
  await acts.click(page.getByRole('button', { name: 'Продлить регионам' }))
  const dialog = page.getByRole('alertdialog', { name: 'Продлить регионам' })
  await acts.pick(dialog.getByRole('button', { name: /Регионы/ }), /^Приморский край/, /^Калининградская область/)
  await expect(dialog.getByText(/^Срок изменится для \d+ человек/)).toBeVisible()
  await expectSound(page)
  await acts.type(dialog.getByLabel('Причина'), 'Буря: не было связи')
  await acts.click(dialog.getByRole('button', { name: 'Продлить', exact: true }))
  await expect(dialog).toBeHidden()
  expect(acts.count).toBeLessThanOrEqual(8)
  await expect(page.getByText(/Приморский край, Калининградская область: до \d\d\./)).toBeVisible()
  await expect(page.getByText(/Уведомления отправлены: \d+ участник/)).toBeVisible()
})

test('an organiser saves an audience, tags everybody in it after a preview, finds them by the tag and undoes the act', async ({
  page,
}) => {
  await logIn(page, 'admin@demo.test')
  const main = page.getByRole('main')
  await page.goto('/admin/ru_season_5/people?group=supporters')
  await main.getByRole('button', { name: 'Сохранить отбор' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(dialog.getByText('Напишите название')).toBeVisible()
  // A pasted text is not cut: the person shortens it.
  await dialog.getByLabel('Название').fill('')
  await paste(dialog.getByLabel('Название'), 'Наши сторонники '.repeat(8))
  await expect(dialog.getByText('Не больше 80 символов')).toBeVisible()
  await expect(dialog.getByLabel('Название')).toHaveValue('Наши сторонники '.repeat(8))
  await dialog.getByLabel('Название').fill('Наши сторонники')
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(dialog).toBeHidden()
  await main.getByRole('button', { name: 'Снять отбор' }).click()
  const search = main.getByRole('searchbox', { name: 'Найти человека' })
  const saved = main.getByRole('link', { name: 'Наши сторонники' })
  await search.fill('Меронова')
  await expect(page).toHaveURL(/search=/)
  // The field follows the address: a saved audience is not narrowed by an earlier search, and Back restores it.
  await saved.click()
  await expect(page).toHaveURL(/group=supporters/)
  await expect(search).toHaveValue('')
  await page.goBack()
  await expect(search).toHaveValue('Меронова')
  await saved.click()
  await expect(search).toHaveValue('')
  await expect(page).toHaveURL(/people\?group=supporters$/)

  await main.getByRole('link', { name: 'Изменить всех сразу' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Действия со многими' })).toBeVisible()
  await main.getByRole('button', { name: 'Посмотреть, что изменится' }).click()
  await expect(main.getByText('Напишите метку')).toBeVisible()
  await main.getByLabel('Метка').fill('зовём на форум')
  await main.getByLabel('Причина').fill('Приглашения на форум')
  await main.getByRole('button', { name: 'Посмотреть, что изменится' }).click()
  await expect(dialog.getByText(/^В отборе \d+ .*, изменится [1-9]/)).toBeVisible()
  await expectSound(page)
  await dialog.getByRole('button', { name: /^Изменить: / }).click()
  const act = main.getByRole('listitem').filter({ hasText: 'Поставить метку «зовём на форум»' })
  await expect(act.getByText('Сделано', { exact: true })).toBeVisible()
  await expectSound(page)

  // Points can be corrected in the middle of what is typed.
  await page.goto('/admin/ru_season_5/people?stage=rules&step=begun')
  const points = main.getByLabel('Баллы от')
  await points.pressSequentially('25')
  await points.press('Home')
  await points.pressSequentially('10')
  await expect(points).toHaveValue('1025')
  await expect(page).toHaveURL(/score_from=1025$/)
  await page.goBack()

  // A list that has become shorter than the page shows its last page.
  await page.goto('/admin/ru_season_5/people?page=99')
  await expect(page).toHaveURL(/page=(?!99)\d+$/)
  // Another page is read from its beginning, also when it is longer.
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await main.getByRole('button', { name: 'Страница 1', exact: true }).click()
  const list = main.getByRole('region', { name: 'Список участников' })
  await expect(list.locator(':focus').getByRole('table')).toBeVisible()
  await expect(list.getByRole('row').nth(1)).toBeInViewport()
  await page.goBack()
  await expect(main.getByRole('navigation', { name: 'Страницы' }).locator('[aria-current="page"]')).toBeVisible()
  await page.goBack()

  await page.goto('/admin/ru_season_5/people?tag=зовём на форум')
  await expect(main.getByText(/^Найдено: [1-9]/)).toBeVisible()
  await page.goBack()
  await act.getByRole('button', { name: 'Отменить действие' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Отменить действие' }).click()
  await expect(act.getByText('Отменено', { exact: true })).toBeVisible()
})

test('FS-07 FS-08 the portal gets a help editor and an organiser of two competitions by invitations, and the editor’s rights are taken again', async ({
  page,
  browser,
}) => {
  const email = 'edits-help@demo.test'
  await logIn(page, 'admin@demo.test')
  const main = page.getByRole('main')
  await page.goto('/admin')
  await main.getByRole('link', { name: 'Права на портале' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Права на портале' })).toBeVisible()
  await main.getByLabel('Почта').fill(email)
  await main.getByRole('checkbox', { name: 'Раздел помощи' }).check()
  await main.getByRole('button', { name: 'Пригласить', exact: true }).click()
  await expect(main.getByText(email)).toBeVisible()

  await main.getByLabel('Почта').fill('two-seasons@demo.test')
  await main.getByRole('radio', { name: 'Только в выбранных' }).check()
  await expect(main.getByRole('checkbox', { name: 'Раздел помощи' })).toHaveCount(0)
  await main.getByRole('checkbox', { name: 'Лидеры страны. Пятый сезон' }).check()
  await main.getByRole('checkbox', { name: 'Социальные архитекторы' }).check()
  await main.getByRole('checkbox', { name: 'Участники и обращения' }).check()
  await main.getByRole('button', { name: 'Пригласить', exact: true }).click()
  const waiting = main.getByRole('listitem').filter({ hasText: 'two-seasons@demo.test' })
  await expect(waiting.getByText('Социальные архитекторы: Участники и обращения')).toBeVisible()
  await expectSound(page)
  await waiting.getByRole('button', { name: 'Отозвать приглашение' }).click()
  await expect(waiting).toHaveCount(0)

  const letters = await page.request.get(`/api/v3/dev/outbox?to=${email}`)
  const texts = ((await letters.json()) as { text: string }[]).map(({ text }) => text)
  const editor = await browser.newPage({ viewport: { width: 360, height: 740 } })
  await editor.goto(texts.join(' ').match(/\/staff-invitation#\S+/)?.[0] ?? '')
  await expect(editor.getByText('Вас приглашают вести портал, во всех конкурсах.')).toBeVisible()
  await editor.getByRole('textbox', { name: 'Фамилия' }).fill('Помощникова')
  await editor.getByRole('textbox', { name: 'Имя' }).fill('Вера')
  await editor.getByLabel('Новый пароль', { exact: true }).fill('Kedr-Volna-4817-Zima')
  await editor.getByLabel('Пароль ещё раз').fill('Kedr-Volna-4817-Zima')
  await editor.getByRole('button', { name: 'Принять приглашение' }).click()
  await expect(editor).toHaveURL(/\/admin$/)

  await page.reload()
  const row = main.getByRole('listitem').filter({ hasText: 'Помощникова' })
  await expect(row.getByText('Во всех конкурсах: Раздел помощи')).toBeVisible()
  await expect(row.getByText('Нет второго фактора')).toBeVisible()
  await row.getByRole('button', { name: /^Изменить права/ }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('checkbox', { name: 'Раздел помощи' }).uncheck()
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Забрать все права' }).click()
  await expect(row).toHaveCount(0)
})

test('an organiser is invited by a link with rights in one competition, and confirms a result that another organiser requests for one person', async ({
  page,
  browser,
}) => {
  const email = personWho('becomes an organiser')
  await logIn(page, 'admin@demo.test')
  const main = page.getByRole('main')
  await page.goto('/admin/ru_season_5/rights')
  await main.getByRole('button', { name: 'Пригласить' }).click()
  await expect(main.getByText('Напишите адрес почты')).toBeVisible()
  await main.getByLabel('Почта').fill(email)
  await main.getByRole('checkbox', { name: 'Участники и обращения' }).check()
  await main.getByRole('checkbox', { name: 'Проверка, оценивание и отбор' }).check()
  await main.getByRole('checkbox', { name: 'Отчёты и выгрузки' }).check()
  await main.getByRole('button', { name: 'Пригласить' }).click()
  await expect(main.getByText(/^Ссылка действует до /)).toBeVisible()
  await expectSound(page)
  const letters = await page.request.get(`/api/v3/dev/outbox?to=${email}`)
  const texts = ((await letters.json()) as { text: string }[]).map(({ text }) => text)
  const link = texts.join(' ').match(/\/staff-invitation#\S+/)?.[0] ?? ''

  const second = await (await browser.newContext()).newPage()
  await second.goto(link)
  await expect(second.getByText(/^Вас приглашают организатором конкурса/)).toBeVisible()
  await second.getByRole('button', { name: 'Принять приглашение' }).click()
  await expect(second.getByText(/конкурс ждёт в управлении/)).toBeVisible()

  const search = `/admin/ru_season_5/people?search=${personWho('is helped by an organiser')}`
  await page.goto(search)
  await main.getByRole('link', { name: 'Миронова Екатерина Ринатовна' }).click()
  await main.getByRole('link', { name: 'Другие действия с участником' }).click()
  await expect(main.getByText(/^Только участник ID\s\d+/)).toBeVisible()
  await main.getByText('Назначить результат', { exact: true }).click()
  await main.getByRole('button', { name: /Какой этап/ }).click()
  await page.getByRole('option', { name: 'Личностный опросник' }).click()
  await main.getByLabel('Причина').fill('Прошла очно')
  await expectSound(page)
  await main.getByRole('button', { name: 'Посмотреть, что изменится' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Попросить подтвердить: 1 человек/ })
    .click()
  const act = main.getByRole('listitem').filter({ hasText: 'Прошла очно' })
  await expect(act.getByText('Ждёт подтверждения')).toBeVisible()
  await expect(act.getByRole('button', { name: 'Отозвать' })).toBeVisible()

  // The console's first page leads only to places that the rights open.
  await logIn(second, email)
  await second.goto('/admin')
  const duty = dutyOf(second, /Пятый сезон/)
  const sections = duty.getByRole('list', { name: /^Разделы управления/ }).getByRole('link')
  await expect(sections).toHaveText(['Отбор', 'Отчёты', 'Выгрузки'])
  await expect(second.getByRole('list', { name: 'Ваши конкурсы' }).getByRole('heading')).toHaveCount(1)
  await sections.filter({ hasText: 'Отчёты' }).click()
  await expect(second.getByRole('heading', { level: 1, name: 'Отчёты' })).toBeVisible()
  const beside = second.getByRole('navigation', { name: 'Разделы управления' })
  const titles = [
    'Участники',
    'Действия со многими',
    'Повторы',
    /^Обращения/,
    /^Проверка/,
    'Отбор',
    'Отчёты',
    'Выгрузки',
  ]
  await expect(beside.getByRole('link')).toHaveText(titles)
  await expect(beside.getByRole('link', { name: 'Отчёты' })).toHaveAttribute('aria-current', 'page')
  await expect(beside.locator('[aria-current]')).toHaveCount(1)

  await second.goto('/admin/ru_season_5/acts')
  await second.getByRole('button', { name: 'Подтвердить', exact: true }).click()
  await second.getByRole('alertdialog').getByRole('button', { name: 'Подтвердить решение' }).click()
  const confirmed = second.getByRole('main').getByRole('listitem').filter({ hasText: 'Прошла очно' })
  await expect(confirmed.getByText('Сделано', { exact: true })).toBeVisible()
})
