import { expect, type Page, test } from '@playwright/test'
import { hostileHtml } from '../server/testing/hostile-html.ts'
import { personWho } from './cast.ts'
import { demoPassword, logIn } from './people.ts'

/** Counts scripts that ran and requests to other hosts. */
async function watch(page: Page) {
  const seen: string[] = []
  await page.exposeFunction('ran', () => void seen.push('a script ran'))
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (/example\.invalid/.test(request.url())) seen.push(`asked ${request.url()}`)
  })
  return seen
}

/**
 * Finds what no page of the portal contains: elements that run or load something, handlers, and links out of the
 * portal.
 */
const astray = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('#root *, [role=dialog] *, [role=alertdialog] *')].flatMap((element) => [
      ...(/^(script|iframe|object|embed|base|meta|link|math)$/.test(element.localName)
        ? [`<${element.localName}>`]
        : []),
      ...[...element.attributes]
        .filter(
          ({ name, value }) =>
            /^on|^srcdoc$/.test(name) || /^\s*(javascript|vbscript|data:text|http:\/\/example)/i.test(value),
        )
        .map(({ name, value }) => `${name}=${value}`),
    ]),
  )

/** The list in as few texts of this length as possible. The server refuses control characters. */
function inTexts(most: number): string[] {
  const texts: string[] = []
  for (const one of hostileHtml.filter((text) => text.length < most && !/\p{Cc}/u.test(text))) {
    const last = texts.at(-1)
    if (last === undefined || last.length + one.length + 1 > most) texts.push(one)
    else texts[texts.length - 1] = `${last}\n${one}`
  }
  return texts
}

/** Calls the API as this person. */
async function callsOf(page: Page, username: string) {
  const answer = await page.request.post('/api/v3/auth/login', { data: { username, password: demoPassword } })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return async (method: string, path: string, data?: object) => {
    const told = await page.request.fetch(`/api/v3${path}`, { method, data, headers: { 'X-Token': token } })
    expect(told.ok(), `${method} ${path}: ${await told.text()}`).toBe(true)
    return told.json()
  }
}

test('R-35 a request to support and its answer are shown as written, and nothing in them runs', async ({
  page,
  browser,
}) => {
  const person = personWho('writes hostile texts')
  const seen = await watch(page)
  await logIn(page, person)
  const call = await callsOf(page, person)
  const numbers: number[] = []
  for (const text of inTexts(3900)) {
    const body = { competition_code: 'ru_season_5', topic: '', text, email: person }
    const { topics } = await call('GET', '/feedback_form?competition_code=ru_season_5')
    numbers.push((await call('POST', '/feedback_form', { ...body, topic: topics[0].code })).id)
  }
  const organiser = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
  const seenByOrganiser = await watch(organiser)
  await logIn(organiser, 'admin@demo.test')
  const answer = await callsOf(organiser, 'admin@demo.test')
  for (const [place, text] of inTexts(3900).entries())
    await answer('POST', `/admin/feedback/${numbers[place]}/answer`, { text, close: false })
  await organiser.goto('/ru_season_5/support/inbox')
  await organiser.getByRole('tab', { name: 'Отвечены' }).click()
  await expect(organiser.getByText('ran()').first()).toBeAttached()
  await page.goto('/ru_season_5/support')
  await expect(page.getByText('ran()').first()).toBeAttached()
  expect([await astray(page), await astray(organiser)]).toEqual([[], []])
  await page.getByRole('button', { name: /^Уведомления/ }).click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: /Ответ/ }).first()).toBeVisible()
  expect(await astray(page)).toEqual([])
  expect([seen, seenByOrganiser]).toEqual([[], []])
  await organiser.context().close()
})

test('R-35 the reason for rejecting the rules is shown as it was written', async ({ page }) => {
  const seen = await watch(page)
  const person = personWho('rejects with hostile words')
  await logIn(page, person)
  const call = await callsOf(page, person)
  const { stages } = await call('GET', '/user/user-stages?competition_code=ru_season_5')
  type Stage = { type: string; stage_id: number; childs: Stage[] }
  const all = (stages as Stage[]).flatMap((stage) => [stage, ...stage.childs])
  const rules = all.find(({ type }) => type === 'rules')
  const comment = inTexts(1990)[0] ?? ''
  const { version } = await call('GET', `/user/rules/${rules?.stage_id}`)
  await call('POST', `/user/rules/${rules?.stage_id}`, { status: 'fail', version, comment })
  await page.goto('/ru_season_5/state/stages/rules/rules')
  const manual = page.getByRole('link', { name: 'Перейти к этапу' })
  const said = page.getByText(hostileHtml[0] ?? '').first()
  await expect(manual.or(said).first()).toBeVisible()
  if (await manual.isVisible()) await manual.click()
  await expect(said).toBeVisible()
  expect(await astray(page)).toEqual([])
  expect(seen).toEqual([])
})

const flat = (words: string) => words.replace(/\s+/g, ' ')
const told =
  /^(fio|last_name|first_name|middle_name|name|comment|user_comment|about|skills|contact|tagline|region|report)$/

/** Every name and comment in an answer is replaced by the next text of the list. */
function poison(value: unknown, next: () => string): unknown {
  if (Array.isArray(value)) return value.map((one) => poison(one, next))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      typeof inner === 'string' && told.test(key) ? next() : poison(inner, next),
    ]),
  )
}

for (const [who, paths] of [
  ['finalist', ['/profile', '/ru_season_5/business/stages/teams_forming', '/ru_season_5/invite']],
  ['finalist', ['/ru_season_5/business/stages/teams_forming/list']],
  ['finalist', ['/young_managers/main/stages/mentor_choice/mentor']],
  ['mentor', ['/mentor', '/young_managers/main#mentor_meetings']],
  ['admin', ['/ru_season_5/support/inbox']],
] as const)
  test(`R-35 hostile names and comments on ${paths.join(', ')} of ${who} are shown as plain text`, async ({ page }) => {
    const seen = await watch(page)
    await logIn(page, `${who}@demo.test`)
    let at = 0
    const shown: string[] = []
    const next = () => {
      const text = hostileHtml[at % hostileHtml.length] ?? ''
      at += 1
      shown.push(text)
      return text
    }
    await page.route(/\/api\/v3\/(?!auth|competitions|app|dict)/, async (route) => {
      if (route.request().method() !== 'GET') return route.continue()
      // The page may be left before its answer arrives.
      const answer = await route.fetch().catch(() => null)
      if (answer === null) return route.abort()
      if (!/json/.test(answer.headers()['content-type'] ?? '')) return route.fulfill({ response: answer })
      const json = await answer.json().catch(() => null)
      return json === null ? route.abort() : route.fulfill({ response: answer, json: poison(json, next) })
    })
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      // At least one of the texts must be readable on the page, unchanged.
      await expect
        .poll(async () => {
          const text = flat(await page.locator('#root').evaluate((root) => root.textContent))
          return shown.some((one) => text.includes(flat(one).slice(0, 40)))
        }, path)
        .toBe(true)
      expect(await astray(page), path).toEqual([])
    }
    expect(seen).toEqual([])
  })
