import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aMentorStage, noFields, refusable } from '#server/testing/a-mentor-stage.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { untilWaiting } from '#server/testing/waiting-for-locks.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'

let app: TestApp
const start = new Date('2026-11-21T12:00:00+03:00')
beforeAll(async () => {
  app = await testApp({ remembers: true })
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(start))

type Stage = Awaited<ReturnType<typeof aMentorStage>>
type Mentor = Awaited<ReturnType<Stage['mentor']>>
type Person = Awaited<ReturnType<Stage['person']>>

async function anAssistant(email: string, verified = true) {
  const account = await anAccount(app, { email, firstName: 'Вера', lastName: 'Помощникова' })
  const email_verified_at = verified ? app.clock.now() : null
  await app.db.updateTable('accounts').set({ email_verified_at }).where('id', '=', account.id).execute()
  return { ...account, token: (await sessionOf(app, account)).token }
}
const wire = (ms: number) => formatWire(new Date(app.clock.now().getTime() + ms))
const day = 86_400_000
const letters = (recipient: string) =>
  app.db.selectFrom('outbox').select(['subject', 'text']).where('recipient', '=', recipient).orderBy('id').execute()
const notices = ({ id }: { id: number }) =>
  app.db.selectFrom('notifications').select(['title', 'text']).where('account_id', '=', id).orderBy('id').execute()
const lastNotice = async (who: { id: number }) => (await notices(who)).at(-1)

const helps = async ({ token }: { token: string }) =>
  (await app.call('GET /assistants/mentors', { token })).body.mentors
const people = (helper: { token: string }, mentor: { testId: number }) =>
  app.call('GET /assistants/:mentor_id/users', { token: helper.token, params: { mentor_id: mentor.testId }, query: {} })
const answers = (
  helper: { token: string },
  [mentor, person, stage]: [Mentor, { testId: number }, Stage],
  body: { act: 'accept' | 'decline'; reason?: 'no_time'; answer?: string },
) =>
  refusable(
    app.call('POST /assistants/:mentor_id/users/:user_id/:stage_id', {
      token: helper.token,
      params: { mentor_id: mentor.testId, user_id: person.testId, stage_id: stage.stageId },
      body,
    }),
  )
const week = (helper: { token: string }, mentor: { testId: number }) =>
  app.call('GET /assistants/:mentor_id/meetings', {
    ...{ token: helper.token, params: { mentor_id: mentor.testId }, query: {} },
  })
const names = (mentor: { token: string }, assistant_email: string) =>
  app.call('PUT /mentors/profile', { token: mentor.token, body: { ...noFields, assistant_email, absences: [] } })

/** A meeting in two days; with `asks`, the person proposes three or four days. */
async function aMeeting(stage: Stage, mentor: Mentor, person: Person, asks = false) {
  const { body } = await app.call('POST /mentors/meetings', {
    token: mentor.token,
    body: {
      ...{ stage_id: stage.stageId, user_ids: [person.testId], meeting_date: wire(2 * day) },
      ...{ format: 2, minutes: 60, place: 'https://meet.example.test/1' },
    },
  })
  if (asks)
    await app.call('POST /user/meeting-invitations/:id', {
      token: person.token,
      params: { id: body.id },
      body: { status: 'changed', proposed_dates: [wire(3 * day), wire(4 * day)] },
    })
  return body.id
}

test('SK-09 KA-09 an assistant named by the mentor answers for the mentor, and everybody sees who has answered', async () => {
  const stage = await aMentorStage(app)
  const helper = await anAssistant('vera@assist.test')
  const mentor = await stage.mentor({ name: 'Занятой', assistant: 'Vera@Assist.test' })
  const [one, two] = [await stage.person(), await stage.person()]
  for (const person of [one, two]) await stage.choose(person, [mentor])
  expect(await helps(helper)).toEqual([{ mentor_id: mentor.testId, fio: 'Занятой Пётр' }])
  expect((await people(helper, mentor)).body.users).toMatchObject([{ may_answer: true }, { may_answer: true }])
  expect((await app.call('GET /user/profile', { token: helper.token })).body.roles).toEqual(['assistant'])

  expect((await answers(helper, [mentor, one, stage], { act: 'accept', answer: 'Ждём во вторник' })).status).toBe(204)
  // People who still wait come first.
  expect((await people(helper, mentor)).body).toMatchObject({
    waiting: 1,
    users: [
      { user_id: two.testId, may_answer: true },
      { user_id: one.testId, may_answer: false },
    ],
  })
  expect((await answers(helper, [mentor, two, stage], { act: 'decline' })).body.fields?.reason?.rule).toBe('required')
  expect((await answers(helper, [mentor, two, stage], { act: 'decline', reason: 'no_time' })).status).toBe(204)
  expect(await stage.pair(one, mentor)).toMatchObject({ status: 'accepted', answered_by: 'assistant' })
  expect((await stage.choice(one)).answers).toMatchObject([{ fio: 'Занятой Пётр', assistant: 'Помощникова Вера' }])
  expect((await lastNotice(one))?.text).toBe('Ждём во вторник\n\nЗа наставника ответил помощник: Помощникова Вера.')
  expect((await lastNotice(two))?.text).toContain('За наставника ответил помощник: Помощникова Вера.')
  expect((await notices(mentor)).map(({ title }) => title)).toEqual([
    'Помощник согласился за вас',
    'Помощник отказался за вас',
  ])
  const own = await app.call('GET /mentors/users', { token: mentor.token, query: {} })
  expect(own.body.users.map(({ assistant }) => assistant)).toEqual(['Помощникова Вера', 'Помощникова Вера'])
  const journal = await app.db
    .selectFrom('audit')
    .select(['actor_id', 'detail'])
    .where('action', '=', 'assistant_answered')
    .orderBy('id')
    .execute()
  expect(journal.map(({ actor_id }) => actor_id)).toEqual([helper.id, helper.id])
  expect(journal[0]?.detail).toMatchObject({
    changes: [{ title: `За наставника ID ${mentor.testId}; участники: ID ${one.testId}` }],
  })
  // An answer by the link in the letter is shown as the assistant's, without a name.
  const three = await stage.person()
  await stage.choose(three, [mentor])
  await app.work('offer_mentors')
  const [token = ''] = /(?<=mentor-answer#)\S+/.exec((await letters('Vera@Assist.test')).at(-1)?.text ?? '') ?? []
  expect((await app.call('POST /mentors/answer', { body: { token, accept: true } })).status).toBe(200)
  expect((await stage.choice(three)).answers).toMatchObject([{ status: 'accepted', assistant: '' }])
  expect((await lastNotice(three))?.text).toContain('За наставника ответил помощник.')
})

test('KA-09 an assistant settles the time of meetings, and sees neither the wish nor the notes nor the report', async () => {
  const stage = await aMentorStage(app)
  const helper = await anAssistant('times@assist.test')
  const mentor = await stage.mentor({ name: 'Временной', assistant: 'times@assist.test' })
  const person = await stage.person()
  await stage.choose(person, [mentor])
  await stage.act(mentor, person, { act: 'accept' })
  const id = await aMeeting(stage, mentor, person, true)
  const asked = (await week(helper, mentor)).body
  expect(asked).toMatchObject({ asks_time: [{ id, user_id: person.testId }], lacks_report: [], week: [{ id }] })
  const settled = await app.call('POST /assistants/:mentor_id/meetings/:id/:user_id/time', {
    token: helper.token,
    params: { mentor_id: mentor.testId, id, user_id: person.testId },
    body: { agreed: true, date: wire(4 * day) },
  })
  expect(settled.body).toMatchObject({ user_meeting_status: 'accepted', meeting_date: wire(4 * day) })
  expect((await lastNotice(person))?.text).toContain('За наставника ответил помощник: Помощникова Вера.')
  const moved = await app.call('PUT /assistants/:mentor_id/meetings/:id', {
    token: helper.token,
    params: { mentor_id: mentor.testId, id },
    body: {
      ...{ format: 2, minutes: 30, place: 'https://meet.example.test/2', meeting_date: wire(5 * day) },
      revision: settled.body.revision,
    },
  })
  expect(moved.status).toBe(200)
  const log = app.db.selectFrom('meeting_events').select(['side', 'what']).where('meeting_id', '=', id)
  expect((await log.orderBy('id').execute()).slice(-2)).toEqual([
    { side: 'assistant', what: 'moved' },
    { side: 'assistant', what: 'moved' },
  ])

  // The report and notes of the mentor after the meeting.
  const parties = app.db.updateTable('meeting_parties').where('meeting_id', '=', id)
  await parties
    .set({ came: true, report: 'Личное', shared_note: 'Общее', note: 'Наставнику', note_shared: true })
    .set({ user_meeting_status: 'accepted', reported_at: app.clock.now() })
    .execute()
  await app.db.updateTable('mentor_choices').set({ wish: 1 }).where('mentor_id', '=', mentor.id).execute()
  expect((await week(helper, mentor)).body.week).toMatchObject([{ came: null, report: '', shared_note: '', note: '' }])
  const { text: listed, body } = await people(helper, mentor)
  expect(body.users[0]?.meetings).toMatchObject([{ id, came: null, report: '' }])
  for (const secret of ['Личное', 'Общее', 'Наставнику', '"wish":1']) expect(listed).not.toContain(secret)
  const report = await app.call('POST /mentors/meetings/:id/:user_id/report', {
    token: helper.token,
    params: { id, user_id: person.testId },
    body: { came: true, report: 'Чужой' },
  })
  expect(report.status).toBe(403)
})

test('KA-09 an account with another or an unconfirmed address, and the participant themselves, cannot act as the assistant', async () => {
  const stage = await aMentorStage(app)
  const mentor = await stage.mentor({ name: 'Строгий', assistant: 'strict@assist.test' })
  const unconfirmed = await anAssistant('strict@assist.test', false)
  const stranger = await anAssistant('stranger@assist.test')
  const person = await stage.person()
  await stage.choose(person, [mentor])
  for (const who of [unconfirmed, stranger, mentor, person]) {
    expect((await answers(who, [mentor, person, stage], { act: 'accept' })).body.code).toBe('not_assistant')
    expect((await people(who, mentor)).status).toBe(403)
    expect((await week(who, mentor)).status).toBe(403)
  }
  expect(await helps(stranger)).toEqual([])
  const nobody = await app.call('GET /assistants/:mentor_id/users', {
    ...{ token: stranger.token, params: { mentor_id: 999_999 }, query: {} },
  })
  expect(nobody.status).toBe(403)
  // An assistant who has chosen the mentor cannot answer their own choice.
  await names(mentor, person.email)
  await app.db.updateTable('accounts').set({ email_verified_at: start }).where('id', '=', person.id).execute()
  expect((await people(person, mentor)).body).toMatchObject({ users: [], count: 0 })
  expect((await answers(person, [mentor, person, stage], { act: 'accept' })).body.code).toBe('mentorship_not_found')
})

test('KA-09 the mentor withdraws the right at once, also from links in letters, and the new assistant is invited', async () => {
  const stage = await aMentorStage(app)
  const mentor = await stage.mentor({ name: 'Передумавший' })
  const first = await anAssistant('first@assist.test')
  await names(mentor, first.email)
  expect((await letters(first.email)).at(-1)).toMatchObject({
    subject: 'Вас назвали помощником наставника: Передумавший Пётр',
    text: expect.stringContaining('/mentor'),
  })
  const person = await stage.person()
  await stage.choose(person, [mentor])
  await app.work('offer_mentors')
  const [token = ''] = /(?<=mentor-answer#)\S+/.exec((await letters(first.email)).at(-1)?.text ?? '') ?? []
  const read = () => app.call('POST /mentors/answer/read', { body: { token } })
  expect((await read()).status).toBe(200)

  await names(mentor, 'new@assist.test')
  expect((await letters(first.email)).at(-1)?.subject).toBe('Вы больше не помощник наставника')
  expect((await read()).status).toBe(422)
  expect((await answers(first, [mentor, person, stage], { act: 'accept' })).body.code).toBe('not_assistant')
  // A person without an account makes one by the link in the letter.
  const [link = ''] = /(?<=staff-invitation#)\S+/.exec((await letters('new@assist.test')).at(-1)?.text ?? '') ?? []
  const invitation = await app.call('POST /auth/staff-invitation/read', { body: { token: link } })
  expect(invitation.body).toMatchObject({ has_account: false, duties: [], mentors: ['Передумавший Пётр'] })
  const password = 'Kedr-Volna-4817-Zima'
  const made = await app.call('POST /auth/staff-invitation', {
    body: {
      token: link,
      person: { last_name: 'Новая', first_name: 'Анна', middle_name: '', password, password_confirmation: password },
    },
  })
  const helper = { token: made.body.access_token ?? '' }
  expect((await answers(helper, [mentor, person, stage], { act: 'accept' })).status).toBe(204)
  expect((await stage.choice(person)).answers).toMatchObject([{ status: 'accepted', assistant: 'Новая Анна' }])

  // An unused invitation is withdrawn together with the right.
  await names(mentor, 'never@assist.test')
  const [unused = ''] = /(?<=staff-invitation#)\S+/.exec((await letters('never@assist.test')).at(-1)?.text ?? '') ?? []
  await names(mentor, '')
  expect((await app.call('POST /auth/staff-invitation/read', { body: { token: unused } })).status).toBe(422)
})

test('KA-09 when the right is withdrawn while the assistant answers, each answer is stored before that or refused', async () => {
  const stage = await aMentorStage(app)
  const helper = await anAssistant('race@assist.test')
  const mentor = await stage.mentor({ name: 'Гонкин', assistant: 'race@assist.test' })
  const crowd = await Promise.all(Array.from({ length: 12 }, () => stage.person()))
  for (const person of crowd) await stage.choose(person, [mentor])
  const [taken, ...said] = await Promise.all([
    names(mentor, ''),
    ...crowd.map((person) => answers(helper, [mentor, person, stage], { act: 'accept' })),
  ])
  expect(taken?.status).toBe(200)
  for (const { status, body } of said as { status: number; body: { code?: string } }[])
    expect([204, 'not_assistant']).toContain(status === 204 ? status : body.code)
  const accepted = (said as { status: number }[]).filter(({ status }) => status === 204).length
  const kept = await app.db
    .selectFrom('mentor_choices')
    .select('account_id')
    .where('mentor_id', '=', mentor.id)
    .where('status', '=', 'accepted')
    .execute()
  expect(kept).toHaveLength(accepted)
  expect((await people(helper, mentor)).status).toBe(403)
})

test('KA-09 an answer that waits while the right is withdrawn is refused', async () => {
  const stage = await aMentorStage(app)
  const helper = await anAssistant('waits@assist.test')
  const mentor = await stage.mentor({ name: 'Ждущий', assistant: 'waits@assist.test' })
  const person = await stage.person()
  await stage.choose(person, [mentor])
  let answer: ReturnType<typeof answers> | undefined
  await app.db.transaction().execute(async (tx) => {
    await tx.updateTable('mentor_profiles').set({ assistant_email: '' }).where('account_id', '=', mentor.id).execute()
    answer = answers(helper, [mentor, person, stage], { act: 'accept' })
    await untilWaiting(app.db, 1)
  })
  expect((await answer)?.body.code).toBe('not_assistant')
  expect((await stage.pair(person, mentor)).status).toBe('proposed')
})
