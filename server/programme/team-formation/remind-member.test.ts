import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pictureName } from '#server/forms/files/picture-name.ts'
import { aTeamStage } from '#server/testing/a-team-stage.ts'
import { withNewSession } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const start = '2026-11-21T12:00:00+03:00'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ now: start })
})
beforeEach(() => app.clock.set(start))
afterAll(() => app.close())

type Person = Awaited<ReturnType<Awaited<ReturnType<typeof aTeamStage>>['person']>>

const remind = ({ token }: Person, team_id: number, { testId: user_id }: Person) =>
  app.call('POST /user/teams_formation/teams/:team_id/members/:user_id/reminder', {
    token,
    params: { team_id, user_id },
  })
const toldOf = async ({ id }: Person) =>
  (await app.db.selectFrom('notifications').select(['title', 'text']).where('account_id', '=', id).execute()).filter(
    ({ title }) => title.startsWith('Команда'),
  )

async function aTeamOfTwo() {
  const stage = await aTeamStage(app, { member_stages: ['rules'] })
  const [captain, member] = [await stage.person(), await stage.person()]
  const team = await stage.team(captain, `Вовремя ${captain.testId}`)
  await stage.join(member, team, await stage.code(captain, team))
  return { stage, captain, member, team }
}

test('a teammate reminds a late member by the bell and a letter; all teammates together may do it once a day', async () => {
  const { stage, captain, member, team } = await aTeamOfTwo()
  const third = await stage.person()
  await stage.join(third, team, await stage.code(captain, team))
  await app.db
    .updateTable('accounts')
    .set({ email_verified_at: app.clock.now() })
    .where('id', '=', captain.id)
    .execute()
  const before = (await stage.read(member, team)).body.members
  expect(before.map(({ me, can_remind }) => [me, can_remind])).toEqual([
    [false, true],
    [true, false],
    [false, true],
  ])

  const { status, body } = await remind(member, team, captain)
  expect(status).toBe(200)
  expect(body.members[0]?.can_remind).toBe(false)
  const [told] = await toldOf(captain)
  expect(told?.text).toMatch(/напоминает, чего не хватает от вас: согласие с правилами не подтверждено\.$/)
  const letters = await app.db.selectFrom('outbox').select('subject').where('recipient', '=', captain.email).execute()
  expect(letters.filter(({ subject }) => subject === told?.title)).toHaveLength(1)

  expect((await remind(third, team, captain)).body).toMatchObject({ code: 'reminded_today' })
  expect(await toldOf(captain)).toHaveLength(1)
  app.clock.set('2026-11-22T12:00:00+03:00')
  const later = await withNewSession(app, third)
  expect((await remind(later, team, captain)).status).toBe(200)
  expect(await toldOf(captain)).toHaveLength(2)
})

test('of two reminders at once only one is sent', async () => {
  const { captain, member, team } = await aTeamOfTwo()
  const answers = await Promise.all([remind(captain, team, member), remind(captain, team, member)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await toldOf(member)).toHaveLength(1)
})

test('strangers and people with a request cannot remind or be reminded, and members cannot remind themselves', async () => {
  const { stage, captain, member, team } = await aTeamOfTwo()
  const [stranger, asks] = [await stage.person(), await stage.person()]
  await stage.join(asks, team)
  for (const other of [stranger, asks])
    expect((await remind(other, team, captain)).body).toMatchObject({ code: 'formed_team_not_found' })
  for (const called of [captain, stranger, asks])
    expect((await remind(captain, team, called)).body).toMatchObject({ code: 'user_not_found' })
  for (const person of [captain, member, asks, stranger]) expect(await toldOf(person)).toEqual([])
})

test('only the team sees portraits: strangers and people with a request do not', async () => {
  const { stage, captain, member, team } = await aTeamOfTwo()
  const avatar = 'a1'.repeat(16)
  const told = pictureName(app.services, avatar)
  await app.db.updateTable('accounts').set({ avatar }).where('id', '=', captain.id).execute()
  const [stranger, asks] = [await stage.person(), await stage.person()]
  await stage.join(asks, team)
  const seen = async (reader: Person) => (await stage.read(reader, team)).body.members.map((each) => each.avatar)
  expect([await seen(captain), await seen(member)]).toEqual([
    [told, null],
    [told, null],
  ])
  expect([await seen(stranger), await seen(asks)]).toEqual([
    [null, null],
    [null, null],
  ])
  await stage.remove(member, team, member.testId)
  expect(await seen(member)).toEqual([null])
})
