import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Programs that follow these send no part after «#»; each address can do one thing only, and shows nobody's account. */
const readByPrograms = ['/invitations/stop?token=', '/api/v3/calendar/']
/** Codes of competitions and of friends who invite, and paths of pages. */
const isNoSecret = /^\$\{(competitionCode|code|link\.path)\}$/

test('R-80 in every link that the portal writes, a secret stands only after «#»', () => {
  const links = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/test|testing/.test(file))
    .flatMap((file) => [
      ...readFileSync(`server/${file}`, 'utf8').matchAll(/publicUrl\}([^\s`]*(?:\$\{[^}]*\}[^\s`]*)*)/g),
    ])
    .map(([, rest = '']) => rest)
  expect(links.length).toBeGreaterThan(15)
  const secret = /\$\{[^}]*(token|code|secret|link|password)[^}]*\}/gi
  const open = links.filter((link) => {
    const [seen = ''] = link.split('#')
    if (readByPrograms.some((path) => seen.startsWith(path))) return false
    return [...seen.matchAll(secret)].some(([value]) => !isNoSecret.test(value) && !/competition/i.test(value))
  })
  expect(open).toEqual([])
  expect(links.filter((link) => /#\$\{/.test(link)).length).toBeGreaterThan(3)
})

test('R-80 the links of letters for a new password and for an address have their secret after «#»', async () => {
  const person = await anAccount(app)
  const { token } = await sessionOf(app, person)
  await app.call('POST /auth/login/restore', { body: { username: person.email } })
  await app.work('send_restore_letter')
  await app.call('POST /user/send-email-verify', { token })
  const letters = await app.db.selectFrom('outbox').select('text').where('recipient', '=', person.email).execute()
  const links = letters.flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []).map((link) => new URL(link))
  expect(links.map(({ pathname, search, hash }) => [pathname, search, hash.length > 40])).toEqual([
    ['/forgot', '?step=password', true],
    ['/verify', '', true],
  ])
})

test.each<Record<string, string>>([
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
])('R-80 a page of another site cannot log a person out (%o)', async (headers) => {
  const { cookies } = await sessionOf(app, await anAccount(app))
  const call = (path: string, more: Record<string, string>) =>
    app.fetch(`/api/v3/auth/${path}`, { method: 'POST', headers: { Cookie: `refresh=${cookies.refresh}`, ...more } })
  expect((await call('logout', headers)).status).toBe(403)
  expect((await call('token/refresh', {})).status).toBe(200)
  expect((await call('logout', { 'Sec-Fetch-Site': 'same-origin' })).status).toBe(204)
})
