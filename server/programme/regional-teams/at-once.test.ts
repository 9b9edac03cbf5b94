import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#server/db.ts'
import { aCompetition, aPerson } from '#server/testing/a-competition.ts'
import { aRegionalGroup } from '#server/testing/a-regional-team.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { regionalView } from '#shared/stages/regional-view.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const kazan = '1600000000000'

/** Two regional teams, and an organiser. */
async function twoTeams(places = 3) {
  const { code, stageIds } = await aCompetition(app.db, {
    teams: { type: 'teams_forming', view: regionalView, closes_at: new Date('2026-12-01T10:00:00+03:00') },
  })
  const { one, other } = await aRegionalGroup(app.db, {
    ...{ competitionCode: code, region: kazan, teams: { one: places, other: places } },
  })
  const { token } = await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['assessment'] }))
  return {
    ...{ one, other, stageId: stageIds.teams },
    async person() {
      const person = await aPerson(app)
      const row = { account_id: person.id, competition_code: code, door: 'participant' as const, region: kazan }
      await app.db
        .insertInto('participations')
        .values({ ...row, joined_at: app.clock.now() })
        .execute()
      const as = { token: person.token, params: { code } }
      return {
        ...person,
        join: (team_id: number) => app.call('POST /user/:code/regional_teams/join-team', { ...as, body: { team_id } }),
        leave: () => app.call('POST /user/:code/regional_teams/leave-team', as),
        mark: (user_id: number) =>
          app.call('POST /user/:code/regional_teams/my-team-assessments', {
            ...as,
            body: { assessments: [{ user_id, mark: 5, comment: '' }] },
          }),
      }
    },
    takeOut: (team_id: number, test_id: number) =>
      app.call('POST /admin/competitions/:competition/stages/:code/regional-teams/:team_id/members/:test_id/removal', {
        ...{
          token,
          params: { competition: code, code: 'teams', team_id, test_id } as never,
          body: { reason: 'Просьба' },
        },
      }),
    members: async (team_id: number) =>
      (
        await app.db
          .selectFrom('regional_team_members')
          .select('account_id')
          .where('team_id', '=', team_id)
          .orderBy('account_id')
          .execute()
      ).map(({ account_id }) => account_id),
    passed: async ({ id }: { id: number }) =>
      (
        await app.db
          .selectFrom('stage_facts')
          .select('passed_at')
          .where('account_id', '=', id)
          .where('stage_id', '=', stageIds.teams)
          .executeTakeFirst()
      )?.passed_at,
  }
}
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string } | null)?.code
const memberOf = (id: number) => (tx: Tx) =>
  sql`select from regional_team_members where account_id = ${id} for update`.execute(tx)

test('TW-14 the last place of a regional team goes to one of two who take it at once', async () => {
  const { one, person, members } = await twoTeams(1)
  const [first, second] = [await person(), await person()]
  const answers = await meetInOrder(app.db, {
    lock: (tx) => sql`select from regional_teams where id = ${one} for update`.execute(tx),
    call: () => Promise.all([first.join(one), second.join(one)]),
    meanwhile: async () => {},
    waiting: 2,
  })
  expect(answers.map(({ body }) => codeOf({ body }) ?? 'in').sort()).toEqual(['in', 'team_full'])
  expect(await members(one)).toHaveLength(1)
})

test('TW-14 who leaves a regional team while they are marked gets no mark', async () => {
  const { one, person } = await twoTeams()
  const [author, teammate] = [await person(), await person()]
  await author.join(one)
  await teammate.join(one)
  const answer = await meetInOrder(app.db, {
    lock: memberOf(teammate.id),
    call: () => author.mark(teammate.testId),
    meanwhile: (tx) => sql`delete from regional_team_members where account_id = ${teammate.id}`.execute(tx),
  })
  expect(codeOf(answer)).toBe('not_teammate')
})

test('TW-14 who has gone to another regional team meanwhile marks nobody of the former one', async () => {
  const { one, other, person } = await twoTeams()
  const [teammate, author] = [await person(), await person()]
  await teammate.join(one)
  await author.join(one)
  const answer = await meetInOrder(app.db, {
    lock: memberOf(teammate.id),
    call: () => author.mark(teammate.testId),
    meanwhile: (tx) =>
      sql`update regional_team_members set team_id = ${other} where account_id = ${author.id}`.execute(tx),
  })
  expect(codeOf(answer)).toBe('not_in_team')
})

test('TW-14 an organiser takes nobody out of a team that the person has left for another meanwhile', async () => {
  const { one, other, stageId, person, takeOut, members, passed } = await twoTeams()
  const who = await person()
  await who.join(one)
  const answer = await meetInOrder(app.db, {
    lock: (tx) =>
      sql`select from stage_facts where account_id = ${who.id} and stage_id = ${stageId} for update`.execute(tx),
    call: () => takeOut(one, who.testId),
    meanwhile: (tx) =>
      sql`update regional_team_members set team_id = ${other} where account_id = ${who.id}`.execute(tx),
  })
  expect(codeOf(answer)).toBe('team_member_not_found')
  expect([await members(other), Boolean(await passed(who))]).toEqual([[who.id], true])
})
