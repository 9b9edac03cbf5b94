import { afterAll, beforeAll, expect, test } from 'vitest'
import { signAccessToken } from '#server/platform/http/access-token.ts'
import { aTeamStage } from '#server/testing/a-team-stage.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ now: '2026-11-21T12:00:00+03:00' })
})
afterAll(() => app.close())

type Stage = Awaited<ReturnType<typeof aTeamStage>>
type Person = Awaited<ReturnType<Stage['person']>>

/** Many participants, each with their own session. */
async function aCrowd(stage: Stage, count: number): Promise<Person[]> {
  const created_at = app.clock.now()
  const accounts = await app.db
    .insertInto('accounts')
    .values(
      Array.from({ length: count }, (_none, at) => ({
        ...{ email: `crowd${stage.stageId}-${at}@portal.test`, password_hash: '', created_at },
      })),
    )
    .returning(['id', 'email', 'test_id'])
    .execute()
  const expires_at = new Date(created_at.getTime() + 86_400_000)
  const sessions = accounts.map(({ id }) => ({
    ...{ id: crypto.randomUUID(), account_id: id, created_at, last_seen_at: created_at, expires_at },
  }))
  await app.db.insertInto('sessions').values(sessions).execute()
  await app.db
    .insertInto('participations')
    .values(
      accounts.map(({ id }) => ({
        ...{ account_id: id, competition_code: stage.competition, door: 'participant' as const, track_code: 'main' },
        joined_at: created_at,
      })),
    )
    .execute()
  return Promise.all(
    accounts.map(async ({ id, email, test_id }, at) => {
      const of = { email, testId: test_id, accountId: id, sessionId: sessions[at]?.id ?? '', epoch: 1, flags: [] }
      const token = await signAccessToken(app.services.config, of, created_at)
      return { ...of, id, token } as unknown as Person
    }),
  )
}

/** A busy portal may answer `overloaded`; then the call is repeated, as a browser does by itself. */
async function answered(join: () => Promise<{ body: object }>): Promise<string | undefined> {
  for (;;) {
    const { body } = await join()
    const { code } = body as { code?: string }
    if (code !== 'overloaded') return code
  }
}

const counted = (codes: readonly (string | undefined)[]) =>
  Object.fromEntries([...Map.groupBy(codes, (code) => code ?? 'in')].map(([code, all]) => [code, all.length]))

test('KE-10 of 200 people at once only one gets the last place, and only one the last use of a code', async () => {
  const stage = await aTeamStage(app, { size_min: 2, size_max: 50 })
  const tight = await aTeamStage(app, { size_max: 2 })
  for (const [of, uses, refusal] of [
    [stage, 1, 'team_code_wrong'],
    [tight, 50, 'team_full'],
  ] as const) {
    const captain = await of.person()
    const team = await of.team(captain, `Двести ${uses}`)
    const code = await of.code(captain, team, { days: 1, uses })
    const crowd = await aCrowd(of, 200)
    const answers = await Promise.all(crowd.map((one) => answered(() => of.join(one, team, code))))
    expect(counted(answers)).toEqual({ in: 1, [refusal]: 199 })
    const { length } = await app.db
      .selectFrom('formed_team_members')
      .select('account_id')
      .where('team_id', '=', team)
      .where('state', '=', 'active')
      .execute()
    expect(length).toBe(2)
  }
})

test('KE-10 a person who presses several times for the last place is in the team, by each answer', async () => {
  const stage = await aTeamStage(app, { size_max: 2 })
  for (let round = 0; round < 10; round += 1) {
    const captain = await stage.person()
    const team = await stage.team(captain, `Дважды ${round}`)
    const code = await stage.code(captain, team, { days: 1, uses: 1 })
    const person = await stage.person()
    const answers = await Promise.all(Array.from({ length: 8 }, () => answered(() => stage.join(person, team, code))))
    expect(counted(answers)).toEqual({ in: 8 })
  }
})
