import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from '#server/accounts/auth/sessions.ts'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { aRegistration } from '#server/testing/a-registration.ts'
import { anAccount, lastCode } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { momentAtVenue } from '#shared/programme/bookings/venue-time.ts'

/** `HISTORIES_ROUNDS=2000 npx vitest run server/conformance/histories.test.ts` tries more. */
const rounds = Number(process.env.HISTORIES_ROUNDS ?? 200)
const hour = 3_600_000
const sizes = { people: 6, mentors: 2, visitors: 2, teamMax: 3 }

/** Two processes on one database. */
let portals: [TestApp, TestApp] | [] = []
let histories = 0
/** Then the database is a new one: the plans of statements are those for small tables, and slow for large ones. */
const historiesALot = 25
let repeated = 0
const count = () => {
  repeated++
}
let members: Person[]
let mentors: Person[]
let organiser: Person
type Person = Awaited<ReturnType<typeof anAccount>>

beforeAll(() => subscribe('portal:repeated-transaction', count))
afterAll(async () => {
  unsubscribe('portal:repeated-transaction', count)
  await closePortals()
})

async function closePortals() {
  for (const portal of portals.toReversed()) await portal.close()
  portals = []
}

async function openPortals(): Promise<TestApp> {
  if (histories++ % historiesALot === 0) {
    await closePortals()
    const app = await testApp({ remembers: true })
    portals = [app, await testApp({ remembers: true, beside: app })]
  }
  return portalAt(0)
}

function portalAt(at: number): TestApp {
  const portal = portals[at]
  if (!portal) throw new Error('no portal is open')
  return portal
}

const some = <One>(count: number, one: (at: number) => Promise<One>) =>
  Promise.all(Array.from({ length: count }, (_none, at) => one(at)))

/** People of its own for each history, because what a person has done before makes every call slower. */
async function newPeople(app: TestApp) {
  members = await some(sizes.people, () => anAccount(app, { firstName: 'Анна', lastName: 'Кедрова' }))
  mentors = await some(sizes.mentors, () => anAccount(app, { roles: ['mentor'], isDemo: true }))
  organiser = await anAccount(app, { isDemo: true, flags: ['assessment'] })
  await app.db
    .insertInto('mentor_profiles')
    .values(mentors.map(({ id }, at) => ({ account_id: id, capacity: at + 1 })))
    .execute()
}

