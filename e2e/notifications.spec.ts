import { expect, type Page, test } from '@playwright/test'
import { hostileHtml } from '../server/testing/hostile-html.ts'
import { enter, stopTime } from './people.ts'
import { faultsOf, settle } from './sound.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^Уведомления/ })
const view = (page: Page, name: 'Новые' | 'История') => page.getByRole('region', { name })
const items = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
const api = '**/api/v3/user/notifications?*'

interface Shown {
  id: number
  title: string
  text: string
  payload: string
  created: string
  status: 'unread' | 'read'
}

const some = (count: number, status: Shown['status'] = 'unread'): Shown[] =>
  Array.from({ length: count }, (_, number) => ({
    id: count - number,
    title: `Уведомление № ${count - number}`,
    text: 'Текст уведомления',
    payload: '',
    created: '2026-11-21 10:00:00',
    status,
  }))

/** A notification that is always five minutes old. */
const fiveMinutesOld = (): Shown => ({
  ...(some(1)[0] as Shown),
  get created() {
    return new Date(Date.now() + 3 * 3_600_000 - 5 * 60_000).toISOString().slice(0, 19).replace('T', ' ')
  },
})

/** Answers the page with these notifications and records its requests as `status offset`, or as the method. */
async function tell(page: Page, unread: Shown[], read: Shown[] = []) {
  const asked: string[] = []
  let [fresh, past] = [unread, read]
  await page.route(api, async (route) => {
    const query = new URL(route.request().url()).searchParams
    const [status, offset, limit] = [query.get('status'), Number(query.get('offset')), Number(query.get('limit'))]
    const all = status === 'unread' ? fresh : past
    asked.push(`${status} ${offset}`)
    const notifications = all.slice(offset, offset + limit)
    await route.fulfill({
      json: { notifications, count: all.length, unread: fresh.length },
      headers: { ETag: `"${fresh.length}"` },
    })
  })
  await page.route('**/api/v3/user/notifications/*', async (route) => {
    const id = Number(route.request().url().split('/').at(-1))
    asked.push(`${route.request().method()} ${id}`)
    past = [...fresh.filter((one) => one.id === id), ...past]
    fresh = fresh.filter((one) => one.id !== id)
    await route.fulfill({ json: { unread: fresh.length } })
  })
  return {
    asked,
    add: (one: Shown) => {
      fresh = [one, ...fresh]
    },
  }
}

async function opened(page: Page, who = 'finalist@demo.test') {
  await enter(page, who)
  await bell(page).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

test('SC-01 the bell opens a popover 400 wide with a list 440 high and two views; on a phone a sheet of full width', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  await opened(page)
  const dialog = page.getByRole('dialog', { name: 'Уведомления' })
  await expect(view(page, 'Новые')).toBeVisible()
  await settle(page)
  const width = () => dialog.evaluate((element) => element.parentElement?.getBoundingClientRect().width)
  await expect.poll(width).toBe(isMobile ? 360 : 400)
  const heightOf = async (name: 'Новые' | 'История') => (await view(page, name).boundingBox())?.height
  await expect.poll(() => heightOf('Новые')).toBe(440)
  await page.getByRole('tab', { name: 'История' }).click()
  await expect(view(page, 'История').getByRole('heading').first()).toBeVisible()
  await expect.poll(() => heightOf('История')).toBe(440)
  expect(await faultsOf(page, 'the bell')).toEqual([])
})

test('SC-02 a notification shows title, text, its age and its payload; only unread ones can be marked', async ({
  page,
}) => {
  const payload = '<p>Встреча: <a href="https://example.com/meeting">ссылка</a></p>'
  await tell(page, [{ ...fiveMinutesOld(), payload }], some(1, 'read'))
  await opened(page)
  const item = items(page).first()
  await expect(item.getByRole('heading')).toHaveText('Уведомление № 1')
  await expect(item).toContainText('Текст уведомления')
  await expect(item.getByRole('time')).toHaveText('5 минут назад')
  await expect(item.getByRole('link', { name: 'ссылка' })).toHaveAttribute('href', 'https://example.com/meeting')
  await expect(item.getByRole('button', { name: /^Отметить прочитанным/ })).toBeVisible()
  await page.getByRole('tab', { name: 'История' }).click()
  await expect(items(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Отметить прочитанным/ })).toHaveCount(0)
})

