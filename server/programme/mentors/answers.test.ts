import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { handInDraftsAtEnd } from '#server/stages/hand-in-drafts.ts'
import { aMentorStage, noFields, refusable } from '#server/testing/a-mentor-stage.ts'
import { anAccount, withNewSession } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { answerToken } from './answer-link.ts'
import { settleMentors } from './jobs.ts'

let app: TestApp
const start = new Date('2026-11-21T12:00:00+03:00')
beforeAll(async () => {
  app = await testApp({ remembers: true })
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(start))

const days = (count: number) => new Date(start.getTime() + count * 86_400_000)
const lettersTo = async (recipient: string) => {
  await app.work('offer_mentors')
  return app.db
    .selectFrom('outbox')
    .select(['subject', 'text'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute()
}
const linkIn = (text = '') => /\/mentor-answer#(\S+)/.exec(text)?.[1] ?? ''
let clients = 0
const from = () => {
  clients += 1
  return { 'X-Forwarded-For': `10.77.${(clients >> 8) & 255}.${clients & 255}` }
}
const read = (token: string) => app.call('POST /mentors/answer/read', { body: { token }, headers: from() })
type Said = { accept: boolean; reason?: 'no_time' | 'other_topic' | 'conflict' | 'other'; answer?: string }
const say = (token: string, said: Said) =>
  app.call('POST /mentors/answer', { body: { token, ...said }, headers: from() })
const told = async ({ id }: { id: number }) =>
  (await app.db.selectFrom('notifications').select('title').where('account_id', '=', id).orderBy('id').execute()).map(
    ({ title }) => title,
  )

test('KA-08 a mentor and the assistant get a letter, from which either can answer without a login', async () => {
  const stage = await aMentorStage(app)
  const mentor = await stage.mentor({ name: 'Письмов', assistant: 'help@assist.test', capacity: 2 })
  const other = await stage.mentor({ name: 'Запасной' })
  const person = await stage.person()
  expect((await stage.choose(person, [mentor, other])).status).toBe(200)
  const [letter, ...more] = await lettersTo(mentor.email)
  expect(more).toEqual([])
  expect(letter?.subject).toMatch(/^Вас выбрали наставником: /)
  expect(letter?.text).toContain('Что пишет участник: «Жду»')
  const [copy] = await lettersTo('help@assist.test')
  // The same letter, with the assistant's own link.
  expect(copy?.text.replace(linkIn(copy.text), '')).toBe(letter?.text.replace(linkIn(letter.text), ''))
  const token = linkIn(letter?.text)

  // Opening the page changes nothing.
  for (let time = 0; time < 2; time++)
    expect((await read(token)).body).toMatchObject({
      status: 'proposed',
      rank: 1,
      comment: 'Жду',
      capacity: 2,
      working: 0,
    })
  expect((await app.fetch(`/api/v3/mentors/answer?token=${token}`)).status).toBe(404)
  expect((await stage.pair(person, mentor)).status).toBe('proposed')
  expect((await say(token, { accept: false })).body.fields?.reason?.rule).toBe('required')

  const agreed = await say(token, { accept: true, answer: 'Начнём во вторник' })
  expect(agreed.body).toMatchObject({ status: 'accepted', working: 1 })
  const again = await say(token, { accept: false, reason: 'no_time' })
  expect([again.status, again.body.code]).toEqual([409, 'mentorship_answered'])
  expect((await stage.act(mentor, person, { act: 'decline', reason: 'no_time' })).body.code).toBe('mentorship_answered')
  expect(await stage.pair(person, mentor)).toMatchObject({ status: 'accepted', answered_by: 'letter' })
  expect(await stage.own(person)).toMatchObject({ status: 'success' })
  expect((await stage.choice(person)).answers).toEqual([
    { fio: 'Письмов Пётр', status: 'accepted', answer: 'Начнём во вторник', answer_until: null, assistant: null },
  ])
  expect(await told(person)).toEqual(['Письмов Пётр — ваш наставник'])

  // One mentor is enough at this stage, so the other one is no longer needed.
  const spare = linkIn((await lettersTo(other.email))[0]?.text)
  expect((await read(spare)).body).toMatchObject({ status: 'ended', by_other: true })
  expect((await say(spare, { accept: true })).body.code).toBe('mentorship_over')
})

test('a link that has expired, was altered, or belongs to another offer or a withdrawn choice is refused', async () => {
  const stage = await aMentorStage(app, { answer_days: 3 })
  const [mentor, other] = [await stage.mentor(), await stage.mentor()]
  const person = await stage.person()
  await stage.choose(person, [mentor])
  const token = linkIn((await lettersTo(mentor.email))[0]?.text)
  const pair = await stage.pair(person, mentor)
  const of = { accountId: person.id, stageId: stage.stageId, mentorId: mentor.id }
  const earlier = answerToken(app.config, { ...of, offeredAt: (pair.offered_at?.getTime() ?? 0) - 1 })
  const strange = answerToken(app.config, { ...of, mentorId: other.id, offeredAt: pair.offered_at?.getTime() ?? 0 })
  for (const wrong of ['x', `${token}x`, token.replace(/^\d+/, String(person.id + 1)), earlier, strange])
    for (const answer of [await read(wrong), await say(wrong, { accept: true })])
      expect([wrong, answer.status, answer.body.code]).toEqual([wrong, 422, 'mentor_link_over'])
  app.clock.set(days(3))
  expect((await say(token, { accept: true })).body.code).toBe('mentor_link_over')
  app.clock.set(start)
  await stage.choose(person, [other])
  expect((await read(token)).body.code).toBe('mentor_link_over')
  // The mentor is chosen and asked again: the first letter stays invalid.
  app.clock.set(new Date(start.getTime() + 60_000))
  await stage.choose(person, [mentor])
  const [, second] = await lettersTo(mentor.email)
  expect((await say(token, { accept: true })).body.code).toBe('mentor_link_over')
  expect((await say(linkIn(second?.text), { accept: true })).status).toBe(200)
})

test('KA-08 a mentor sets the places from the letter, and a choice without a file has none to open', async () => {
  const stage = await aMentorStage(app)
  const mentor = await stage.mentor({ capacity: 0 })
  const person = await stage.person()
  await app.db.updateTable('mentor_profiles').set({ capacity: 1 }).where('account_id', '=', mentor.id).execute()
  await stage.choose(person, [mentor])
  const token = linkIn((await lettersTo(mentor.email))[0]?.text)
  const places = (capacity: number | null) =>
    app.call('POST /mentors/answer/capacity', { body: { token, capacity }, headers: from() })
  expect((await places(0)).body).toMatchObject({ capacity: 0 })
  expect((await say(token, { accept: true })).body.code).toBe('mentor_full')
  expect((await places(null)).body).toMatchObject({ capacity: null })
  const file = await refusable(app.call('POST /mentors/answer/file', { body: { token }, headers: from() }))
  expect([file.status, file.body.code]).toEqual([404, 'not_found'])
  expect((await say(token, { accept: true })).status).toBe(200)
})

test('KA-08 of 200 people for the last place of a mentor one gets it, for the others it is refused as taken, and no place stays empty', async () => {
  const stage = await aMentorStage(app)
  const mentor = await stage.mentor({ capacity: 1 })
  const people = await stage.crowd(200, [mentor.id])
  const offeredAt = app.clock.now().getTime()
  const answers = await Promise.all(
    people.map((accountId) =>
      say(answerToken(app.config, { accountId, stageId: stage.stageId, mentorId: mentor.id, offeredAt }), {
        accept: true,
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'mentor_full')).toHaveLength(199)
  const rows = await app.db
    .selectFrom('mentor_choices')
    .select('status')
    .where('mentor_id', '=', mentor.id)
    .where('status', '=', 'accepted')
    .execute()
  expect(rows).toHaveLength(1)
})

test('of two mentors who accept the same person at once one works with the person, the place of the other stays free', async () => {
  const stage = await aMentorStage(app)
  const mentors = [await stage.mentor({ capacity: 1 }), await stage.mentor({ capacity: 1 })]
  const person = await stage.person()
  await stage.choose(person, mentors)
  const answers = await Promise.all(mentors.map((mentor) => stage.act(mentor, person, { act: 'accept' })))
  expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([204, 'mentorship_over'])
  const { mentors: seen } = (
    await app.call('GET /user/mentors', {
      token: (await stage.person()).token,
      query: { mentorship: String(stage.stageId) },
    })
  ).body
  expect(seen.map(({ left }) => left).sort()).toEqual([0, 1])
})

test('KE-08 a mentor in two stages of a competition has the same places in both', async () => {
  const stage = await aMentorStage(app)
  const mentor = await stage.mentor({ capacity: 1 })
  const [first, second] = [await stage.person(), await stage.person()]
  await stage.choose(first, [mentor])
  await stage.choose(second, [mentor], stage.stageIds.final)
  expect((await stage.act(mentor, first, { act: 'accept' })).status).toBe(204)
  const answer = await refusable(
    app.call('POST /mentors/users/:user_id/:stage_id', {
      token: mentor.token,
      params: { user_id: second.testId, stage_id: stage.stageIds.final },
      body: { act: 'accept' },
    }),
  )
  expect([answer.status, answer.body.code]).toEqual([409, 'mentor_full'])
  expect(answer.body.message).toBe('Свободных мест у наставника нет: Наставников Пётр')
  const third = await stage.person()
  expect((await stage.choose(third, [mentor], stage.stageIds.final)).body.code).toBe('mentor_full')
})

test('KE-08 a mentor from the same organisation cannot be chosen, and a mentor who declares a conflict is no longer offered', async () => {
  const stage = await aMentorStage(app)
  const mentor = await stage.mentor({ name: 'Начальников', employer: 'ООО «Ромашка»' })
  const person = await stage.person()
  await app.db
    .insertInto('applications')
    .values({
      ...{ account_id: person.id, competition_code: stage.code, stage_id: stage.stageIds.work, door: 'participant' },
      ...{ form_version: 1, data: JSON.stringify({ employer: 'ооо Ромашка' }), submitted_at: start },
    })
    .execute()
  const query = { mentorship: String(stage.stageId) }
  const { body } = await app.call('GET /user/mentors', { token: person.token, query })
  expect(body.mentors.map(({ conflict }) => conflict)).toEqual([true])
  const refused = await stage.choose(person, [mentor])
  expect([refused.status, refused.body.code]).toEqual([409, 'mentor_conflict'])

  const declared = await stage.mentor({ name: 'Соседов' })
  expect((await stage.choose(person, [declared])).status).toBe(200)
  expect((await stage.act(declared, person, { act: 'decline', reason: 'conflict' })).status).toBe(204)
  const after = await app.call('GET /user/mentors', { token: person.token, query })
  expect(after.body.mentors.map(({ fio }) => fio)).toEqual(['Начальников Пётр'])
})

test('an unanswered offer lapses after its days, counted from the return of an absent mentor, and the last one ends the stage', async () => {
  const stage = await aMentorStage(app, { answer_days: 2 })
  const [here, away] = [await stage.mentor({ name: 'Здешний' }), await stage.mentor({ name: 'Уехавший' })]
  await app.db
    .insertInto('mentor_absences')
    .values({ mentor_id: away.id, begins: '2026-11-20', ends: '2026-11-24' })
    .execute()
  const person = await stage.person()
  await stage.choose(person, [here, away])
  expect((await stage.pair(person, here)).answer_until).toEqual(days(2))
  expect((await stage.pair(person, away)).answer_until).toEqual(new Date('2026-11-27T00:00:00+03:00'))
  app.clock.set(days(2))
  await settleMentors(app.services)
  expect(await stage.pair(person, here)).toMatchObject({
    status: 'declined',
    answered_by: 'time',
    refusal: 'no_answer',
  })
  expect(await stage.pair(person, away)).toMatchObject({ status: 'proposed' })
  expect((await stage.act({ token: await here.login() }, person, { act: 'accept' })).body.code).toBe(
    'mentorship_answered',
  )
  app.clock.set(new Date('2026-11-27T00:00:00+03:00'))
  await settleMentors(app.services)
  const back = await withNewSession(app, person)
  expect(await stage.own(back)).toMatchObject({ status: 'not_allowed' })
  expect(await told(person)).toEqual(['Наставник не ответил: Здешний Пётр', 'Наставник не ответил: Уехавший Пётр'])
})

test('a mentor who leaves a person gets the place back, and the other chosen mentors are asked again', async () => {
  const stage = await aMentorStage(app)
  const [mentor, other] = [await stage.mentor({ capacity: 1 }), await stage.mentor()]
  const person = await stage.person()
  await stage.choose(person, [mentor, other])
  expect(await lettersTo(other.email)).toHaveLength(1)
  await stage.act(mentor, person, { act: 'accept' })
  expect((await stage.act(mentor, person, { act: 'withdraw' })).body.code).toBe('form_invalid')
  app.clock.set(new Date(start.getTime() + 60_000))
  expect((await stage.act(mentor, person, { act: 'withdraw', reason: 'no_time', answer: 'Уезжаю' })).status).toBe(204)
  expect((await stage.act(mentor, person, { act: 'withdraw', reason: 'no_time' })).body.code).toBe(
    'mentorship_answered',
  )
  expect(await stage.pair(person, other)).toMatchObject({ status: 'proposed', answered_by: null })
  expect(await lettersTo(other.email)).toHaveLength(2)
  expect(await stage.own(person)).toMatchObject({ status: 'success' })
  expect((await stage.act(other, person, { act: 'accept' })).status).toBe(204)
  expect((await told(person)).at(-1)).toBe('Наставников Пётр — ваш наставник')
})

test('a draft that is handed in at the end leaves out mentors without places', async () => {
  const stage = await aMentorStage(app)
  await app.db.updateTable('stages').set({ submit_draft_at_end: true }).where('id', '=', stage.stageId).execute()
  await app.heard()
  const [full, free] = [await stage.mentor({ capacity: 0 }), await stage.mentor({ capacity: 1 })]
  const person = await stage.person()
  const choosed_mentors = [full, free].map(({ id }) => ({ mentor_id: id }))
  const draft = { mentorship: stage.stageId, choosed_mentors, draft: true }
  expect((await app.call('POST /user/choosed_mentors', { token: person.token, body: draft })).status).toBe(200)
  app.clock.set(new Date(stage.closes.getTime() + 120_000))
  await handInDraftsAtEnd(app.services)
  expect((await stage.choice(await withNewSession(app, person))).answers.map(({ status }) => status)).toEqual([
    'proposed',
  ])
})

test('a mentor edits their profile: places, topics, days away; faults are shown at their fields', async () => {
  const stage = await aMentorStage(app)
  const { token } = await stage.mentor({ capacity: 4 })
  const save = (more: object) =>
    app.call('PUT /mentors/profile', { token, body: { ...noFields, absences: [], ...more } })
  const absences = [
    { begins: '2026-12-20', ends: '2026-12-31' },
    { begins: '2026-11-20', ends: '2026-11-30' },
  ]
  const saved = await save({
    capacity: 3,
    topics: ['Финансы', 'Люди'],
    absences,
    assistant_email: ' help@assist.test ',
  })
  expect(saved.body).toMatchObject({ capacity: 3, topics: ['Финансы', 'Люди'], assistant_email: 'help@assist.test' })
  expect((await app.call('GET /mentors/profile', { token })).body.absences).toEqual(absences.toReversed())
  const wrong = async (more: object) => Object.keys((await save(more)).body.fields ?? {})
  expect(await wrong({ assistant_email: 'nobody' })).toEqual(['assistant_email'])
  expect(await wrong({ absences: [{ begins: '2026-12-20', ends: '2026-12-19' }] })).toEqual(['absences.0.ends'])
  expect(await wrong({ absences: [{ begins: '2026-02-30', ends: '2026-03-19' }] })).toEqual(['absences.0.begins'])
  expect(await wrong({ absences: [absences[0], { begins: '2026-12-31', ends: '2027-01-02' }] })).toEqual([
    'absences.1.begins',
  ])
  for (const video of ['http://video.test', 'javascript:alert(1)']) expect((await save({ video })).status).toBe(400)
  const seen = await app.call('GET /user/mentors', {
    token: (await stage.person()).token,
    query: { mentorship: String(stage.stageId) },
  })
  expect(seen.body.mentors[0]).toMatchObject({ left: 3, topics: ['Финансы', 'Люди'], absences: absences.toReversed() })
  const stranger = await anAccount(app)
  expect(
    (await app.call('GET /mentors/profile', { token: (await withNewSession(app, { ...stranger, token: '' })).token }))
      .status,
  ).toBe(403)
})
