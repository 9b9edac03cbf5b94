import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portalLog } from '#server/platform/http/portal-log.ts'
import { anAccount, rightPassword, sessionOf } from '#server/testing/an-account.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import type { RouteSpec } from '#shared/platform/api/route.ts'
import { routes } from '#shared/routes.ts'
import { demoPortal, type Key, type Role, wholeCalls } from './whole-call.ts'
import { callerOf, withTexts } from './with-texts.ts'

/** Data that the log must not contain, in each way of writing it. */
const canaries = {
  email: 'kanareika.r55@example.test',
  emailInAddress: 'kanareika.r55%40example.test',
  phone: '+79160550155',
  spacedPhone: '8 (916) 055-01-55',
  snils: '112-233-445 95',
  digits: '11223344595',
  token: 'eyJhbGciOiJIUzI1NiJ9.eyJrYW5hcmVpa2EiOiJSNTUifQ.a2FuYXJlaWthLVI1NQ',
  session: 'Kanareika-R55-0123456789abcdefghijklmnopqrs',
}
const everything = Object.values(canaries).join(' | ')

let app: TestApp
let tokens: Partial<Record<Role, string>>
let calls: ReturnType<typeof wholeCalls>
const lines: string[] = []
beforeAll(async () => {
  ;({ app, tokens } = await demoPortal({ logger: portalLog(null, { write: (line) => lines.push(line) }) }))
  calls = wholeCalls(app, tokens)
})
afterAll(() => app.close())

const canaryFor = (name: string) =>
  /email/.test(name) ? canaries.email : /phone/.test(name) ? canaries.phone : everything

const newPassword = 'Sosna-Reka-5928-Leto'
/** Calls that end sessions. Each has a person of its own, who really logs out or changes the password. */
const ending: Partial<Record<Key, unknown>> = {
  'POST /auth/logout': undefined,
  'POST /auth/revoke-sessions': undefined,
  'POST /auth/password/change': {
    current_password: rightPassword,
    password: newPassword,
    password_confirmation: newPassword,
  },
}
type LoggedIn = Awaited<ReturnType<typeof sessionOf>>
const loggedInForEnding = async () =>
  new Map(
    await Promise.all(
      (Object.keys(ending) as Key[]).map(
        async (key): Promise<[Key, LoggedIn]> => [key, await sessionOf(app, await anAccount(app, { isDemo: true }))],
      ),
    ),
  )

async function callWithCanaries(key: Key, alone = new Map<Key, LoggedIn>()): Promise<number[]> {
  const spec = routes[key] as RouteSpec
  const person = alone.get(key)
  const own = person?.token ?? tokens[callerOf(spec)]
  const whole = await calls.wholeCall(key, calls.owned[key] ?? calls.captains[key])
  const call = { ...whole, json: ending[key] ?? whole.json }
  const json = withTexts(call.json, canaryFor)
  const marked = `${call.url}${call.url.includes('?') ? '&' : '?'}email=${canaries.emailInAddress}`
  const foreign = call.url.replace(/[^/]+$/, encodeURIComponent(everything))
  const headers = {
    'User-Agent': everything.replace(/[^ -~]/g, ''),
    Referer: `http://portal.test/?token=${canaries.token}`,
    Cookie: new URLSearchParams(person?.cookies ?? { refresh: canaries.session, device: canaries.session })
      .toString()
      .replaceAll('&', '; '),
  }
  const statuses: number[] = []
  for (const [url, token, body] of [
    [call.url, own, json],
    [call.url, own, call.json],
    [marked, canaries.token, json],
    [foreign, canaries.session, json],
  ] as const)
    statuses.push((await calls.made({ ...call, url, json: body }, token, headers)).status)
  return statuses
}

test('R-55 the log holds no e-mail, phone, SNILS or token, after any call of every route, even when each write fails with its row in the error', async () => {
  const keys = Object.keys(routes) as Key[]
  const people = await loggedInForEnding()
  const others = await loggedInForEnding()
  for (const key of keys) {
    const statuses = await callWithCanaries(key, people)
    if (key in ending) expect([key, Math.min(...statuses)]).toEqual([key, expect.toBeOneOf([200, 204])])
  }
  const quiet = lines.length
  // Every write now fails, and the error names the row, as the database does for a broken constraint.
  await sql`create function fail_with_row() returns trigger language plpgsql as $$
    begin raise exception 'no place for %', to_jsonb(new)::text using detail = ${sql.lit(everything)}, table = tg_table_name; end $$`.execute(
    app.db,
  )
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema = 'public' and table_name not in ('throttles', 'schema_migrations')`.execute(
    app.db,
  )
  for (const { name } of rows)
    await sql`create trigger fail_with_row before insert or update on ${sql.table(name)}
      for each row execute function fail_with_row()`.execute(app.db)
  const failed: Key[] = []
  for (const key of keys.filter((each) => !each.startsWith('GET'))) {
    const statuses = await callWithCanaries(key, others).catch((): number[] => [])
    if (statuses.includes(500)) failed.push(key)
  }
  expect(failed.length).toBeGreaterThan(20)
  expect(lines.length - quiet).toBeGreaterThan(failed.length)
  const log = lines.join('')
  for (const [name, canary] of Object.entries(canaries)) expect(log.includes(canary), name).toBe(false)
  const secrets = [...people.values(), ...others.values()].flatMap(({ token, cookies }) => [
    token,
    cookies.refresh ?? '',
  ])
  for (const secret of [...secrets, ...Object.values(tokens), rightPassword, newPassword]) {
    expect(secret.length).toBeGreaterThan(10)
    expect(log.includes(secret)).toBe(false)
  }
}, 300_000)