test('SC-02 the age of a notification stays right while the list is open', async ({ page }) => {
  await page.clock.install()
  await tell(page, [fiveMinutesOld()])
  await opened(page)
  await expect(items(page).getByRole('time')).toHaveText('5 минут назад')
  await page.clock.runFor(2 * 60_000)
  await expect(items(page).getByRole('time')).toHaveText('7 минут назад')
})

test('SC-02 the age of a notification follows the server’s clock, not the browser’s', async ({ page }) => {
  await page.route(api, (route) =>
    route.fulfill({
      json: { notifications: [fiveMinutesOld()], count: 1, unread: 1 },
      headers: { ETag: '"1"', Date: new Date().toUTCString() },
    }),
  )
  await page.clock.install({ time: Date.now() - 26 * 3_600_000 })
  await opened(page)
  await expect(items(page).getByRole('time')).toHaveText('5 минут назад')
})

test('a link in a notification to a page of the portal opens it without a full load', async ({ page }) => {
  const payload =
    '<p><a href="/profile/consents?from=bell#top">Согласия</a> <a href="/view/100x-nothing.png">Файл</a></p>'
  await tell(page, [{ ...(some(1)[0] as Shown), payload }])
  await opened(page)
  await page.evaluate(() => Object.assign(window, { same: true }))
  await page.getByRole('link', { name: 'Согласия' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Согласия' })).toBeVisible()
  await expect(page).toHaveURL('/profile/consents?from=bell#top')
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await page.evaluate(() => (window as { same?: boolean }).same)).toBe(true)
})

test('SC-03 each view has a message when there are no notifications', async ({ page }) => {
  await tell(page, [])
  await opened(page)
  await expect(view(page, 'Новые')).toHaveText('Новых уведомлений не найдено')
  await page.getByRole('tab', { name: 'История' }).click()
  await expect(view(page, 'История')).toHaveText('Нет данных')
})

test('SC-04 the list loads ten at a time, the offset growing by ten, until the count is below offset plus limit', async ({
  page,
}) => {
  const { asked } = await tell(page, some(25))
  await opened(page)
  for (const shown of [10, 20, 25]) {
    // Counts before the end of the list is visible, because the end loads ten more.
    await expect(items(page)).toHaveCount(shown)
    await items(page).last().scrollIntoViewIfNeeded()
  }
  await view(page, 'Новые').evaluate((box) => box.scrollTo(0, box.scrollHeight))
  const pages = [...new Set(asked.filter((line) => line.startsWith('unread')))]
  expect(pages).toEqual(['unread 0', 'unread 10', 'unread 20'])
})

test('ST-10 marking removes the item, lowers the count, reloads the history and moves the focus on', async ({
  page,
}) => {
  const { asked } = await tell(page, some(3))
  await opened(page)
  // While the dialog is open, the rest of the page is hidden from assistive technology.
  const trigger = (name: string) => expect(page.locator(`button[aria-label="${name}"]`)).toBeAttached()
  await trigger('Уведомления: 3 новых уведомления')
  await expect.poll(() => asked.filter((line) => line === 'read 0').length).toBe(1)
  const buttons = page.getByRole('button', { name: /^Отметить прочитанным/ })
  await buttons.nth(1).focus()
  await page.keyboard.press('Enter')
  await expect(items(page)).toHaveCount(2)
  await expect(page.getByRole('tab', { name: 'Новые · 2' })).toBeVisible()
  await trigger('Уведомления: 2 новых уведомления')
  await expect(page.getByRole('button', { name: 'Отметить прочитанным: Уведомление № 1' })).toBeFocused()
  await expect.poll(() => asked.filter((line) => line === 'read 0').length).toBe(2)
  expect(asked).toContain('PATCH 2')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Отметить прочитанным: Уведомление № 3' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(view(page, 'Новые')).toHaveText('Новых уведомлений не найдено')
  await expect(view(page, 'Новые')).toBeFocused()
  await page.getByRole('tab', { name: 'История' }).click()
  await expect(items(page)).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(bell(page)).toBeFocused()
  await expect(bell(page)).toHaveAccessibleName('Уведомления')
})

test('a mark that the server refused is undone, and the page says why', async ({ page }) => {
  await tell(page, some(2))
  await page.route('**/api/v3/user/notifications/*', (route) => route.abort())
  await opened(page)
  await page
    .getByRole('button', { name: /^Отметить прочитанным/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Нет связи с сервером')
  await expect(items(page)).toHaveCount(2)
})

test('all can be marked at once', async ({ page }) => {
  await opened(page, 'participant@demo.test')
  await page.getByRole('button', { name: 'Отметить все прочитанными' }).click()
  await expect(view(page, 'Новые')).toHaveText('Новых уведомлений не найдено')
  await page.reload()
  await expect(bell(page)).toHaveAccessibleName('Уведомления')
})

test('ST-10 the page polls every 15 s while a person is logged in and the page is visible, and at once when it becomes visible again', async ({
  page,
}) => {
  await page.clock.install()
  const { asked, add } = await tell(page, some(1))
  const polls = () => asked.length
  let answered = 0
  page.on('requestfinished', (request) => {
    if (request.url().includes('/user/notifications?')) answered += 1
  })
  await page.goto('/ru_season_5/login')
  await page.clock.runFor(60_000)
  expect(polls(), 'nobody is logged in').toBe(0)
  await enter(page, 'finalist@demo.test')
  await expect(bell(page)).toHaveAccessibleName('Уведомления: 1 новое уведомление')
  // From here on only the test moves the clock. Hiding and showing the page restarts the fifteen seconds.
  await stopTime(page)
  // A poll started by this jump of the clock must end first, or it would be taken for the poll at the return.
  await expect.poll(() => answered).toBe(polls())
  const oneMore = (number: number) => add({ ...(some(number)[0] as Shown), title: `Новость № ${number}` })
  await show(page, 'hidden')
  oneMore(2)
  await show(page, 'visible')
  await counted(page, 2)
  const before = polls()
  for (const round of [1, 2, 3]) {
    oneMore(2 + round)
    await page.clock.runFor(14_900)
    expect(polls()).toBe(before + round - 1)
    await page.clock.runFor(100)
    await counted(page, 2 + round)
    expect(polls()).toBe(before + round)
  }
  await show(page, 'hidden')
  await page.clock.runFor(120_000)
  expect(polls(), 'nobody looks').toBe(before + 3)
  add({ ...(some(6)[0] as Shown), title: 'Открыта запись на встречу' })
  await show(page, 'visible')
  await counted(page, 6)
  expect(polls()).toBe(before + 4)
  await page.clock.resume()
  await expect(page.locator('[data-live-announcer]')).toHaveText('Новое уведомление: Открыта запись на встречу')
})

/** Waits until the answer has been read and the bell shows it: the next fifteen seconds start then. */
const counted = (page: Page, unread: number) =>
  expect
    .poll(async () => {
      await page.clock.runFor(1)
      return bell(page).textContent()
    })
    .toBe(String(unread))

/** Simulates a switch to another tab, or back. */
const show = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)

test('the poll sends its ETag and gets a few bytes when nothing is new', async ({ page }) => {
  await page.clock.install()
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.url().includes('/user/notifications?status=unread')) answers.push(response.status())
  })
  // No other test sends notifications to this person.
  await enter(page, 'assessor@demo.test')
  // On a busy machine the page may poll more than once meanwhile.
  await expect.poll(() => answers[0]).toBe(200)
  const name = await bell(page).getAttribute('aria-label')
  await page.clock.runFor(15_000)
  await expect.poll(() => answers.length).toBeGreaterThan(1)
  expect(new Set(answers.slice(1))).toEqual(new Set([304]))
  expect(await bell(page).getAttribute('aria-label')).toBe(name)
})

