import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { notificationKinds } from '#shared/messages/notifications/kinds.ts'
import { formatWire, showDateTime } from '#shared/platform/time/moscow.ts'
import type { MeetingStatus, UserMeetingStatus } from '#shared/programme/meetings/classify.ts'
import { maxCardMeetings } from '#shared/programme/meetings/limits.ts'
import { ownMeetings } from './own-meeting-data.ts'

let app: TestApp
let code: string
let stage: Record<'choice' | 'meetings', number>
let mentor: { id: number; email: string }

beforeAll(async () => {
  app = await testApp({ remembers: true })
  const made = await aCompetition(app.db, {
    choice: { type: 'mentor_choice', settings: { min_mentors: 1, max_mentors: 3 } },
    meetings: { type: 'mentor_meetings' },
  })
  code = made.code
  stage = made.stageIds
  mentor = await aMentor('Наставников')
})
afterAll(() => app.close())

async function aMentor(lastName: string) {
  const account = await anAccount(app, { firstName: 'Пётр', lastName })
  await app.db.insertInto('account_roles').values({ account_id: account.id, role: 'mentor' }).execute()
  await app.db.insertInto('mentor_profiles').values({ account_id: account.id, position: 'Директор' }).execute()
  return account
}

async function participant() {
  const person = await aPerson(app)
  await takesPart(app.db, person.id, code, 'main', app.clock.now())
  return person
}

const times = (hours: number) => [hours, hours + 5].map((each) => formatWire(fromNow(each)))
const fromNow = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000)

