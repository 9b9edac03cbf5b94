import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aPerson } from '#server/testing/a-competition.ts'
import { aRegistration } from '#server/testing/a-registration.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { untilWaiting } from '#server/testing/waiting-for-locks.ts'

let app: TestApp
let organiser: string
let code: string
let stageId: number
beforeAll(async () => {
  app = await testApp()
  organiser = (await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['competitions'] }))).token
})
beforeEach(async ({ task }) => {
  code = `season_${task.id.replaceAll('-', '_')}`
  ;({ stageId } = await aRegistration(app.db, { code, tracks: ['main'] }))
})
afterAll(() => app.close())

const hide = (): Promise<{ status: number; body: { code?: string } }> =>
  app.call('PUT /admin/competitions/:competition/opening', {
    ...{ token: organiser, params: { competition: code }, body: { published: false } },
  })
const joins = (token: string) =>
  app.call('POST /user/registration/:stage_id', {
    ...{ token, params: { stage_id: stageId } },
    body: {
      data: { last_name: 'Ким', first_name: 'Вера', birth_date: '1990-05-01' },
      consents: [{ code: 'personal_data', version: 2 }],
    },
  })
const season = async () => {
  const { rows } = await sql<{ published: boolean; people: number }>`
    select published, (select count(*)::int from participations where competition_code = ${code}) as people
    from competitions where code = ${code}`.execute(app.db)
  return rows[0]
}

test('TW-14 a season is not hidden when somebody joins it at the same moment', async () => {
  const person = await aPerson(app)
  let hiding: ReturnType<typeof hide> | undefined
  const joined = await meetInOrder(app.db, {
    // The person is joining by then.
    lock: (tx) => sql`lock table participations in share mode`.execute(tx),
    call: () => joins(person.token),
    meanwhile: async () => {
      hiding = hide()
      await untilWaiting(app.db, 2)
    },
  })
  expect([joined.status, (await hiding)?.body.code, await season()]).toEqual([
    ...[200, 'season_in_use', { published: true, people: 1 }],
  ])
})

test('TW-14 nobody joins a season that is hidden at the same moment', async () => {
  const person = await aPerson(app)
  let joining: ReturnType<typeof joins> | undefined
  const hidden = await meetInOrder(app.db, {
    // Nobody takes part by then, and the season is hidden.
    lock: (tx) => sql`lock table audit in share mode`.execute(tx),
    call: hide,
    meanwhile: async () => {
      joining = joins(person.token)
      await untilWaiting(app.db, 2)
    },
  })
  expect([hidden.status, (await joining)?.body.code, await season()]).toEqual([
    ...[204, 'competition_not_found', { published: false, people: 0 }],
  ])
})
