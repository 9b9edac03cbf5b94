import { expect, test } from '@playwright/test'
import { aPdf } from '#server/testing/a-pdf.ts'
import { personWho } from './cast.ts'
import { startWithoutTrack } from './change-start.ts'
import { savedBy } from './download.ts'
import { choose, logIn, stopTime, typeLogin } from './people.ts'
import { expectSound } from './sound.ts'

const uniqueWords = () => `Не открывается страница этапа, попытка ${Date.now()}${test.info().workerIndex}`

test('RT-08 a person writes to support, loses nothing on a reload, gets a number, and receives the organiser’s answer', async ({
  page,
  browser,
}) => {
  const words = uniqueWords()
  await logIn(page, 'captain@demo.test')
  await page.goto('/ru_season_5/support')
  await expect(page.getByLabel('Куда ответить')).toHaveValue('captain@demo.test')
  await expectSound(page, 'support')

  await page.getByRole('button', { name: 'Отправить' }).click()
  await expect(page.getByRole('alert')).toContainText('Выберите тему')
  await expect(page.getByRole('alert')).toContainText('Опишите, что случилось')

  await page.getByLabel('Что случилось').fill(words)
  await expect(page.getByText(/Сохранено/)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Что случилось')).toHaveValue(words)

  await choose(page, /Тема/, 'Портал работает не так')
  await page.getByLabel(/Файлы/).setInputFiles({
    name: 'снимок.pdf',
    mimeType: 'application/pdf',
    buffer: aPdf(),
  })
  await expect(page.getByRole('button', { name: 'Убрать файл «снимок.pdf»' })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await page.getByRole('button', { name: 'Отправить' }).click()
  const number = page.getByRole('heading', { name: /Номер обращения — \d+/ })
  await expect(number).toBeFocused()
  const id = ((await number.textContent()) ?? '').replace(/\D/g, '')
  const own = page.getByRole('article', { name: new RegExp(`№ ${id}\\.`) })
  await expect(own).toContainText('Ждёт ответа')
  await expect(own).toContainText(words)
  await expectSound(page, 'sent')

  const desk = await browser.newContext()
  const organiser = await desk.newPage()
  await logIn(organiser, 'admin@demo.test')
  await organiser.goto('/ru_season_5/support')
  await organiser.getByRole('link', { name: 'Входящие обращения' }).click()
  const incoming = organiser.getByRole('article', { name: new RegExp(`№ ${id}\\.`) })
  await expect(incoming).toContainText(words)
  expect(await savedBy(organiser, () => incoming.getByRole('button', { name: 'снимок.pdf' }).click())).toBe(
    'снимок.pdf',
  )
  await incoming.getByRole('button', { name: 'Ответить' }).click()
  await incoming.getByLabel('Ответ').fill('Починили, обновите страницу')
  await expectSound(organiser, 'inbox')
  await incoming.getByRole('button', { name: 'Отправить ответ' }).click()
  await expect(incoming).toHaveCount(0)
  await desk.close()

  await page.reload()
  await expect(own).toContainText('Есть ответ')
  await expect(own).toContainText('Починили, обновите страницу')
  // A sent text is no longer a draft.
  await expect(page.getByLabel('Что случилось')).toHaveValue('')
})

test('RT-08 RL-01 only organisers can open the inbox, and the login page shows where to get help', async ({ page }) => {
  await page.goto('/ru_season_5/login')
  await expect(page.getByRole('link', { name: 'support@demo.test' })).toHaveAttribute(
    'href',
    'mailto:support@demo.test',
  )
  await page.goto('/ru_season_5/forgot')
  await expect(page.getByRole('link', { name: 'support@demo.test' })).toBeVisible()
  await logIn(page, 'participant@demo.test')
  await page.goto('/ru_season_5/support')
  await expect(page.getByRole('heading', { name: 'Мои обращения' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Входящие обращения' })).toHaveCount(0)
  await page.goto('/ru_season_5/support/inbox')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Отсутствует доступ к запрошенной странице')
})

test('RT-08 while a person writes, matching help articles are suggested', async ({ page }) => {
  await logIn(page, 'participant@demo.test')
  await page.goto('/ru_season_5/support')
  await page.getByLabel('Что случилось').fill('Не могу восстановить пароль от личного кабинета')
  const hints = page.getByRole('status').filter({ hasText: 'Возможно, ответ уже есть' })
  await expect(hints.getByRole('link').first()).toHaveAttribute('href', /\/ru_season_5\/faq\/.+/)
  await expectSound(page, 'hints')
})

test('RT-07 an invitation letter reveals nothing about accounts and can be stopped by one click; its link survives the steps of registration', async ({
  page,
  request,
  browser,
}) => {
  const friend = `friend${Date.now()}${test.info().workerIndex}@example.test`
  await logIn(page, 'captain@demo.test')
  await page.goto('/ru_season_5/invite')
  await expect(page.getByRole('img', { name: /QR-код/ }).locator('path')).toHaveCount(1)
  await expectSound(page, 'invite')
  const email = page.getByLabel('Электронная почта друга')
  await email.fill('captain@demo.test')
  await page.getByRole('button', { name: 'Отправить приглашение' }).click()
  await expect(page.getByText('Это ваш собственный адрес')).toBeVisible()
  await email.fill(friend)
  await page.getByRole('button', { name: 'Отправить приглашение' }).click()
  await expect(page.getByText(`Приглашаем ${friend}`)).toBeVisible()
  await expect(email).toBeFocused()
  await expectSound(page, 'invited')
  expect(await savedBy(page, () => page.getByRole('button', { name: 'Сохранить' }).click())).toBe('приглашение.png')

  const letters = async () =>
    (await (await request.get(`/api/v3/dev/outbox?to=${friend}`)).json()) as { text: string }[]
  // A job decides whether a letter is sent.
  await expect.poll(async () => (await letters()).length).toBe(1)
  const [letter] = await letters()
  const link = /\/ru_season_5\/register\?invite=\w+/.exec(letter?.text ?? '')?.[0] ?? ''
  expect(await page.getByLabel('Ваша личная ссылка').inputValue()).toContain(link)
  const stop = /\/invitations\/stop\?token=[\w-]+/.exec(letter?.text ?? '')?.[0] ?? ''

  const own = await browser.newContext()
  const newcomer = await own.newPage()
  await newcomer.goto(stop)
  await expectSound(newcomer, 'stop')
  await newcomer.getByRole('button', { name: 'Больше не присылать' }).click()
  await expect(newcomer.getByRole('heading', { level: 1 })).toHaveText('Готово')

  await newcomer.goto(link)
  await newcomer.getByRole('link', { name: 'Войдите' }).click()
  await newcomer.getByRole('link', { name: 'Зарегистрироваться' }).click()
  await newcomer.getByRole('button', { name: /Начать/ }).click()
  await newcomer.getByLabel('Электронная почта').fill(friend)
  await newcomer.getByLabel('Мобильный телефон').fill('+79160000000')
  const prepared = newcomer.waitForRequest('**/auth/register/prepare')
  await newcomer.getByRole('button', { name: 'Получить код' }).click()
  expect((await prepared).postDataJSON()).toMatchObject({ invite: link.split('=')[1] })
  await own.close()
})

test('RT-07 invited people are shown by first name and initial', async ({ page }) => {
  await logIn(page, 'finalist@demo.test')
  await page.goto('/ru_season_5/invite')
  const people = page.getByRole('list', { name: /Пришли по вашему приглашению/ })
  await expect(people.getByRole('listitem').first()).toContainText(/^[А-ЯЁ][а-яё]+ [А-ЯЁ]\./)
})

test('LY-12 three seconds after the stages have loaded the notice «Брось вызов!» appears and leads to the invitations', async ({
  page,
}) => {
  await logIn(page, personWho('follows the invitation'))
  const known = Promise.withResolvers<void>()
  await startWithoutTrack(page)
  await page.route('**/user/user-stages?*', async (route) => {
    await known.promise
    await route.continue()
  })
  await page.clock.install()
  await page.goto('/ru_season_5/state')
  await expect(page.locator('[aria-live][data-optional-control]')).toBeAttached()
  // From here on only the test moves the clock.
  await stopTime(page)
  known.resolve()
  const path = page.getByRole('region', { name: 'Путь участника' })
  await expect
    .poll(async () => {
      await page.clock.runFor(20)
      return path.isVisible()
    })
    .toBe(true)
  const notice = page.getByText('Брось вызов!')
  await page.clock.runFor(2500)
  await expect(notice).toBeHidden()
  await page.clock.runFor(1000)
  await expect(notice).toBeVisible()
  await page.clock.resume()
  await page.getByRole('link', { name: 'Пригласить' }).click()
  await expect(page).toHaveURL(/\/ru_season_5\/invite$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Пригласить друга')
})

test(
  'the notice «Брось вызов!» is shown on overview pages, below their content, and on no device once it is closed',
  {
    tag: '@phone',
  },
  async ({ page, browser }, { project }) => {
    const person = personWho(project.name === 'phone' ? 'closes the invitation on a phone' : 'closes the invitation')
    await logIn(page, person)
    await page.goto('/ru_season_5/state')
    const notice = page.getByText('Брось вызов!')
    await expect(notice).toBeVisible()
    // The notice is a part of the page and covers nothing.
    expect(
      await notice.evaluate((words) => getComputedStyle(words.closest('[class*=banner]') as Element).position),
    ).toBe('static')
    await page
      .getByRole('link', { name: /Правила конкурса/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Правила')
    await expect(notice).toBeHidden()
    await page.goBack()
    await expect(notice).toBeVisible()
    const closed = page.waitForResponse((answer) => answer.url().endsWith('/user/closed-notices'))
    await page.getByRole('button', { name: 'Закрыть сообщение' }).click()
    expect((await closed).status()).toBe(204)
    const elsewhere = await browser.newPage()
    await logIn(elsewhere, person)
    await elsewhere.clock.install()
    await elsewhere.goto('/ru_season_5/state')
    await expect(elsewhere.getByRole('region', { name: 'Путь участника' })).toBeVisible()
    await elsewhere.clock.runFor(10_000)
    await expect(elsewhere.getByText('Брось вызов!')).toBeHidden()
    await elsewhere.close()
  },
)

test('R-38 no address from outside leads away from the portal', async ({ page, baseURL }) => {
  const home = new URL(baseURL ?? '').origin
  for (const hostile of [
    '/offline-event-booking?competition=//evil.example',
    '/offline-event-booking?competition=/%5Cevil.example',
    '/offline-event-booking?competitionCode=https:evil.example',
    '/%2F%2Fevil.example/login',
    '/ru_season_5/login?next=//evil.example',
    '/ru_season_5/verify#javascript:alert(1)',
    '/ru_season_5/register?invite=//evil.example',
  ]) {
    await page.goto(hostile)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(new URL(page.url()).origin, hostile).toBe(home)
  }
  await page.goto('/ru_season_5/login?next=//evil.example')
  await typeLogin(page, 'participant@demo.test')
  await expect(page).toHaveURL((url) => !url.pathname.endsWith('/login'))
  expect(new URL(page.url()).origin).toBe(home)
})

test('RT-08 while offline the form shows it and keeps all text', async ({ page, context }) => {
  const words = uniqueWords()
  await logIn(page, 'mentor@demo.test')
  await page.goto('/ru_season_5/support')
  await choose(page, /Тема/, 'Другое')
  await page.getByLabel('Что случилось').fill(words)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Отправить' }).click()
  await expect(page.getByRole('alert')).toContainText('Нет связи с сервером')
  await expect(page.getByLabel('Что случилось')).toHaveValue(words)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Отправить' }).click()
  await expect(page.getByRole('heading', { name: /Номер обращения/ })).toBeVisible()
})