async function meeting(
  accountIds: number[],
  more: { status?: MeetingStatus; answer?: UserMeetingStatus; startsAt?: Date; mentorId?: number } = {},
) {
  const { id } = await app.db
    .insertInto('meetings')
    .values({
      stage_id: stage.choice,
      mentor_id: more.mentorId ?? mentor.id,
      format: 2,
      starts_at: more.startsAt ?? fromNow(48),
      place: 'https://meet.example.test/1',
      status: more.status ?? 'new',
      created_at: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('meeting_parties')
    .values(
      accountIds.map((account_id) => ({
        meeting_id: id,
        account_id,
        user_meeting_status: more.answer ?? ('pending' as const),
      })),
    )
    .execute()
  return id
}

type Word = Parameters<typeof app.call<'POST /user/meeting-invitations/:id'>>[1]
const answer = (token: string, id: number, body: NonNullable<Word>['body']) =>
  app.call('POST /user/meeting-invitations/:id', { token, params: { id }, ...(body ? { body } : {}) })
const list = async (token: string, mentorship: string | number = stage.choice, page = {}) =>
  (await app.call('POST /user/meetings/query', { token, body: { mentorship, ...page } })).body

describe('the meetings of a person', () => {
  test('CL-07 are found by the id or code of the choice, and all of them at the meetings stage', async () => {
    const { id, token } = await participant()
    const [first, second] = [await meeting([id]), await meeting([id], { startsAt: fromNow(72) })]
    await meeting([(await participant()).id])
    for (const mentorship of [stage.choice, String(stage.choice), 'choice', 'meetings'])
      expect((await list(token, mentorship)).meetings.map((each) => each.id)).toEqual([second, first])
    expect((await list(token)).meetings[1]).toMatchObject({
      status: 'new',
      user_meeting_status: 'pending',
      reasons: [],
      format: 2,
      meeting_date: formatWire(fromNow(48)),
      revision: 1,
      mentor: { mentor_id: mentor.id, fio: 'Наставников Пётр', avatar: null, position: 'Директор' },
    })
    expect(await list(token, 'choice', { limit: 1, offset: 1 })).toMatchObject({ count: 2, meetings: [{ id: first }] })
  })

  test('an upcoming meeting is past when its time is over', async () => {
    const { id, token } = await participant()
    await meeting([id], { startsAt: fromNow(-3), answer: 'accepted' })
    await meeting([id], { startsAt: fromNow(-1), answer: 'accepted' })
    expect((await list(token)).meetings.map(({ status }) => status)).toEqual(['new', 'past'])
  })

  test('the list costs the same with one meeting and with three', async () => {
    const { id, token } = await participant()
    await meeting([id])
    await list(token)
    const one = await countQueries(() => list(token))
    await meeting([id])
    await meeting([id])
    expect(await countQueries(() => list(token))).toBe(one)
  })
})

describe('an answer', () => {
  test('CL-07 accepts, rejects with reasons, or proposes another time, and the mentor is notified', async () => {
    const { id, token } = await participant()
    const at = await meeting([id])
    expect((await answer(token, at, { status: 'accepted', revision: 1 })).body).toMatchObject({
      user_meeting_status: 'accepted',
      revision: 2,
    })
    const proposed_dates = [50, 52].map((hours) => formatWire(fromNow(hours)))
    expect(
      (await answer(token, at, { status: 'changed', proposed_dates: proposed_dates.toReversed(), comment: 'Позже' }))
        .body,
    ).toMatchObject({
      user_meeting_status: 'changed',
      proposed_dates,
      comment: 'Позже',
    })
    expect((await answer(token, at, { status: 'rejected', reasons: [5, 2] })).body).toMatchObject({
      user_meeting_status: 'rejected',
      reasons: [2, 5],
      proposed_dates: [],
    })
    const notifications = await app.db
      .selectFrom('notifications')
      .select('title')
      .where('account_id', '=', mentor.id)
      .orderBy('id', 'desc')
      .limit(3)
      .execute()
    expect(notifications.map(({ title }) => title)).toEqual([
      'Встреча отклонена',
      'Просят другое время встречи',
      'Встреча принята',
    ])
  })

  test('the same answer again changes nothing and notifies nobody', async () => {
    const { id, token } = await participant()
    const at = await meeting([id])
    await answer(token, at, { status: 'accepted' })
    expect((await answer(token, at, { status: 'accepted', revision: 1 })).body.revision).toBe(2)
  })

  test('to a changed meeting is refused, and of two simultaneous ones only one is stored', async () => {
    const { id, token } = await participant()
    const at = await meeting([id])
    const answers = await Promise.all(
      [1, 2, 3, 4].map((reason) => answer(token, at, { status: 'rejected', reasons: [reason], revision: 1 })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers.filter((each) => each.status !== 200))
      expect([status, body.code]).toEqual([409, 'meeting_changed'])
  })

  test('is refused for a cancelled, past, already rejected or another person’s meeting', async () => {
    const { id, token } = await participant()
    const closed = [
      await meeting([id], { status: 'cancelled' }),
      await meeting([id], { startsAt: fromNow(-1) }),
      await meeting([id], { answer: 'rejected' }),
    ]
    for (const each of closed) {
      const { status, body } = await answer(token, each, { status: 'accepted' })
      expect([status, body.code]).toEqual([409, 'meeting_closed'])
    }
    const others = await meeting([(await participant()).id])
    expect((await answer(token, others, { status: 'accepted' })).body.code).toBe('meeting_not_found')
  })

  test('a rejection needs a reason, and other times are two or three in the future', async () => {
    const { id, token } = await participant()
    const at = await meeting([id])
    expect((await answer(token, at, { status: 'rejected' })).body.code).toBe('comment_required')
    const good = formatWire(fromNow(50))
    for (const [proposed_dates, code] of [
      [undefined, 'meeting_times_few'],
      [[good], 'meeting_times_few'],
      [[good, good], 'meeting_times_few'],
      ...['завтра', formatWire(fromNow(-1)), formatWire(fromNow(24 * 400))].map(
        (wrong) => [[good, wrong], 'meeting_date_wrong'] as const,
      ),
    ] as const) {
      const body = { status: 'changed' as const, ...(proposed_dates ? { proposed_dates: [...proposed_dates] } : {}) }
      const refused = await answer(token, at, body)
      expect([refused.body.code, Object.keys(refused.body.fields ?? {})]).toEqual([code, ['proposed_dates']])
    }
    for (const reason of [0, 6])
      expect((await answer(token, at, { status: 'rejected', reasons: [reason] })).status).toBe(400)
  })
})

describe('a mentor', () => {
  const users = async (token: string, query = {}) => app.call('GET /mentors/users', { token, query })

  test('RL-04 CL-07 sees only the participants who chose them, with the meetings with each', async () => {
    const own = await aMentor('Один')
    const other = await aMentor('Другой')
    await app.db
      .insertInto('stage_mentors')
      .values([own, other].map(({ id }) => ({ stage_id: stage.choice, mentor_id: id })))
      .execute()
    const person = await participant()
    const drafting = await participant()
    const pick = (token: string, draft: boolean) =>
      app.call('POST /user/choosed_mentors', {
        token,
        body: {
          mentorship: stage.choice,
          draft,
          choosed_mentors: [{ mentor_id: own.id, reasons: [4], comment: 'Научите' }],
        },
      })
    await pick(person.token, false)
    await pick(drafting.token, true)
    const [mine] = [
      await meeting([person.id], { mentorId: own.id }),
      await meeting([person.id], { mentorId: other.id }),
    ]
    const { token } = await sessionOf(app, own)
    const { body } = await users(token)
    expect(body.count).toBe(1)
    expect(body.users).toMatchObject([
      { user_id: person.testId, reasons: [4], comment: 'Научите', status: 'proposed', meetings: [{ id: mine }] },
    ])
    const strangers = [person.token, (await sessionOf(app, other)).token]
    expect((await users(strangers[0] ?? '')).body.code).toBe('no_access')
    expect((await users(strangers[1] ?? '')).body).toEqual({ users: [], count: 0, waiting: 0 })
    const one = await countQueries(() => users(token))
    await pick((await participant()).token, false)
    await pick((await participant()).token, false)
    expect((await users(token)).body.count).toBe(3)
    expect(await countQueries(() => users(token))).toBe(one)
  })

  test('sees the latest meetings with a person when the card cannot hold all, and their number', async () => {
    const own = await aMentor('Частый')
    const [often, seldom] = [await participant(), await participant()]
    for (const { id } of [often, seldom])
      await app.db
        .insertInto('mentor_choices')
        .values({
          ...{ account_id: id, mentor_id: own.id, stage_id: stage.choice, rank: 1 },
          ...{ status: 'accepted', chosen_at: app.clock.now() },
        })
        .execute()
    const ids: number[] = []
    for (let at = 0; at < maxCardMeetings + 2; at += 1)
      ids.push(await meeting([often.id], { mentorId: own.id, startsAt: new Date(Date.UTC(2026, 10, 1 + at)) }))
    const once = await meeting([seldom.id], { mentorId: own.id })
    const listed = (await users((await sessionOf(app, own)).token)).body.users
    const of = ({ testId }: { testId: number }) => listed.find(({ user_id }) => user_id === testId)
    expect(of(often)?.meetings.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, maxCardMeetings))
    expect(of(often)?.meetings_count).toBe(maxCardMeetings + 2)
    expect([of(seldom)?.meetings.map(({ id }) => id), of(seldom)?.meetings_count]).toEqual([[once], 1])
  })

  describe('the meetings that wait for the mentor', () => {
    const waiting = async (token: string) => (await app.call('GET /mentors/meetings', { token })).body
    const settle = (
      token: string,
      id: number,
      user_id: number,
      body: { agreed: boolean; date?: string; revision?: number },
    ) => app.call('POST /mentors/meetings/:id/:user_id/time', { token, params: { id, user_id }, body })
    const report = (token: string, id: number, user_id: number, body = { came: true, report: ' Разобрали план. ' }) =>
      app.call('POST /mentors/meetings/:id/:user_id/report', { token, params: { id, user_id }, body })

    async function mentorWith(count = 1) {
      const own = await aMentor('Занятой')
      const persons = []
      for (let each = 0; each < count; each += 1) persons.push(await participant())
      return { own, token: (await sessionOf(app, own)).token, persons }
    }

    test('are those with a request for another time, past ones without a report, and those of the week', async () => {
      const { own, token, persons } = await mentorWith()
      const [person] = persons
      const ids = [person?.id ?? 0]
      const mentorId = own.id
      const asks = await meeting(ids, { mentorId, answer: 'changed', startsAt: fromNow(24 * 30) })
      const over = await meeting(ids, { mentorId, answer: 'accepted', startsAt: fromNow(-3) })
      const waits = await meeting(ids, { mentorId, answer: 'accepted', status: 'wait', startsAt: fromNow(-100) })
      const soon = await meeting(ids, { mentorId, startsAt: fromNow(30) })
      await meeting(ids, { mentorId, startsAt: fromNow(24 * 8) })
      await meeting(ids, { mentorId, status: 'cancelled', startsAt: fromNow(31) })
      await meeting(ids, { mentorId, answer: 'pending', startsAt: fromNow(-200) })
      await meeting(ids, { mentorId, answer: 'changed', startsAt: fromNow(-200) })
      await meeting(ids, { answer: 'changed' })
      const body = await waiting(token)
      const numbers = (rows: { id: number }[]) => rows.map(({ id }) => id)
      expect(numbers(body.asks_time)).toEqual([asks])
      expect(numbers(body.lacks_report)).toEqual([waits, over])
      expect(numbers(body.week).filter((id) => id !== over)).toEqual([soon])
      expect(body.asks_time[0]).toMatchObject({ user_id: person?.testId, came: null, report: '' })
      const one = await countQueries(() => waiting(token))
      await meeting(ids, { mentorId, answer: 'changed' })
      expect((await waiting(token)).asks_time).toHaveLength(2)
      expect(await countQueries(() => waiting(token))).toBe(one)
    })

    test('the mentor agrees to another time: the meeting moves, and people who had agreed to the old time are asked again', async () => {
      const { own, token, persons } = await mentorWith(2)
      const [asker, other] = persons
      if (!asker || !other) throw new Error('nobody')
      const id = await meeting([asker.id, other.id], { mentorId: own.id })
      await answer(other.token, id, { status: 'accepted' })
      const proposed_dates = [69, 70, 71].map((hours) => formatWire(fromNow(hours)))
      const [, date = ''] = proposed_dates
      await answer(asker.token, id, { status: 'changed', proposed_dates, comment: 'После обеда' })
      const [asked] = (await waiting(token)).asks_time
      expect(asked).toMatchObject({ user_id: asker.testId, proposed_dates, comment: 'После обеда', revision: 3 })
      const another = await settle(token, id, asker.testId, {
        agreed: true,
        date: formatWire(fromNow(72)),
        revision: 3,
      })
      expect(another.body.code).toBe('meeting_time_passed')
      expect((await settle(token, id, asker.testId, { agreed: true, revision: 2 })).body.code).toBe('meeting_changed')
      expect((await settle(token, id, asker.testId, { agreed: true, date, revision: 3 })).body).toMatchObject({
        ...{ user_meeting_status: 'accepted', meeting_date: date, proposed_dates: [], revision: 4 },
      })
      expect((await list(other.token)).meetings[0]).toMatchObject({
        user_meeting_status: 'pending',
        meeting_date: date,
      })
      expect((await settle(token, id, asker.testId, { agreed: true })).body.code).toBe('meeting_changed')
      const told = await app.db
        .selectFrom('notifications')
        .select(['account_id', 'title'])
        .where('account_id', 'in', [asker.id, other.id])
        .orderBy('id')
        .execute()
      expect(told).toEqual([
        { account_id: other.id, title: 'Вы приняли встречу' },
        { account_id: asker.id, title: 'Наставник согласен на другое время' },
        { account_id: other.id, title: 'Встреча перенесена' },
      ])
    })

    test('the switch «Встречи и мероприятия» announces the SMS, and the SMS comes with the time of the meeting', async () => {
      expect(notificationKinds.meetings.about).toContain('По СМС — только время встречи')
      const { own, token, persons } = await mentorWith(3)
      const [asker, other, silent] = persons
      if (!asker || !other || !silent) throw new Error('nobody')
      const choices = [{ kind: 'meetings' as const, channel: 'sms' as const, wanted: false }]
      await app.call('PUT /user/notification-choices', { token: silent.token, body: { choices } })
      const id = await meeting([asker.id, other.id, silent.id], { mentorId: own.id })
      for (const { token } of [other, silent]) await answer(token, id, { status: 'accepted' })
      await answer(asker.token, id, { status: 'changed', proposed_dates: times(70) })
      const time = showDateTime(fromNow(70))
      expect((await settle(token, id, asker.testId, { agreed: true })).status).toBe(200)
      await answer(asker.token, id, { status: 'changed', proposed_dates: times(71) })
      expect((await settle(token, id, asker.testId, { agreed: false })).status).toBe(200)
      const smsOf = async ({ phone }: { phone: string | null }) =>
        (
          await app.db
            .selectFrom('outbox')
            .select('text')
            .where('recipient', '=', phone ?? '')
            .where('channel', '=', 'sms')
            .orderBy('id')
            .execute()
        ).map(({ text }) => text)
      expect(await smsOf(asker)).toEqual([
        `Наставник согласен на другое время: ${time}`,
        `Наставник оставил прежнее время: ${time}`,
      ])
      expect(await smsOf(other)).toEqual([`Встреча перенесена: ${time}`])
      expect(await smsOf(silent)).toEqual([])
    })

    test('the mentor keeps the time, and the person answers again; a time that has passed cannot be agreed to', async () => {
      const { own, token, persons } = await mentorWith()
      const [person] = persons
      if (!person) throw new Error('nobody')
      const id = await meeting([person.id], { mentorId: own.id, answer: 'changed' })
      expect((await settle(token, id, person.testId, { agreed: true })).body.code).toBe('meeting_time_passed')
      expect((await settle(token, id, person.testId, { agreed: false })).body).toMatchObject({
        ...{ user_meeting_status: 'pending', meeting_date: formatWire(fromNow(48)), revision: 2 },
      })
      expect((await answer(person.token, id, { status: 'accepted', revision: 2 })).status).toBe(200)
    })

    test('of several answers of the mentor at once only one is stored', async () => {
      const { own, token, persons } = await mentorWith()
      const [person] = persons
      if (!person) throw new Error('nobody')
      const id = await meeting([person.id], { mentorId: own.id })
      await answer(person.token, id, { status: 'changed', proposed_dates: times(60) })
      const answers = await Promise.all(
        [true, false, true, false].map((agreed) => settle(token, id, person.testId, { agreed })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    })

    test('a report ends the waiting, may be corrected, and is part of the exported data of both', async () => {
      const { own, token, persons } = await mentorWith()
      const [person] = persons
      if (!person) throw new Error('nobody')
      const id = await meeting([person.id], {
        mentorId: own.id,
        answer: 'accepted',
        status: 'wait',
        startsAt: fromNow(-9),
      })
      expect((await report(token, id, person.testId)).body).toMatchObject({ came: true, report: 'Разобрали план.' })
      expect((await waiting(token)).lacks_report).toEqual([])
      expect((await list(person.token)).meetings[0]).toMatchObject({ status: 'past' })
      expect(JSON.stringify(await list(person.token))).not.toContain('Разобрали')
      await report(token, id, person.testId, { came: false, report: 'Не дождался' })
      for (const { id: accountId } of [person, own])
        expect(JSON.stringify(await ownMeetings(app.db, accountId))).toContain('участник не пришёл. Не дождался')
    })

    test('a meeting before its end, without the person’s agreement or cancelled cannot be reported', async () => {
      const { own, token, persons } = await mentorWith()
      const [person] = persons
      if (!person) throw new Error('nobody')
      for (const more of [
        { answer: 'accepted' as const, startsAt: fromNow(1) },
        { answer: 'rejected' as const, startsAt: fromNow(-9) },
        { answer: 'accepted' as const, startsAt: fromNow(-9), status: 'cancelled' as const },
      ]) {
        const refused = await report(token, await meeting([person.id], { mentorId: own.id, ...more }), person.testId)
        expect([refused.status, refused.body.code]).toEqual([409, 'meeting_not_over'])
      }
    })

    test('another mentor cannot see or answer them', async () => {
      const { own, persons } = await mentorWith()
      const [person] = persons
      if (!person) throw new Error('nobody')
      const stranger = (await mentorWith()).token
      const asks = await meeting([person.id], { mentorId: own.id, answer: 'changed' })
      const over = await meeting([person.id], { mentorId: own.id, answer: 'accepted', startsAt: fromNow(-9) })
      expect(await waiting(stranger)).toMatchObject({ asks_time: [], lacks_report: [], week: [] })
      for (const refused of [
        await settle(stranger, asks, person.testId, { agreed: false }),
        await report(stranger, over, person.testId),
      ])
        expect([refused.status, refused.body.code]).toEqual([404, 'meeting_not_found'])
    })
  })
})