/** An arena of its own for each history: places at an event, teams, mentors and unfinished registrations. */
async function anArena(app: TestApp) {
  // What limits letters and tokens counts anew.
  app.clock.advance(24 * hour)
  await sql`delete from throttles`.execute(app.db)
  await newPeople(app)
  const now = app.clock.now()
  const closes_at = new Date(now.getTime() + 96 * hour)
  const { code, stageIds } = await aCompetition(app.db, {
    meeting: { type: 'event', title: 'Очная встреча', settings: { address: 'Москва', minutes: 60 } },
    teams: { type: 'teams_forming', closes_at, settings: { size_min: 1, size_max: sizes.teamMax } },
    choice: { type: 'mentor_choice', closes_at, settings: { min_mentors: 1, max_mentors: 2 } },
  })
  const event = await app.db
    .insertInto('offline_events')
    .values({ competition_code: code, stage_id: stageIds.meeting, title: 'Очная встреча', address: 'Москва' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const slots = await app.db
    .insertInto('offline_event_slots')
    .values([2, 1, 1].map((capacity, at) => slotAt(event.id, capacity, new Date(now.getTime() + (48 + 2 * at) * hour))))
    .returning('id')
    .execute()
  for (const { id } of members) await takesPart(app.db, id, code, 'main', now)
  await app.db
    .insertInto('stage_mentors')
    .values(mentors.map(({ id }) => ({ stage_id: stageIds.choice, mentor_id: id })))
    .execute()
  const tokenOf = async ({ id }: { id: number }) =>
    (await openSession(app.db, app.services, id, { ip: '192.0.2.1', userAgent: '' })).token.access_token
  const tokens = await Promise.all(members.map(tokenOf))
  const ofMentors = await Promise.all(mentors.map(tokenOf))
  const ofOrganiser = await tokenOf(organiser)
  const visitors = await some(sizes.visitors, (at) => aVisitor(app, code, at))
  const arena = { code, stageIds, slots: slots.map(({ id }) => id), tokens, ofMentors, ofOrganiser, visitors }
  await Promise.all(portals.map((portal) => portal.heard()))
  for (const [at, one] of begun.entries())
    await make(arena, { portal: 0, who: 0, other: 0, which: 0, ...one }, 100 + at)
  return arena
}

interface Arena {
  code: string
  stageIds: Record<'meeting' | 'teams' | 'choice', number>
  slots: number[]
  tokens: string[]
  ofMentors: string[]
  ofOrganiser: string
  visitors: { registration_id: string; email: string; code: string }[]
}

const slotAt = (event_id: number, capacity: number, start_time: Date) => ({ event_id, capacity, start_time })

/** Somebody who registers, has confirmed the phone and has the code for the address. */
async function aVisitor(app: TestApp, code: string, at: number) {
  const competition_code = `${code}_open_${at}`
  await aRegistration(app.db, { code: competition_code })
  const email = `visitor.${code}.${at}@example.test`
  const phone = `+7926${String((Number(code.replace(/\D/g, '')) * 7919 + at) % 10_000_000).padStart(7, '0')}`
  const { body } = await app.call('POST /auth/register/prepare', { body: { email, phone, competition_code } })
  const { registration_id } = body
  const confirm = { body: { registration_id, code: await lastCode(app, phone) } }
  await app.call('POST /auth/register/phone_confirm', confirm)
  return { registration_id, email, code: await lastCode(app, email) }
}

const kinds = [
  ...['book', 'book', 'wait', 'hold', 'cancel', 'retime', 'capacity', 'block', 'unblock'],
  ...['create', 'join', 'join', 'accept', 'leave', 'remove', 'choose', 'choose', 'take', 'withdraw'],
  ...['confirm', 'changeEmail', 'saveName', 'saveBirth'],
] as const
const act = fc.record({
  kind: fc.constantFrom(...kinds),
  portal: fc.nat(1),
  who: fc.nat(sizes.people - 1),
  other: fc.nat(sizes.people - 1),
  which: fc.nat(2),
})
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never

/** What has happened before: two slots are full and somebody waits, there are teams, requests, choices and a pair. */
const begun: readonly (Pick<Act, 'kind'> & Partial<Act>)[] = [
  { kind: 'book', who: 4, which: 1 },
  { kind: 'book', who: 5, which: 2 },
  { kind: 'wait', who: 3, which: 1 },
  { kind: 'create', who: 0 },
  { kind: 'create', who: 1 },
  { kind: 'join', who: 2, other: 0 },
  { kind: 'accept', who: 0, other: 2, which: 1 },
  { kind: 'join', who: 3, other: 0 },
  { kind: 'join', who: 4, other: 1 },
  ...[0, 1, 2, 3].map((who) => ({ kind: 'choose' as const, who, which: who % 2 })),
  { kind: 'take', who: 1, which: 1 },
  { kind: 'confirm', which: 1 },
]

/** The format in which an organiser's page sends a start. */
const wireMinute = (moment: Date) => formatWire(moment).slice(0, 16)

/** One act as a call to one of the two portals. */
async function make(arena: Arena, { kind, portal, who, other, which }: Act, at: number) {
  const app = portalAt(portal)
  const { code, stageIds, slots, ofOrganiser } = arena
  const token = arena.tokens[who] ?? ''
  const slot = { token, params: { id: slots[which] ?? 0 } }
  const mentor = mentors[which % sizes.mentors]
  const visitor = arena.visitors[which % sizes.visitors]
  const registration_id = visitor?.registration_id ?? ''
  const change = (body: Record<string, unknown>) =>
    app.call('POST /admin/competitions/:competition/stages/:code/event/slots/:slot_id', {
      token: ofOrganiser,
      params: { competition: code, code: 'meeting', slot_id: slots[which] ?? 0 },
      body: body as never,
    })
  /** The team that this person is in or asks, as it was a moment ago. */
  const teamOf = async (account: number) =>
    (
      await app.db
        .selectFrom('formed_team_members')
        .select('team_id')
        .where('stage_id', '=', stageIds.teams)
        .where('account_id', '=', account)
        .where('state', 'in', ['active', 'requested'])
        .orderBy('since', 'desc')
        .executeTakeFirst()
    )?.team_id ?? 0
  const member = async (account: number) => ({
    token,
    params: { team_id: await teamOf(account), user_id: members[other]?.testId ?? 0 },
  })
  switch (kind) {
    case 'book':
      return app.call('POST /offline_event_slot/:id', slot)
    case 'wait':
      return app.call('POST /offline_event_slot/:id/wait', slot)
    case 'hold':
      return app.call('POST /offline_event_slot/:id/hold', slot)
    case 'cancel':
      return app.call('DELETE /offline_event_slot/:id', slot)
    case 'retime':
      return change({ act: 'retime', starts_at: wireMinute(new Date(app.clock.now().getTime() + (100 + at) * hour)) })
    case 'capacity':
      return change({ act: 'capacity', capacity: 1 + (at % 3), move_people: true })
    case 'block':
    case 'unblock':
      return change({ act: kind })
    case 'create':
      return app.call('POST /user/teams_formation/:stage_id/teams', {
        ...{ token, params: { stage_id: stageIds.teams }, body: { team_name: `Команда ${at}` } },
      })
    case 'join': {
      const team_id = await teamOf(members[other]?.id ?? 0)
      return app.call('POST /user/teams_formation/teams/:team_id/members', { token, params: { team_id }, body: {} })
    }
    case 'accept':
      return app.call('PUT /user/teams_formation/teams/:team_id/members/:user_id', {
        ...(await member(members[who]?.id ?? 0)),
        body: { become: which === 0 ? 'captain' : 'member' },
      })
    case 'leave': {
      const params = { team_id: await teamOf(members[who]?.id ?? 0), user_id: members[who]?.testId ?? 0 }
      return app.call('DELETE /user/teams_formation/teams/:team_id/members/:user_id', { token, params })
    }
    case 'remove':
      return app.call(
        'DELETE /user/teams_formation/teams/:team_id/members/:user_id',
        await member(members[who]?.id ?? 0),
      )
    case 'choose': {
      const choosed_mentors = [{ mentor_id: mentor?.id ?? 0, reasons: [3], comment: 'Жду' }]
      return app.call('POST /user/choosed_mentors', { token, body: { mentorship: stageIds.choice, choosed_mentors } })
    }
    case 'take':
    case 'withdraw':
      return app.call('POST /mentors/users/:user_id/:stage_id', {
        token: arena.ofMentors[which % sizes.mentors] ?? '',
        params: { user_id: members[who]?.testId ?? 0, stage_id: stageIds.choice },
        body: kind === 'take' ? { act: 'accept' } : { act: 'withdraw', reason: 'no_time' },
      })
    case 'confirm':
      return app.call('POST /auth/register/email_confirm', { body: { registration_id, code: visitor?.code ?? '' } })
    case 'changeEmail': {
      const email = `stranger.${code}.${at}@example.test`
      return app.call('POST /auth/register/email_change', { body: { registration_id, email } })
    }
    case 'saveName':
      return app.call('POST /auth/register/reg_info', { body: { registration_id, data: { last_name: 'Кедрова' } } })
    case 'saveBirth':
      return app.call('POST /auth/register/reg_info', { body: { registration_id, data: { birth_date: '15.03.1990' } } })
  }
}

/** What must hold after any history: each query returns what breaks it. */
const broken = ({ code, stageIds }: Arena) => ({
  'the count of a slot is not that of its holders': sql`
    select t.id, t.taken, count(b.account_id) filter (where b.holds_place) as holders from offline_event_slots t
    join offline_events e on e.id = t.event_id left join slot_bookings b on b.slot_id = t.id
    where e.stage_id = ${stageIds.meeting} group by t.id
    having t.taken <> count(b.account_id) filter (where b.holds_place)`,
  'a slot has more holders than places': sql`
    select t.id from offline_event_slots t join offline_events e on e.id = t.event_id
    where e.stage_id = ${stageIds.meeting} and t.taken > t.capacity`,
  'somebody waits beside a free place': sql`
    select b.account_id, t.id from slot_bookings b join offline_event_slots t on t.id = b.slot_id
    join offline_events e on e.id = t.event_id
    where e.stage_id = ${stageIds.meeting} and b.state = 'waiting' and not t.blocked and t.taken < t.capacity`,
  'a stage is passed without a booking': sql`
    select f.account_id from stage_facts f where f.stage_id = ${stageIds.meeting} and f.passed_at is not null
      and not exists (select from slot_bookings b join offline_events e on e.id = b.event_id
        where e.stage_id = f.stage_id and b.account_id = f.account_id and b.state = 'confirmed')`,
  'the count of a team is not that of its members': sql`
    select t.id from formed_teams t left join formed_team_members m on m.team_id = t.id and m.state = 'active'
    where t.stage_id = ${stageIds.teams} group by t.id having t.taken <> count(m.account_id)`,
  'a team is too large': sql`
    select id from formed_teams where stage_id = ${stageIds.teams} and taken > ${sizes.teamMax}`,
  'a team has members and no captain': sql`
    select t.id from formed_teams t where t.stage_id = ${stageIds.teams} and t.taken > 0 and t.dissolved_at is null
      and not exists (select from formed_team_members m where m.team_id = t.id and m.role = 'captain')`,
  'somebody is in two teams, or in one that is dissolved': sql`
    select m.account_id from formed_team_members m join formed_teams t on t.id = m.team_id
    where m.stage_id = ${stageIds.teams} and m.state = 'active' group by m.account_id
    having count(*) > 1 or bool_or(t.dissolved_at is not null)`,
  'a mentor works with more people than there are places': sql`
    select c.mentor_id from mentor_choices c join mentor_profiles p on p.account_id = c.mentor_id
    where c.stage_id = ${stageIds.choice} and c.status = 'accepted' group by c.mentor_id, p.capacity
    having count(*) > p.capacity`,
  'somebody has two mentors': sql`
    select account_id from mentor_choices where stage_id = ${stageIds.choice} and status = 'accepted'
    group by account_id having count(*) > 1`,
  'an address is confirmed that nobody proved': sql`
    select email from registrations where competition_code like ${`${code}\\_open\\_%`} and email_confirmed_at is not null
      and email like 'stranger%'`,
  'a stage is passed and failed at once': sql`
    select f.account_id from stage_facts f join stages s on s.id = f.stage_id
    where s.competition_code = ${code} and f.passed_at is not null and f.failed_at is not null`,
})

/** Everybody who has booked was last told the time that holds. */
async function expectTold(app: TestApp, { stageIds }: Arena) {
  const { rows } = await sql<{ start_time: Date; told: string }>`
    select t.start_time, (
      select n.text from notifications n where n.account_id = b.account_id and n.text like '«Очная встреча»%'
      order by n.id desc limit 1) as told
    from slot_bookings b join offline_event_slots t on t.id = b.slot_id join offline_events e on e.id = b.event_id
    where e.stage_id = ${stageIds.meeting} and b.state = 'confirmed'`.execute(app.db)
  for (const { start_time, told } of rows) expect(told).toContain(momentAtVenue(start_time, 'Europe/Moscow'))
}

/** Answers of registrations that were saved with success are all there. */
async function expectSaved(app: TestApp, arena: Arena, saved: Map<string, Record<string, string>>) {
  for (const { registration_id } of arena.visitors) {
    const { body } = await app.call('POST /auth/register/progress', { body: { registration_id } })
    expect(body.answer).toMatchObject(saved.get(registration_id) ?? {})
  }
}

test('TW-15 TW-02 TW-09 forty acts at once on two processes break nothing, whatever they are, and none meets a deadlock', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 40 }), async (history) => {
      const app = await openPortals()
      const arena = await anArena(app)
      const answers = await Promise.all(history.map((one, at) => make(arena, one, at)))
      const failed = answers.flatMap(({ status, text }, at) =>
        status >= 500 ? [`${history[at]?.kind}: ${status} ${text}`] : [],
      )
      expect(failed).toEqual([])
      for (const [what, query] of Object.entries(broken(arena)))
        expect((await query.execute(app.db)).rows, what).toEqual([])
      await expectTold(app, arena)
      const saved = new Map<string, Record<string, string>>()
      for (const [at, { kind, which }] of history.entries()) {
        const id = arena.visitors[which % sizes.visitors]?.registration_id ?? ''
        if (answers[at]?.status !== 200 || (kind !== 'saveName' && kind !== 'saveBirth')) continue
        const data: Record<string, string> =
          kind === 'saveName' ? { last_name: 'Кедрова' } : { birth_date: '15.03.1990' }
        saved.set(id, { ...saved.get(id), ...data })
      }
      await expectSaved(app, arena, saved)
    }),
    { numRuns: rounds },
  )
  expect(repeated).toBe(0)
}, 1_200_000)
