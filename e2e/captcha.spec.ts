import { expect, type Page, test } from '@playwright/test'
import { pageHeaders } from '#server/app/pages/page-headers.ts'
import { personWho } from './cast.ts'
import { typeLogin } from './people.ts'

const host = 'https://smartcaptcha.yandexcloud.net'

/** A captcha that writes HTML and loads programs as text, and tries what no captcha should. */
const program = `
  const attempt = (name, act) => { try { act() } catch (error) { window.refused.push(name + ' ' + error.name) } }
  window.refused = []
  window.smartCaptcha = {
    render(place, { callback }) {
      place.innerHTML = '<p>Проверка</p><img src="/none.png" onerror="window.ran = 1"><script>window.ran = 2</script>'
      const load = (src) => attempt('script', () => place.append(Object.assign(document.createElement('script'), { src })))
      load('${host}/part.js')
      load('https://evil.invalid/part.js')
      attempt('eval', () => (0, eval)('window.ran = 3'))
      attempt('text', () => { document.createElement('script').text = 'window.ran = 4' })
      window.finish = () => callback('the token of the captcha')
      return 0
    },
    subscribe() {}, execute() {}, destroy() {},
  }`

/** A page as the portal serves it with the captcha. */
async function withCaptcha(page: Page, path: string) {
  const asked: string[] = []
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch()
    const html = (await response.text()).replace('"captcha":null', '"captcha":{"site_key":"the key"}')
    expect(html).toContain('the key')
    const headers = { ...response.headers(), ...lowered(pageHeaders(html, { captcha: true, counters: [] })) }
    return route.fulfill({ response, headers, body: html })
  })
  await page.route(/smartcaptcha|evil\.invalid/, (route) => {
    asked.push(route.request().url())
    const body = route.request().url().endsWith('captcha.js') ? program : 'window.finish()'
    return route.fulfill({ contentType: 'text/javascript', body })
  })
  await page.goto(path)
  return asked
}

const lowered = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

test('R-96 with the captcha on, Trusted Types hold: it works, and neither it nor anything else runs text', async ({
  page,
}) => {
  const asked = await withCaptcha(page, '/ru_season_5/login')
  const call = page.waitForRequest('**/api/v3/auth/login')
  await typeLogin(page, personWho('is seen with a form under way'), 'not the password 1')
  expect((await call).headers()['x-captcha-token']).toBe('the token of the captcha')
  expect(asked).toEqual([`${host}/captcha.js`, `${host}/part.js`])
  const seen = await page.evaluate(() => {
    const { refused, ran } = window as unknown as { refused: string[]; ran: unknown }
    const place = document.createElement('div')
    place.innerHTML = '<b>да</b><img src="/none.png" onerror="window.ran = 5"><iframe srcdoc="нет"></iframe>'
    return { refused, ran: ran ?? null, html: place.innerHTML }
  })
  expect(seen).toEqual({
    refused: ['script TypeError', 'eval EvalError', 'text TypeError'],
    ran: null,
    html: '<b>да</b><img src="/none.png">',
  })
})

test('R-87 while codes are guessed a code is checked with a captcha, for which the page asks by itself', async ({
  page,
}) => {
  const tokens: (string | undefined)[] = []
  // As the portal answers under a load of guesses (`server/accounts/registration/guessed-codes.test.ts`).
  await page.route('**/young_managers/entry_code', (route) => {
    const token = route.request().headers()['x-captcha-token']
    tokens.push(token)
    return token ? route.continue() : route.fulfill({ status: 400, json: { code: 'captcha_failed', message: 'Капча' } })
  })
  await withCaptcha(page, '/young_managers/register')
  const field = page.getByLabel('Код позднего входа')
  await field.fill('нет такого')
  await page.getByRole('button', { name: 'Войти по коду' }).click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Капча')).toHaveCount(0)
  expect(tokens).toEqual([undefined, 'the token of the captcha'])
})
