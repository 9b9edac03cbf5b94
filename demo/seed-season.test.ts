import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeText } from '#server/conformance/whole-call.ts'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { checkAudit } from '#server/platform/audit/check-audit.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { consoleGets, expertOf, notInSeason, seasonCalls } from '#server/testing/season-calls.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { stageKinds } from '#shared/kinds/kinds.ts'
import { adminFlags, type RouteSpec } from '#shared/platform/api/route.ts'
import { routes } from '#shared/routes.ts'
import { rungs } from './season/season.ts'
import { seedSeason } from './seed-season.ts'

let app: TestApp
let organiser: { email: string }
beforeAll(async () => {
  app = await testApp()
  await loadDictionaries(app.db)
  organiser = await anAccount(app, { isDemo: true, flags: [...adminFlags] })
})
afterAll(() => app.close())

test('SZ-11 a seeded season has the requested number of people, at every step, fewer with each stage, and the console shows them', async () => {
  const made: number[] = []
  const code = await seedSeason(app.db, {
    people: 2500,
    now: app.clock.now(),
    progress: (people) => void made.push(people),
  })
  expect(made.at(-1)).toBe(2500)
  const { token } = await sessionOf(app, organiser)
  const params = { competition: code }
  const { body } = await app.call('GET /admin/competitions/:competition/report', { token, params, query: {} })
  expect(body.people + body.supporters).toBe(2500)
  const stages = rungs.map((rung) => body.stages.find((stage) => stage.code === rung))
  for (const stage of stages.slice(0, 8))
    expect(
      Object.values(stage?.steps ?? {}).every((count) => count > 0),
      stage?.code,
    ).toBe(true)
  const passed = stages.map((stage) => stage?.steps.passed ?? 0)
  expect(passed).toEqual(passed.toSorted((one, other) => other - one))
  expect(body.days.length).toBeGreaterThan(25)
  const found = await app.call('GET /admin/competitions/:competition/participants', {
    ...{ token, params, query: { search: 'смирноф' } },
  })
  expect(found.body.people[0]?.name).toMatch(/^Смирнов/)
})

test('SZ-11 a seeded season has every kind of stage, and organisers, experts and participants can open all of it', async () => {
  const code = await seedSeason(app.db, { people: 300, now: app.clock.now() })
  const stages = await app.db.selectFrom('stages').selectAll().where('competition_code', '=', code).execute()
  expect(new Set(stages.map(({ type }) => type))).toEqual(new Set(Object.keys(stageKinds)))
  const emailOf = (id: number) =>
    app.db.selectFrom('accounts').select('email').where('id', '=', id).executeTakeFirstOrThrow()
  const tokens = {
    organiser: (await sessionOf(app, organiser)).token,
    expert: (await sessionOf(app, await emailOf(await expertOf(app.db, code)))).token,
  }
  const wrong: string[] = []
  const open = async (url: string, token: string, right: (status: number) => boolean) => {
    const answer = await app.fetch(url, { headers: { 'X-Token': token } })
    const text = await wholeText(answer)
    if (!right(answer.status)) wrong.push(`${url}: ${answer.status} ${text.slice(0, 300)}`)
  }
  const calls = await seasonCalls(app.db, code)
  for (const { url, caller } of calls) await open(url, tokens[caller], (status) => status === 200)
  expect(calls.length + Object.keys(notInSeason).length).toBe(consoleGets.length)

  // Somebody who has passed everything, and people who are at different stages.
  const { rows: people } = await sql<{ id: number }>`
    select account_id as id from (
      select account_id, count(*) as facts from stage_facts f join stages s on s.id = f.stage_id
      where s.competition_code = ${code} group by account_id) p
    where facts > 0 order by facts desc, account_id limit 1`.execute(app.db)
  const ofStage = (Object.entries(routes) as [string, RouteSpec][]).flatMap(([key, { access }]) =>
    /^GET \/user\/[^:]*:stage_id[^:]*$/.test(key) && access === 'participant' ? [key.slice(4)] : [],
  )
  expect(ofStage.length).toBeGreaterThan(5)
  for (const { id } of people) {
    const { token } = await sessionOf(app, await emailOf(id))
    await open(`/api/v3/user/user-stages?competition_code=${code}`, token, (status) => status === 200)
    for (const stage of stages)
      for (const path of ofStage)
        await open(`/api/v3${path.replace(':stage_id', String(stage.id))}`, token, (status) => status < 500)
  }
  expect(wrong).toEqual([])
  expect(await checkAudit(app.db)).toMatchObject({ broken: [], rows: expect.any(Number) })
}, 120_000)