test('more than 99 are shown as 99+, and a failed load is reported and can be repeated', async ({ page }) => {
  await tell(page, some(120))
  await enter(page, 'finalist@demo.test')
  await expect(bell(page)).toHaveText('99+')
  await expect(bell(page)).toHaveAccessibleName('Уведомления: 120 новых уведомлений')
  let broken = true
  await page.route(/status=read/, (route) => (broken ? route.abort() : route.fallback()))
  await bell(page).click()
  await page.getByRole('tab', { name: 'История' }).click()
  await expect(view(page, 'История')).toContainText('Не удалось загрузить уведомления')
  broken = false
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(view(page, 'История')).toHaveText('Нет данных')
})

const payloads = [
  '<script>window.hurt=1</script>',
  '<img src=x onerror="window.hurt=1">',
  '<img src="data:image/svg+xml,<svg onload=\'parent.hurt=1\'>">',
  '<svg onload="window.hurt=1"></svg>',
  '<svg><script>window.hurt=1</script></svg>',
  '<svg><animate onbegin="window.hurt=1" attributeName="x" dur="1s"></svg>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=window.hurt=1>',
  '<iframe srcdoc="<script>parent.hurt=1</script>"></iframe>',
  '<iframe src="javascript:parent.hurt=1"></iframe>',
  '<object data="javascript:window.hurt=1"></object>',
  '<embed src="javascript:window.hurt=1">',
  '<details open ontoggle="window.hurt=1"><summary>x</summary></details>',
  '<body onload="window.hurt=1">',
  '<video><source onerror="window.hurt=1"></video>',
  '<audio src=x onerror="window.hurt=1"></audio>',
  '<input autofocus onfocus="window.hurt=1">',
  '<form action="javascript:window.hurt=1"><button>ок</button></form>',
  '<a href="javascript:window.hurt=1">нажмите</a>',
  '<a href="jav\tascript:window.hurt=1">нажмите</a>',
  '<a href="  javascript:window.hurt=1">нажмите</a>',
  '<a href="data:text/html,<script>opener.hurt=1</script>">нажмите</a>',
  '<a href="vbscript:window.hurt=1">нажмите</a>',
  '<a href="http://example.com/">нажмите</a>',
  '<a href="//example.com/">нажмите</a>',
  '<style>*{background:url("javascript:window.hurt=1")}</style>',
  '<p style="position:fixed;inset:0">поверх</p>',
  '<link rel=stylesheet href="javascript:window.hurt=1">',
  '<meta http-equiv="refresh" content="0;url=javascript:window.hurt=1">',
  '<base href="https://example.com/">',
  '<template><script>window.hurt=1</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=window.hurt=1>"></noscript>',
  '"><img src=x onerror=window.hurt=1>',
  '{{constructor.constructor("window.hurt=1")()}}',
]

