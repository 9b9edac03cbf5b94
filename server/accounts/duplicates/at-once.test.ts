import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { twoOrganisers } from '#server/testing/merge-steps.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { untilWaiting } from '#server/testing/waiting-for-locks.ts'

let app: TestApp
let organisers: Awaited<ReturnType<typeof twoOrganisers>>
let repeated = 0
const count = () => {
  repeated++
}
beforeAll(async () => {
  app = await testApp({ remembers: true })
  organisers = await twoOrganisers(app)
  subscribe('portal:repeated-transaction', count)
})
beforeEach(() => {
  app.clock.set('2026-11-21T12:00:00+03:00')
  repeated = 0
})
afterAll(() => {
  unsubscribe('portal:repeated-transaction', count)
  return app.close()
})

/** Two accounts whose merge is due now, and what the second does at this moment: makes a team and hands in a work. */
async function aDueMerge() {
  const closes_at = new Date('2026-12-01T10:00:00+03:00')
  const { code, stageIds } = await aCompetition(app.db, {
    essay: { type: 'essay', settings: { task: 'О решении', min_words: 1, max_words: 50 } },
    teams: { type: 'teams_forming', closes_at },
  })
  const [kept, merged] = [await anAccount(app), await anAccount(app)]
  for (const { id } of [kept, merged]) await takesPart(app.db, id, code, 'main', app.clock.now())
  const pair = { competition: code, test_id: kept.testId, other_id: merged.testId }
  const { body } = await organisers.propose(pair, { choices: [], reason: 'Сам попросил' })
  expect((await organisers.confirm(code, body.act_id)).status).toBe(204)
  app.clock.advance(24 * 3_600_000)
  const { token } = await sessionOf(app, merged)
  const team_name = `Дубы ${merged.testId}`
  const ofPair = (table: string) =>
    sql<{ account_id: number }>`select account_id from ${sql.table(table)}
      where account_id in (${kept.id}, ${merged.id})`.execute(app.db)
  return {
    ...{ kept, merged },
    works: () =>
      Promise.all([
        app.call('PUT /user/stages/:stage_id/answer', {
          ...{ token, params: { stage_id: stageIds.essay } },
          body: { data: { text: 'Три слова здесь' }, form_version: 1 },
        }),
        app.call('POST /user/teams_formation/:stage_id/teams', {
          ...{ token, params: { stage_id: stageIds.teams }, body: { team_name } },
        }),
      ]),
    merge: () => app.work('carry_out_identity_act'),
    mergedInto: async () =>
      (await app.db.selectFrom('accounts').select('merged_into').where('id', '=', merged.id).executeTakeFirst())
        ?.merged_into,
    owners: async () => [
      (await ofPair('hand_ins')).rows.map(({ account_id }) => account_id),
      (await ofPair('works')).rows.map(({ account_id }) => account_id),
      (await ofPair('formed_team_members')).rows.map(({ account_id }) => account_id),
    ],
  }
}

test('TW-03 what a person does while their account is merged is refused, and nothing of it stays with the closed account', async () => {
  const { kept, works, merge, mergedInto, owners } = await aDueMerge()
  let answers: Awaited<ReturnType<typeof works>> | undefined
  let working: Promise<unknown> | undefined
  await meetInOrder(app.db, {
    // The merge has locked and moved everything by then.
    lock: (tx) => sql`lock table account_merges in share mode`.execute(tx),
    call: merge,
    meanwhile: async () => {
      working = works().then((all) => {
        answers = all
      })
      await untilWaiting(app.db, 3)
    },
  })
  await working
  expect(answers?.map(({ status, body }) => [status, (body as { code?: string }).code])).toEqual([
    [401, 'unauthorized'],
    [401, 'unauthorized'],
  ])
  expect([await mergedInto(), await owners(), repeated]).toEqual([kept.id, [[], [], []], 0])
})

test('TW-03 a merge waits for what the person is doing, and a hand-in and a team of this moment go with the account', async () => {
  const { kept, works, merge, mergedInto, owners } = await aDueMerge()
  let merging: Promise<unknown> | undefined
  const answers = await meetInOrder(app.db, {
    lock: (tx) => sql`lock table hand_ins, formed_teams in share mode`.execute(tx),
    call: works,
    meanwhile: async () => {
      merging = merge()
      await untilWaiting(app.db, 3)
    },
    waiting: 2,
  })
  await merging
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect([await mergedInto(), await owners(), repeated]).toEqual([kept.id, [[kept.id], [kept.id], [kept.id]], 0])
})
