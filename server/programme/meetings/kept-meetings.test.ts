import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settleMs, togetherMs } from '#server/messages/outbox/message-budgets.ts'
import { recipientHash } from '#server/messages/outbox/queue-message.ts'
import { settle } from '#server/stages/settle.ts'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf, withNewSession } from '#server/testing/an-account.ts'
import { calendarEntriesOf, readCalendar } from '#server/testing/calendar-entries.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { maxAgendaRows, maxMentees } from '#shared/programme/meetings/limits.ts'
import { ownMeetings } from './own-meeting-data.ts'
import { endSilence, remindOfMeetings } from './watch-meetings.ts'

const hour = 3_600_000
const day = 24 * hour
let app: TestApp
let code: string
let stage: Record<'choice' | 'meetings', number>
let organiser: { id: number; email: string; token: string }

beforeAll(async () => {
  // With a mail server set the letters are sealed, as in production.
  app = await testApp({ remembers: true, env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
  const made = await aCompetition(app.db, {
    choice: { type: 'mentor_choice', settings: { min_mentors: 1, max_mentors: 3 } },
    meetings: { type: 'mentor_meetings', settings: { quota: 2, answer_days: 3, cancel_days: 2, mentor_limit: 3 } },
  })
  code = made.code
  stage = made.stageIds
  const account = await anAccount(app, { isDemo: true, flags: ['mentors'] })
  organiser = { ...account, ...(await sessionOf(app, account)) }
  await app.heard()
})
afterAll(() => app.close())

const fromNow = (ms: number) => new Date(app.clock.now().getTime() + ms)
const wire = (ms: number) => formatWire(fromNow(ms))

async function aMentor(region = '') {
  const account = await anAccount(app, { firstName: 'Пётр', lastName: 'Наставников' })
  await app.db.insertInto('account_roles').values({ account_id: account.id, role: 'mentor' }).execute()
  await app.db.insertInto('mentor_profiles').values({ account_id: account.id, region }).execute()
  await app.db.insertInto('stage_mentors').values({ stage_id: stage.choice, mentor_id: account.id }).execute()
  return { ...account, ...(await sessionOf(app, account)) }
}
type Who = Awaited<ReturnType<typeof aMentor>>
type Person = Awaited<ReturnType<typeof aPerson>>

/** A person with a confirmed address who works with the mentor. */
async function aMentee(mentor: { id: number }, region: string | null = null): Promise<Person> {
  const person = await aPerson(app)
  await takesPart(app.db, person.id, code, 'main', app.clock.now())
  await app.db
    .updateTable('participations')
    .set({ region })
    .where('account_id', '=', person.id)
    .where('competition_code', '=', code)
    .execute()
  await works(mentor, person)
  return person
}

const works = (mentor: { id: number }, person: { id: number }) =>
  app.db
    .insertInto('mentor_choices')
    .values({
      ...{ account_id: person.id, mentor_id: mentor.id, stage_id: stage.choice, rank: 1 },
      ...{ status: 'accepted', chosen_at: app.clock.now() },
    })
    .execute()

const confirmed = (...people: { id: number }[]) =>
  app.db
    .updateTable('accounts')
    .set({ email_verified_at: app.clock.now() })
    .where(
      'id',
      'in',
      people.map(({ id }) => id),
    )
    .execute()

const plain = { format: 2 as const, minutes: 60, place: 'https://meet.example.test/1' }
const invite = (mentor: { token: string }, people: { testId: number }[], inMs = 5 * day, more = {}) =>
  app.call('POST /mentors/meetings', {
    token: mentor.token,
    body: {
      ...{ stage_id: stage.choice, user_ids: people.map(({ testId }) => testId), meeting_date: wire(inMs) },
      ...plain,
      ...more,
    },
  })
const invited = async (...args: Parameters<typeof invite>) => (await invite(...args)).body.id
type AnswerBody = NonNullable<Parameters<typeof app.call<'POST /user/meeting-invitations/:id'>>[1]>['body']
const answer = (person: { token: string }, id: number, body: NonNullable<AnswerBody>) =>
  app.call('POST /user/meeting-invitations/:id', { token: person.token, params: { id }, body })
const list = async ({ token }: { token: string }) =>
  (await app.call('POST /user/meetings/query', { token, body: { mentorship: stage.choice } })).body.meetings
const edit = (
  mentor: Who,
  id: number,
  body: { meeting_date: string; revision: number; place?: string; minutes?: number },
) => app.call('PUT /mentors/meetings/:id', { token: mentor.token, params: { id }, body: { ...plain, ...body } })
const cancel = async (
  mentor: Who,
  id: number,
  revision: number,
): Promise<{ status: number; body: { code?: string } }> =>
  app.call('POST /mentors/meetings/:id/cancel', {
    ...{ token: mentor.token, params: { id }, body: { reason: ' Заболел ', revision } },
  })
const row = (id: number) => app.db.selectFrom('meetings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const titles = async ({ id }: { id: number }) =>
  (await app.db.selectFrom('notifications').select('title').where('account_id', '=', id).orderBy('id').execute()).map(
    ({ title }) => title,
  )

/** What may still change has left by now. */
async function settled() {
  app.clock.advance(settleMs + togetherMs + 1000)
  await app.work('send_gathered')
}
const entriesOf = (who: { email: string }) => calendarEntriesOf(app, who)

describe('a mentor', () => {
  test('KE-09 invites one or several people who work with the mentor, and each of them answers', async () => {
    const mentor = await aMentor()
    const [one, other] = [await aMentee(mentor), await aMentee(mentor)]
    const people = await app.call('GET /mentors/meetings/people', { token: mentor.token })
    expect(people.body.people.map(({ user_id }) => user_id).toSorted()).toEqual([one.testId, other.testId].toSorted())
    const id = await invited(mentor, [one, other])
    expect(await titles(one)).toEqual(['Наставник приглашает вас на встречу'])
    await answer(one, id, { status: 'accepted', revision: 1 })
    expect(await list(one)).toMatchObject([{ id, user_meeting_status: 'accepted', others: 1, minutes: 60 }])
    expect(await list(other)).toMatchObject([{ id, user_meeting_status: 'pending', revision: 2 }])
    const { week } = (await app.call('GET /mentors/meetings', { token: mentor.token })).body
    expect(week.map(({ user_id, user_meeting_status }) => [user_id, user_meeting_status])).toEqual([
      [one.testId, 'accepted'],
      [other.testId, 'pending'],
    ])
  })

  test('sees any week, named by a day of it', async () => {
    const mentor = await aMentor()
    const id = await invited(mentor, [await aMentee(mentor)], 20 * day)
    const weekOf = async (from?: string) =>
      (await app.call('GET /mentors/meetings', { token: mentor.token, query: from ? { from } : {} })).body
    expect((await weekOf()).week).toEqual([])
    const from = wire(18 * day).slice(0, 10)
    expect(await weekOf(from)).toMatchObject({ from, week: [{ id }] })
    expect((await weekOf('вчера')).from).toBe((await weekOf()).today)
  })

  test('with more meetings than a page holds sees those of the week first, and that some are missing', async () => {
    const mentor = await aMentor()
    const person = await aMentee(mentor)
    const id = await invited(mentor, [person], 20 * day)
    await answer(person, id, { status: 'accepted' })
    const agenda = async () => (await app.call('GET /mentors/meetings', { token: mentor.token })).body
    expect((await agenda()).cut).toBe(false)
    // As many old meetings without a report as the page holds, each a minute after the one before.
    await sql`
      with made as (
        insert into meetings overriding system value
        select (jsonb_populate_record(m, jsonb_build_object('id', 1000000 + at, 'status', 'wait', 'starts_at',
          m.starts_at - interval '60 days' + at * interval '1 minute'))).*
        from meetings m cross join generate_series(1, ${maxAgendaRows}::int) as at where m.id = ${id} returning id
      )
      insert into meeting_parties
      select (jsonb_populate_record(p, jsonb_build_object('meeting_id', made.id))).*
      from meeting_parties p cross join made where p.meeting_id = ${id}`.execute(app.db)
    const near = await invited(mentor, [person], 2 * day)
    const { week, lacks_report, cut } = await agenda()
    expect([week.map((one) => one.id), lacks_report.length, cut]).toEqual([[near], maxAgendaRows - 1, true])
  })

  test('with more people than the form of a meeting lists sees the first by name, their number, and finds the others by search', async () => {
    const mentor = await aMentor()
    const people = async (search?: string) =>
      (
        await app.call('GET /mentors/meetings/people', {
          token: mentor.token,
          query: { ...(search ? { search } : {}) },
        })
      ).body
    expect(await people()).toEqual({ people: [], count: 0 })
    const created_at = app.clock.now()
    const last = await aMentee(mentor)
    await app.db.updateTable('accounts').set({ last_name: 'Яшин' }).where('id', '=', last.id).execute()
    const others = await app.db
      .insertInto('accounts')
      .values(
        Array.from({ length: maxMentees }, (_none, at) => ({
          ...{ email: `mentee-${mentor.id}-${at}@portal.test`, password_hash: '', created_at },
          ...{ last_name: 'Алиев', first_name: `Имя ${at}` },
        })),
      )
      .returning('id')
      .execute()
    const of = others.map(({ id }) => ({ account_id: id }))
    const joined = { competition_code: code, door: 'participant' as const, track_code: 'main', joined_at: created_at }
    await app.db
      .insertInto('participations')
      .values(of.map((one) => ({ ...one, ...joined })))
      .execute()
    const choice = { mentor_id: mentor.id, stage_id: stage.choice, rank: 1, chosen_at: created_at }
    await app.db
      .insertInto('mentor_choices')
      .values(of.map((one) => ({ ...one, ...choice, status: 'accepted' as const })))
      .execute()
    const listed = await people()
    expect([listed.people.length, listed.count]).toEqual([maxMentees, maxMentees + 1])
    expect(listed.people.map(({ user_id }) => user_id)).not.toContain(last.testId)
    // A person who is not listed is found by a part of the name or by the number.
    for (const search of ['яшин', ` ${last.testId} `]) {
      const found = await people(search)
      expect([found.people.map(({ user_id }) => user_id), found.count]).toEqual([[last.testId], 1])
    }
    expect(await people('Имя 499')).toMatchObject({ count: 1, people: [{ fio: 'Алиев Имя 499' }] })
    expect(await people('%')).toEqual({ people: [], count: 0 })
    // A person who is not listed can still be invited.
    expect(await invited(mentor, [last])).toBeGreaterThan(0)
    // Other tests read limited lists of this competition, in which these people would take the places of others.
    const made = others.map(({ id }) => id)
    await app.db.deleteFrom('mentor_choices').where('account_id', 'in', made).execute()
    await app.db.deleteFrom('participations').where('account_id', 'in', made).execute()
  })

  test('cannot invite other people, at a wrong time or place, or twice at the same time', async () => {
    const mentor = await aMentor()
    const person = await aMentee(mentor)
    const stranger = await aMentee(await aMentor())
    const refused = async (...args: Parameters<typeof invite>) => {
      const { body } = await invite(...args)
      return [body.code, ...Object.keys(body.fields ?? {})]
    }
    expect(await refused(mentor, [person, stranger])).toEqual(['mentee_not_found'])
    expect(await refused(mentor, [person], -hour)).toEqual(['meeting_date_wrong', 'meeting_date'])
    expect(await refused(mentor, [person], 400 * day)).toEqual(['meeting_date_wrong', 'meeting_date'])
    expect(await refused(mentor, [person], day, { place: 'Пермь' })).toEqual(['meeting_link_wrong', 'place'])
    expect(await refused(mentor, [person], day, { format: 1, place: ' ' })).toEqual([
      'meeting_address_missing',
      'place',
    ])
    await invite(mentor, [person], day)
    expect(await refused(mentor, [person], day + hour / 2)).toEqual(['meeting_clash', 'meeting_date'])
    expect((await invite(mentor, [person], day + hour)).status).toBe(201)
  })

  test('with twenty invitations at once makes as many as the stage allows, and a cancelled one gives its place back', async () => {
    const mentor = await aMentor()
    const person = await aMentee(mentor)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_none, each) => invite(mentor, [person], (each + 2) * day)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.code))).toEqual(
      new Set(['meetings_too_many']),
    )
    const [first] = await list(person)
    expect((await cancel(mentor, first?.id ?? 0, 1)).status).toBe(204)
    expect((await invite(mentor, [person], 40 * day)).status).toBe(201)
  })

  test('with several invitations for the same hour at once makes only one', async () => {
    const mentor = await aMentor()
    const person = await aMentee(mentor)
    const answers = await Promise.all([0, 1, 2, 3].map((each) => invite(mentor, [person], 2 * day + each * 60_000)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  })

  test('moves a meeting, and everybody who has not declined is asked again; after a new place nobody is', async () => {
    const mentor = await aMentor()
    const [comes, declined] = [await aMentee(mentor), await aMentee(mentor)]
    const id = await invited(mentor, [comes, declined])
    await answer(comes, id, { status: 'accepted' })
    await answer(declined, id, { status: 'rejected', reasons: [1] })
    const meeting_date = wire(5 * day)
    const place = 'https://meet.example.test/2'
    expect((await edit(mentor, id, { meeting_date, place, revision: 2 })).body.code).toBe('meeting_changed')
    expect((await edit(mentor, id, { meeting_date, place, revision: 3 })).body.revision).toBe(4)
    expect((await edit(mentor, id, { meeting_date, place, revision: 4 })).body.revision).toBe(4)
    expect(await list(comes)).toMatchObject([{ place, user_meeting_status: 'accepted' }])
    const later = wire(6 * day)
    expect((await edit(mentor, id, { meeting_date: later, place, revision: 4 })).status).toBe(200)
    expect(await list(comes)).toMatchObject([{ meeting_date: later, user_meeting_status: 'pending', revision: 5 }])
    expect(await list(declined)).toMatchObject([{ user_meeting_status: 'rejected' }])
    expect((await titles(comes)).slice(-2)).toEqual(['Встреча изменилась', 'Встреча перенесена'])
    expect(await titles(declined)).toEqual(['Наставник приглашает вас на встречу'])
  })

  test('cancels with a reason that people read; cancelled meetings and meetings of others cannot be changed', async () => {
    const mentor = await aMentor()
    const person = await aMentee(mentor)
    const id = await invited(mentor, [person])
    const stranger = await aMentor()
    expect((await cancel(stranger, id, 1)).body.code).toBe('meeting_not_found')
    expect((await edit(stranger, id, { meeting_date: wire(day), revision: 1 })).body.code).toBe('meeting_not_found')
    expect((await cancel(mentor, id, 7)).body.code).toBe('meeting_changed')
    expect((await cancel(mentor, id, 1)).status).toBe(204)
    expect((await cancel(mentor, id, 2)).body.code).toBe('meeting_not_ahead')
    expect((await edit(mentor, id, { meeting_date: wire(day), revision: 2 })).body.code).toBe('meeting_not_ahead')
    expect((await answer(person, id, { status: 'accepted' })).body.code).toBe('meeting_closed')
    expect(await list(person)).toMatchObject([{ status: 'cancelled', cancelled_because: 'Заболел' }])
  })

  test('KE-09 and a person change a meeting at once: one change is stored, the other is refused', async () => {
    const mentor = await aMentor()
    const person = await aMentee(mentor)
    const id = await invited(mentor, [person])
    const [moved, accepted] = await Promise.all([
      edit(mentor, id, { meeting_date: wire(6 * day), revision: 1 }),
      answer(person, id, { status: 'accepted', revision: 1 }),
    ])
    expect([moved.status, accepted.status].toSorted()).toEqual([200, 409])
    expect([moved.body.code, accepted.body.code]).toContain('meeting_changed')
  })
})

describe('a calendar', () => {
  test('KE-09 KP-09 opens every entry: one UID, a SEQUENCE that grows by one, Moscow time with its zone, and CANCEL at the end', async () => {
    const mentor = await aMentor()
    const person = await aMentee(mentor)
    await confirmed(mentor, person)
    const id = await invited(mentor, [person])
    await answer(person, id, { status: 'accepted' })
    await settled()
    const meeting_date = wire(7 * day)
    await edit(mentor, id, { meeting_date, revision: 2, minutes: 45 })
    await settled()
    await cancel(mentor, id, 3)
    await settled()
    for (const who of [person, mentor]) {
      const entries = await entriesOf(who)
      expect(entries.map(({ method }) => method)).toEqual(['PUBLISH', 'PUBLISH', 'CANCEL'])
      expect(entries.map(({ event }) => event.sequence)).toEqual([0, 1, 2])
      expect(new Set(entries.map(({ event }) => event.uid))).toEqual(
        new Set([`mentor-meeting-${id}@${new URL(app.config.publicUrl).hostname}`]),
      )
      const [first, moved, gone] = entries
      expect(first?.event.duration.toSeconds()).toBe(3600)
      expect(first?.event.location).toBe(plain.place)
      expect(moved?.zone?.tzid).toBe('Europe/Moscow')
      expect(moved?.event.startDate.zone?.tzid).toBe('Europe/Moscow')
      expect(moved?.event.startDate.toString()).toBe(meeting_date.replace(' ', 'T'))
      expect(moved?.event.duration.toSeconds()).toBe(45 * 60)
      expect(gone?.event.component.getFirstPropertyValue('status')).toBe('CANCELLED')
    }
  })

  test('loses the meeting when the person declines after agreeing', async () => {
    const mentor = await aMentor()
    const person = await aMentee(mentor)
    await confirmed(person)
    const id = await invited(mentor, [person])
    await answer(person, id, { status: 'accepted' })
    await settled()
    await answer(person, id, { status: 'rejected', reasons: [2] })
    await settled()
    expect((await entriesOf(person)).map(({ method, event }) => [method, event.sequence])).toEqual([
      ['PUBLISH', 0],
      ['CANCEL', 1],
    ])
  })

  test('R-85 has no entry, and no letter is sent, when the meeting is cancelled before the invitation has left', async () => {
    const mentor = await aMentor()
    const person = await aMentee(mentor)
    await confirmed(person)
    const id = await invited(mentor, [person])
    await cancel(mentor, id, 1)
    await settled()
    const letters = await app.db
      .selectFrom('outgoing_messages')
      .select('id')
      .where('recipient', '=', recipientHash(app.config, person.email))
      .execute()
    expect(letters).toEqual([])
    expect(await titles(person)).toEqual(['Наставник приглашает вас на встречу', 'Встреча отменена'])
  })

  test('is given as a file to both sides and to nobody else', async () => {
    const mentor = await aMentor()
    const person = await aMentee(mentor)
    const id = await invited(mentor, [person])
    const get = (path: string, { token }: { token: string }) =>
      app.fetch(`/api/v3/${path}/meetings/${id}/calendar`, { headers: { 'X-Token': token } })
    for (const [path, who] of [
      ['user', person],
      ['mentors', mentor],
    ] as const) {
      const given = await get(path, who)
      expect(given.headers.get('content-type')).toContain('text/calendar')
      expect(readCalendar(await given.text()).event.summary).toBe('Встреча с наставником: Наставников Пётр')
    }
    expect((await get('user', await aMentee(mentor))).status).toBe(404)
    expect((await get('mentors', await aMentor())).status).toBe(404)
  })
})

describe('reminders', () => {
  test('KP-09 come once a day before and once an hour before, also to the mentor, and never from a second run', async () => {
    let [mentor, person] = [await aMentor(), {} as Person]
    person = await aMentee(mentor)
    const silent = await aMentee(mentor)
    const id = await invited(mentor, [person, silent], 3 * day)
    await answer(person, id, { status: 'accepted' })
    const reminders = async (who: { id: number }) =>
      (await titles(who)).filter((title) => title.startsWith('Встреча через'))
    await remindOfMeetings(app.services)
    expect(await reminders(person)).toEqual([])
    app.clock.advance(2 * day + hour)
    // Two processes at once, as after a restart.
    await Promise.all([remindOfMeetings(app.services), remindOfMeetings(app.services)])
    for (const who of [person, mentor]) expect(await reminders(who)).toEqual(['Встреча через сутки'])
    app.clock.advance(22 * hour)
    await Promise.all([remindOfMeetings(app.services), remindOfMeetings(app.services)])
    await remindOfMeetings(app.services)
    for (const who of [person, mentor])
      expect(await reminders(who)).toEqual(['Встреча через сутки', 'Встреча через час'])
    expect(await reminders(silent)).toEqual([])
    // A moved meeting gets new reminders.
    mentor = { ...mentor, ...(await withNewSession(app, mentor)) }
    person = await withNewSession(app, person)
    await edit(mentor, id, { meeting_date: wire(4 * day), revision: (await row(id)).revision })
    await answer(person, id, { status: 'accepted' })
    app.clock.advance(3 * day + hour)
    await remindOfMeetings(app.services)
    expect(await reminders(person)).toHaveLength(3)
  })

  test('come only an hour before to a person who agreed less than a day before, and never for a cancelled meeting', async () => {
    const mentor = await aMentor()
    const [late, spared] = [await aMentee(mentor), await aMentee(mentor)]
    const id = await invited(mentor, [late], 20 * hour)
    await answer(late, id, { status: 'accepted' })
    const gone = await invited(mentor, [spared], 15 * hour)
    await answer(spared, gone, { status: 'accepted' })
    await cancel(mentor, gone, 2)
    await remindOfMeetings(app.services)
    app.clock.advance(19 * hour)
    await remindOfMeetings(app.services)
    const told = async (who: Person) => (await titles(who)).filter((title) => title.startsWith('Встреча через'))
    expect(await told(late)).toEqual(['Встреча через час'])
    expect(await told(spared)).toEqual([])
  })
})

describe('without an answer', () => {
  test('of the person, the person is reminded after the set days and may still answer; then the meeting is cancelled and its place is free', async () => {
    let mentor = await aMentor()
    let [silent, slow] = [await aMentee(mentor), await aMentee(mentor)]
    const id = await invited(mentor, [silent], 20 * day)
    const other = await invited(mentor, [slow], 21 * day)
    await invited(mentor, [slow], 22 * day)
    expect((await invite(mentor, [slow], 23 * day)).body.code).toBe('meetings_too_many')
    app.clock.advance(3 * day - 1)
    await endSilence(app.services)
    expect(await titles(silent)).toHaveLength(1)
    app.clock.advance(1)
    await endSilence(app.services)
    await endSilence(app.services)
    expect(await titles(silent)).toEqual(['Наставник приглашает вас на встречу', 'Наставник ждёт вашего ответа'])
    ;[silent, slow] = [await withNewSession(app, silent), await withNewSession(app, slow)]
    expect(await list(silent)).toMatchObject([{ status: 'wait', user_meeting_status: 'pending' }])
    expect((await answer(slow, other, { status: 'accepted' })).body).toMatchObject({ status: 'new' })
    app.clock.advance(2 * day)
    await endSilence(app.services)
    silent = await withNewSession(app, silent)
    expect(await list(silent)).toMatchObject([{ status: 'cancelled', lapsed: true }])
    expect((await titles(silent)).at(-1)).toBe('Встреча отменена')
    mentor = { ...mentor, ...(await withNewSession(app, mentor)) }
    expect((await row(id)).sequence).toBe(1)
    expect((await row(other)).status).toBe('new')
    expect((await titles(mentor)).filter((title) => title === 'Встреча отменена')).toHaveLength(2)
    expect((await invite(mentor, [slow], 23 * day)).status).toBe(201)
  })

  test('of the mentor to a request for another time, the mentor is reminded, and in the end the meeting is cancelled', async () => {
    const mentor = await aMentor()
    const person = await aMentee(mentor)
    const id = await invited(mentor, [person], 20 * day)
    await answer(person, id, { status: 'changed', proposed_dates: [wire(21 * day), wire(22 * day)] })
    app.clock.advance(3 * day)
    await endSilence(app.services)
    expect((await titles(mentor)).at(-1)).toBe('Участник ждёт ответа о времени встречи')
    app.clock.advance(2 * day)
    await endSilence(app.services)
    expect((await row(id)).status).toBe('cancelled')
  })

  test('of a person at a meeting to which others come, only that person’s invitation ends', async () => {
    const mentor = await aMentor()
    const [comes, silent] = [await aMentee(mentor), await aMentee(mentor)]
    const id = await invited(mentor, [comes, silent], 20 * day)
    await answer(comes, id, { status: 'accepted' })
    app.clock.advance(3 * day)
    await endSilence(app.services)
    expect((await row(id)).status).toBe('new')
    app.clock.advance(2 * day)
    await endSilence(app.services)
    expect((await row(id)).status).toBe('new')
    expect(await list(await withNewSession(app, silent))).toMatchObject([
      { user_meeting_status: 'rejected', lapsed: true },
    ])
    expect(await list(await withNewSession(app, comes))).toMatchObject([{ user_meeting_status: 'accepted' }])
  })

  test('of anybody the meeting is cancelled when its time comes', async () => {
    const mentor = await aMentor()
    const person = await aMentee(mentor)
    const id = await invited(mentor, [person], day)
    app.clock.advance(day)
    await endSilence(app.services)
    expect((await row(id)).status).toBe('cancelled')
  })
})

describe('after a meeting', () => {
  async function over() {
    const mentor = await aMentor()
    const person = await aMentee(mentor)
    const id = await invited(mentor, [person], hour)
    await answer(person, id, { status: 'accepted' })
    app.clock.advance(3 * hour)
    return {
      id,
      mentor: { ...mentor, ...(await withNewSession(app, mentor)) },
      person: await withNewSession(app, person),
    }
  }
  const mark = ({ token }: { token: string }, id: number, more = {}) =>
    app.call('POST /user/meetings/:id/outcome', {
      ...{ token, params: { id } },
      body: { held: true, rating: 5, note: ' Полезно ', note_shared: false, ...more },
    })

  test('the person marks it as held, rates it and writes a note, which the mentor reads only if it is shared', async () => {
    const { id, mentor, person } = await over()
    expect(await list(person)).toMatchObject([{ may_mark: true, held: null }])
    expect((await mark(person, id)).body).toMatchObject({ held: true, rating: 5, note: 'Полезно' })
    const seen = async () => JSON.stringify((await app.call('GET /mentors/meetings', { token: mentor.token })).body)
    expect(await seen()).not.toContain('Полезно')
    await mark(person, id, { note_shared: true })
    expect(await seen()).toContain('Полезно')
    expect(await seen()).not.toContain('rating')
    expect((await mark(person, id, { held: false })).body).toMatchObject({ held: false, rating: null })
    expect(JSON.stringify(await ownMeetings(app.db, person.id))).toContain('Полезно')
  })

  test('only the person may mark it, and not before it is over', async () => {
    const { id, mentor, person } = await over()
    expect((await mark(await aMentee(mentor), id)).body.code).toBe('meeting_not_found')
    const ahead = await invited(mentor, [person], day)
    await answer(person, ahead, { status: 'accepted' })
    expect((await mark(person, ahead)).body.code).toBe('meeting_not_over')
  })

  test('the mentor’s report is not shown to the person, the mentor’s note for the person is', async () => {
    const { id, mentor, person } = await over()
    const report = await app.call('POST /mentors/meetings/:id/:user_id/report', {
      ...{ token: mentor.token, params: { id, user_id: person.testId } },
      body: { came: true, report: 'Пока не готов', shared_note: ' Пришлите смету ' },
    })
    expect(report.body).toMatchObject({ report: 'Пока не готов', shared_note: 'Пришлите смету' })
    const own = JSON.stringify(await list(person))
    expect(own).toContain('Пришлите смету')
    expect(own).not.toContain('Пока не готов')
    expect((await titles(person)).at(-1)).toBe('Наставник написал вам о встрече')
  })
})

test('KE-09 a meeting has the time zones of both: of the person’s region and of the mentor’s', async () => {
  const mentor = await aMentor('Пермский край')
  const person = await aMentee(mentor, '4100000000000')
  await confirmed(person)
  await invite(mentor, [person], 5 * day)
  expect(await list(person)).toMatchObject([{ own_offset: 720, mentor_offset: 300 }])
  const { week } = (await app.call('GET /mentors/meetings', { token: mentor.token })).body
  expect(week).toMatchObject([{ own_offset: 300, person_offset: 720 }])
  const { text } = await app.db
    .selectFrom('notifications')
    .select('text')
    .where('account_id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(text).toMatch(/по Москве \(.*\d\d:\d\d у вас\)/)
})

describe('an organiser', () => {
  let token: string
  const params = () => ({ competition: code, code: 'meetings' })
  const base = '/admin/competitions/:competition/stages/:code/meetings' as const
  const board = async (query: { from?: string; mentor_id?: number; limit?: number; offset?: number } = {}) =>
    (await app.call(`GET ${base}`, { token, params: params(), query })).body
  const quota = async (query = {}) => (await app.call(`GET ${base}/people`, { token, params: params(), query })).body
  const move = (body: {
    ids: number[]
    by_minutes?: number
    mentor_id?: number | null
    fingerprint?: string | null
    reason?: string
  }) =>
    app.call(`POST ${base}/moves`, {
      ...{ token, params: params() },
      body: { by_minutes: 0, mentor_id: null, fingerprint: null, reason: 'Болезнь наставника', ...body },
    })

  beforeAll(async () => {
    token = (await withNewSession(app, organiser)).token
  })

  test('KO-09 sees the week of every mentor with the people and their answers, at the same cost for one and for many', async () => {
    const mentor = await aMentor()
    const person = await aMentee(mentor)
    const id = await invited(mentor, [person], 2 * day)
    const seen = await board({ mentor_id: mentor.id })
    expect(seen.quota).toBe(2)
    expect(seen.meetings).toMatchObject([
      { id, mentor: 'Наставников Пётр', may_move: true, people: [{ user_id: person.testId, answer: 'pending' }] },
    ])
    expect(seen.mentors.find(({ mentor_id }) => mentor_id === mentor.id)).toMatchObject({
      ...{ planned: 1, held: 0, unanswered: 1 },
    })
    const one = await countQueries(() => board())
    await invite(mentor, [await aMentee(mentor), await aMentee(mentor)], 3 * day)
    expect(await countQueries(() => board())).toBe(one)
  })

  test('sees the week in pages of whole meetings, with the total number', async () => {
    const mentor = await aMentor()
    const people = [await aMentee(mentor), await aMentee(mentor)]
    const ids: number[] = []
    for (const days of [2, 3, 4]) ids.push(await invited(mentor, people, days * day))
    const week = { mentor_id: mentor.id, limit: 2 }
    const [first, second] = [await board(week), await board({ ...week, offset: 2 })]
    expect([first.count, second.count]).toEqual([3, 3])
    expect([...first.meetings, ...second.meetings].map(({ id }) => id)).toEqual(ids)
    for (const { people: invitedTo } of [...first.meetings, ...second.meetings]) expect(invitedTo).toHaveLength(2)
    expect(first.mentors_count).toBe(first.mentors.length)
  })

  test('KO-09 sees who has fewer meetings than required, and who did not come', async () => {
    const mentor = await aMentor()
    const [none, two] = [await aMentee(mentor), await aMentee(mentor)]
    const ids = [
      await invited(mentor, [two], hour),
      await invited(mentor, [two], 3 * hour),
      await invited(mentor, [none], 5 * hour),
    ]
    for (const id of ids.slice(0, 2)) await answer(two, id, { status: 'accepted' })
    await answer(none, ids[2] ?? 0, { status: 'accepted' })
    app.clock.advance(8 * hour)
    const again = await withNewSession(app, mentor)
    token = (await withNewSession(app, organiser)).token
    const report = (id: number, user_id: number, came: boolean) =>
      app.call('POST /mentors/meetings/:id/:user_id/report', {
        ...{ token: again.token, params: { id, user_id }, body: { came, report: '' } },
      })
    for (const id of ids.slice(0, 2)) await report(id, two.testId, true)
    await report(ids[2] ?? 0, none.testId, false)
    // The stage is passed with as many held meetings as it requires, not with fewer or after a corrected report.
    const standing = async (person: Person) => {
      const again = await withNewSession(app, person)
      const query = { competition_code: code, track: 'main' }
      const { stages } = (await app.call('GET /user/user-stages', { token: again.token, query })).body as {
        stages: { code: string; status: string }[]
      }
      const facts = await app.db
        .selectFrom('stage_facts')
        .select(['started_at', 'passed_at'])
        .where('account_id', '=', person.id)
        .where('stage_id', '=', stage.meetings)
        .executeTakeFirst()
      const status = stages.find((one) => one.code === 'meetings')?.status
      return [status, facts ? facts.started_at !== null : false, facts ? facts.passed_at !== null : false]
    }
    expect(await standing(two)).toEqual(['success', true, true])
    expect(await standing(none)).toEqual(['in_progress', true, false])
    expect(await standing(await aMentee(mentor))).toEqual(['available', false, false])
    await report(ids[1] ?? 0, two.testId, false)
    expect(await standing(two)).toEqual(['in_progress', true, false])
    await report(ids[1] ?? 0, two.testId, true)
    const asked = (count: number) =>
      app.db
        .updateTable('stages')
        .set({ settings: sql`jsonb_set(settings, '{quota}', to_jsonb(${count}::int))` })
        .where('id', '=', stage.meetings)
        .execute()
    await asked(3)
    await app.heard()
    expect(await standing(two)).toEqual(['in_progress', true, false])
    await asked(2)
    await app.heard()
    expect(await standing(two)).toEqual(['success', true, true])
    // Two simultaneous reports about a person count together, in whatever order they are committed.
    for (const id of ids.slice(0, 2)) await report(id, two.testId, false)
    expect(await standing(two)).toEqual(['in_progress', true, false])
    await app.db.transaction().execute(async (one) => {
      await app.db.transaction().execute(async (other) => {
        for (const [at, tx] of [one, other].entries())
          await tx
            .updateTable('meeting_parties')
            .set({ came: true, reported_at: app.clock.now() })
            .where('meeting_id', '=', ids[at] ?? 0)
            .where('account_id', '=', two.id)
            .execute()
      })
    })
    await app.heard()
    expect(await standing(two)).toEqual(['success', true, true])
    // At a stage of another track nothing is counted, until the stage gets the person's track.
    const tracks = async (of: string[]) => {
      await app.db.updateTable('stages').set({ tracks: of }).where('id', '=', stage.meetings).execute()
      await app.heard()
    }
    await tracks(['other'])
    await report(ids[1] ?? 0, two.testId, false)
    expect((await standing(two))[2]).toBe(true)
    await tracks([])
    expect(await standing(two)).toEqual(['in_progress', true, false])
    await report(ids[1] ?? 0, two.testId, true)
    const all = await quota({ limit: 50 })
    const short = await quota({ limit: 50, short: true })
    expect(short.count).toBe(all.short)
    expect(all.people.find(({ user_id }) => user_id === two.testId)).toMatchObject({ held: 2, planned: 0 })
    expect(short.people.map(({ user_id }) => user_id)).not.toContain(two.testId)
    expect(short.people.find(({ user_id }) => user_id === none.testId)).toMatchObject({ held: 0 })
    const missed = (await app.call(`GET ${base}/no-shows`, { token, params: params(), query: {} })).body
    expect(missed.rows.filter(({ user_id }) => [none.testId, two.testId].includes(user_id))).toMatchObject([
      { id: ids[2], user_id: none.testId, came: false, held: null, missed: 1 },
    ])
  })

  test('decides about a person: later reports do not change the decision until the stage is returned', async () => {
    const mentor = await aMentor()
    const person = await aMentee(mentor)
    const ids = [await invited(mentor, [person], hour), await invited(mentor, [person], 3 * hour)]
    for (const id of ids) await answer(person, id, { status: 'accepted' })
    app.clock.advance(8 * hour)
    const again = await withNewSession(app, mentor)
    token = (await withNewSession(app, organiser)).token
    const report = (came: boolean) =>
      Promise.all(
        ids.map((id) =>
          app.call('POST /mentors/meetings/:id/:user_id/report', {
            ...{ token: again.token, params: { id, user_id: person.testId }, body: { came, report: '' } },
          }),
        ),
      )
    const facts = async () => {
      const { passed_at, failed_at } = await app.db
        .selectFrom('stage_facts')
        .select(['passed_at', 'failed_at'])
        .where('account_id', '=', person.id)
        .where('stage_id', '=', stage.meetings)
        .executeTakeFirstOrThrow()
      return passed_at ? 'passed' : failed_at ? 'failed' : 'open'
    }
    const said = async (outcome: 'passed' | 'failed' | 'returned') => {
      app.clock.advance(1000)
      const decision = { accountIds: [person.id], stageId: stage.meetings, outcome, reason: 'Решил организатор' }
      await app.db.transaction().execute((tx) => settle(tx, decision, app.clock.now()))
    }
    await report(true)
    expect(await facts()).toBe('passed')
    await said('failed')
    expect(await facts()).toBe('failed')
    await said('passed')
    await report(false)
    expect(await facts()).toBe('passed')
    await said('returned')
    expect(await facts()).toBe('open')
    await report(true)
    expect(await facts()).toBe('passed')
  })

  test('KO-09 moves meetings in bulk after a dry run that names the obstacles, and everybody gets a message and is asked again', async () => {
    const mentor = await aMentor()
    const [one, other] = [await aMentee(mentor), await aMentee(mentor)]
    await confirmed(one)
    const first = await invited(mentor, [one], 2 * day)
    const second = await invited(mentor, [other], 3 * day)
    await answer(one, first, { status: 'accepted' })
    const stays = await invited(mentor, [other], 4 * day)
    const looked = await move({ ids: [first, second], by_minutes: 24 * 60 })
    expect(looked.body).toMatchObject({
      done: false,
      rows: [
        { id: first, to: wire(3 * day), problem: 'mentor_busy' },
        { id: second, problem: 'mentor_busy' },
      ],
    })
    const dry = (await move({ ids: [first, second], by_minutes: 30 })).body
    expect(dry.rows.map(({ problem }) => problem)).toEqual([null, null])
    expect((await row(first)).revision).toBe(2)
    expect((await move({ ids: [first, second], by_minutes: 60, fingerprint: dry.fingerprint })).body.code).toBe(
      'meeting_moves_changed',
    )
    const done = await Promise.all(
      [1, 2].map(() => move({ ids: [first, second], by_minutes: 30, fingerprint: dry.fingerprint })),
    )
    expect(done.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await list(one)).toMatchObject([{ meeting_date: wire(2 * day + hour / 2), user_meeting_status: 'pending' }])
    expect((await titles(one)).at(-1)).toBe('Встреча перенесена')
    expect((await entriesOf(one)).at(-1)?.event.sequence).toBe(1)
    expect((await row(stays)).revision).toBe(1)
    const past = (await move({ ids: [first], by_minutes: -30 * 24 * 60 })).body
    expect(past.rows).toMatchObject([{ problem: 'past' }])
    expect((await move({ ids: [first], by_minutes: -30 * 24 * 60, fingerprint: past.fingerprint })).body.code).toBe(
      'meeting_moves_none',
    )
    expect((await move({ ids: [first], by_minutes: 5, fingerprint: 'x', reason: ' ' })).body.code).toBe(
      'comment_required',
    )
  })

  test('KO-09 cannot move a meeting that everybody has declined: it is listed with its people, and nobody gets a message', async () => {
    const [mentor, other] = [await aMentor(), await aMentor()]
    const person = await aMentee(mentor)
    const id = await invited(mentor, [person], 2 * day)
    await answer(person, id, { status: 'rejected', reasons: [2] })
    const told = (await titles(other)).length
    for (const act of [{ mentor_id: other.id }, { by_minutes: 60 }]) {
      const { body } = await move({ ids: [id], ...act })
      expect(body.rows.map(({ problem, people }) => [problem, people.length])).toEqual([['all_declined', 1]])
      const done = await move({ ids: [id], ...act, fingerprint: body.fingerprint })
      expect(done.body.code).toBe('meeting_moves_none')
    }
    expect((await titles(other)).length).toBe(told)
  })

  test('KO-09 gives meetings to another mentor: answers are kept, and the earlier mentor’s calendar loses them', async () => {
    const [mentor, other] = [await aMentor(), await aMentor()]
    const person = await aMentee(mentor)
    await confirmed(mentor, other)
    const id = await invited(mentor, [person], 2 * day)
    await answer(person, id, { status: 'accepted' })
    const dry = (await move({ ids: [id], mentor_id: other.id })).body
    expect(dry.rows).toMatchObject([{ problem: null }])
    expect((await move({ ids: [id], mentor_id: other.id, fingerprint: dry.fingerprint })).body.done).toBe(true)
    expect(await list(person)).toMatchObject([{ user_meeting_status: 'accepted', mentor: { mentor_id: other.id } }])
    expect((await entriesOf(mentor)).at(-1)?.method).toBe('CANCEL')
    expect((await entriesOf(other)).at(-1)).toMatchObject({ method: 'PUBLISH', event: { sequence: 1 } })
    expect((await app.call('GET /mentors/meetings', { token: other.token })).body.week).toMatchObject([{ id }])
    expect((await app.call('GET /mentors/meetings', { token: mentor.token })).body.week).toEqual([])
    expect((await move({ ids: [id], mentor_id: person.id })).body.code).toBe('mentor_unavailable')
    const same = (await move({ ids: [id], mentor_id: other.id })).body
    expect(same.rows).toMatchObject([{ problem: 'same' }])
  })

  test('of another competition finds none of these meetings', async () => {
    const mentor = await aMentor()
    const id = await invited(mentor, [await aMentee(mentor)], 2 * day)
    const { code: elsewhere } = await aCompetition(app.db, { meetings: { type: 'mentor_meetings' } })
    await app.heard()
    const body = { ids: [id], by_minutes: 60, mentor_id: null, fingerprint: null, reason: '' }
    const answer = await app.call(`POST ${base}/moves`, {
      token,
      params: { competition: elsewhere, code: 'meetings' },
      body,
    })
    expect(answer.body.rows).toEqual([])
    expect((await app.call(`GET ${base}`, { token, params: { competition: code, code: 'choice' } })).body.code).toBe(
      'stage_not_found',
    )
  })
})

test('R-88 what a mentor does with a meeting leaves rows with whom and the times, without the reason', async () => {
  const mentor = await aMentor()
  const person = await aMentee(mentor)
  const id = await invited(mentor, [person])
  const moved = wire(6 * day)
  expect((await edit(mentor, id, { meeting_date: moved, revision: 1 })).status).toBe(200)
  expect((await cancel(mentor, id, 2)).status).toBe(204)
  const rows = await app.db
    .selectFrom('audit')
    .select(['actor_id', 'action', 'detail'])
    .where('subject', '=', `meeting:${id}`)
    .orderBy('id')
    .execute()
  const about = { field: 'meeting', title: `Участники: ID ${person.testId}` }
  const [first, then] = [expect.any(String), expect.stringContaining(':')]
  expect(rows.map(({ actor_id, action, detail }) => [actor_id, action, detail.changes])).toEqual([
    [mentor.id, 'meeting_made', [{ ...about, after: first }]],
    [mentor.id, 'meeting_changed', [{ ...about, before: first, after: then }]],
    [mentor.id, 'meeting_cancelled', [{ ...about, before: then }]],
  ])
  expect(JSON.stringify(rows)).not.toContain('Заболел')
})