test('R-35 nothing in hostile titles, texts and payloads runs or leads away from the portal, and titles are shown as written', async ({
  page,
}) => {
  const asked: string[] = []
  await page.addInitScript(() => Object.assign(window, { ran: () => Object.assign(window, { hurt: 1 }) }))
  page.on('request', (request) => /example\.(com|invalid)/.test(request.url()) && asked.push(request.url()))
  const all = [...payloads, ...hostileHtml]
  const hostile = all.map((text, number) => ({
    ...(some(1)[0] as Shown),
    id: all.length - number,
    title: text,
    text,
    payload: text,
  }))
  await tell(
    page,
    hostile,
    hostile.map((one) => ({ ...one, status: 'read' })),
  )
  await opened(page)
  for (const name of ['Новые', 'История'] as const) {
    await page.getByRole('tab', { name: new RegExp(name) }).click()
    const box = view(page, name)
    // Each page of the list has its own time to load.
    for (let shown = 0; shown < all.length; shown = await items(page).count())
      await expect
        .poll(
          async () => {
            await box.evaluate((element) => element.scrollTo(0, element.scrollHeight))
            return items(page).count()
          },
          { intervals: [50] },
        )
        .toBeGreaterThan(shown)
    await expect(items(page)).toHaveCount(all.length)
    await expect(items(page).first().getByRole('heading')).toHaveText(payloads[0] ?? '')
    const pressed = await box.evaluate((element) => {
      const links = [...element.querySelectorAll('a')]
      for (const link of links) {
        // A script in an address would run at once; an external link is not followed.
        if (!/^\s*\w*script:/i.test(link.href)) link.addEventListener('click', (event) => event.preventDefault())
        link.click()
      }
      return links.length
    })
    expect(pressed).toBeGreaterThan(0)
    const left = await box.evaluate((element) =>
      [...element.querySelectorAll('*')].flatMap((one) => [
        ...(/^(script|style|iframe|object|embed|form|input|svg|math|base|meta|link|template)$/i.test(one.localName)
          ? [one.localName]
          : []),
        ...[...one.attributes]
          .filter(
            ({ name, value }) =>
              /^on|^style$|^srcdoc$/.test(name) || /^\s*(javascript|vbscript|data:text|http:)/i.test(value),
          )
          .map(({ name }) => name),
      ]),
    )
    expect(left).toEqual([])
  }
  expect(await page.evaluate(() => (window as { hurt?: number }).hurt)).toBeUndefined()
  // The specification allows https pictures; nothing else may be requested.
  expect(asked.filter((url) => url !== 'https://example.invalid/a.png')).toEqual([])
})
