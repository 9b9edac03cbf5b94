import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pictureName } from '#server/forms/files/picture-name.ts'
import { handInDraftsAtEnd } from '#server/stages/hand-in-drafts.ts'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { aPdf } from '#server/testing/a-pdf.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { answerToken } from './answer-link.ts'

let app: TestApp
let code: string
let stage: Record<'choice' | 'free', number>
let mentors: number[]
let closes: Date

beforeAll(async () => {
  app = await testApp()
  closes = new Date(app.clock.now().getTime() + 3_600_000)
  const settings = { min_mentors: 2, max_mentors: 3 }
  const made = await aCompetition(app.db, {
    choice: { type: 'mentor_choice', closes_at: closes, submit_draft_at_end: true, settings },
    free: { type: 'final_mentor_choose', settings: { min_mentors: 0, max_mentors: 0 } },
  })
  code = made.code
  stage = made.stageIds
  mentors = []
  for (const [last_name, field] of [
    ['Астахов', 'Наука'],
    ['Берёзкин', 'Наука'],
    ['Власова', 'Промышленность'],
    ['Громов', 'Промышленность'],
    ['Дёмин', 'Культура'],
  ] as const)
    mentors.push(await aMentor(last_name, field))
})
afterAll(() => app.close())

let at: Date
beforeEach(() => {
  at ??= app.clock.now()
  app.clock.set(at)
})

async function aMentor(lastName: string, field: string, stages: number[] = Object.values(stage)) {
  const { id } = await anAccount(app, { firstName: 'Иван', lastName })
  await app.db.insertInto('account_roles').values({ account_id: id, role: 'mentor' }).execute()
  await app.db
    .insertInto('mentor_profiles')
    .values({ account_id: id, field, position: `Директор ${lastName}` })
    .execute()
  await app.db
    .insertInto('stage_mentors')
    .values(stages.map((stage_id) => ({ stage_id, mentor_id: id })))
    .execute()
  return id
}

async function participant() {
  const person = await aPerson(app)
  await takesPart(app.db, person.id, code, 'main', app.clock.now())
  return person
}

const choose = (
  token: string,
  ids: number[],
  more: { draft?: boolean; revision?: number; mentorship?: string | number; reasons?: number[] } = {},
) => {
  const { reasons = [1], mentorship = stage.choice, ...rest } = more
  const choosed_mentors = ids.map((mentor_id) => ({ mentor_id, reasons, comment: `Письмо ${mentor_id}` }))
  return app.call('POST /user/choosed_mentors', { token, body: { mentorship, choosed_mentors, ...rest } })
}
const mine = async (token: string, mentorship = String(stage.choice)) =>
  (await app.call('GET /user/choosed_mentors', { token, query: { mentorship } })).body
const rowsOf = (accountId: number) =>
  app.db
    .selectFrom('mentor_choices')
    .select(['mentor_id', 'rank', 'reasons', 'comment', 'status'])
    .where('account_id', '=', accountId)
    .orderBy('rank')
    .execute()
const some = (...places: number[]) => places.map((place) => mentors[place] ?? 0)

describe('the list of mentors', () => {
  const list = (token: string, query: { search?: string; field?: string; limit?: number; offset?: number } = {}) =>
    app.call('GET /user/mentors', { token, query: { mentorship: String(stage.choice), ...query } })

  test('SC-08 CL-07 is filtered by text and by field, and paged', async () => {
    const { token } = await participant()
    const names = async (query: Parameters<typeof list>[1]) =>
      (await list(token, query)).body.mentors.map(({ last_name }) => last_name)
    expect(await names({})).toEqual(['Астахов', 'Берёзкин', 'Власова', 'Громов', 'Дёмин'])
    expect(await names({ search: 'березкин' })).toEqual(['Берёзкин'])
    expect(await names({ search: 'иван ГРОМ' })).toEqual(['Громов'])
    expect(await names({ search: 'директор вла' })).toEqual(['Власова'])
    expect(await names({ search: 'ректор' })).toEqual([])
    expect(await names({ search: '%' })).toEqual([])
    expect(await names({ field: 'Наука' })).toEqual(['Астахов', 'Берёзкин'])
    expect(await names({ limit: 2, offset: 2 })).toEqual(['Власова', 'Громов'])
    const { body } = await list(token, { field: 'Наука', limit: 1 })
    expect(body).toMatchObject({ count: 2, fields: ['Культура', 'Наука', 'Промышленность'] })
  })

  test('finds the stage by its id or its code', async () => {
    const { token } = await participant()
    const byCode = await app.call('GET /user/mentors', { token, query: { mentorship: 'choice' } })
    expect(byCode.body.count).toBe(5)
    const none = await app.call('GET /user/mentors', { token, query: { mentorship: 'rules' } })
    expect([none.status, none.body.code]).toEqual([404, 'stage_not_found'])
  })

  test('mentors do not find themselves or hidden profiles', async () => {
    const person = await participant()
    const elsewhere = await aCompetition(app.db, { pick: { type: 'mentor_choice', settings: {} } })
    await takesPart(app.db, person.id, elsewhere.code, 'main', app.clock.now())
    const stage_id = elsewhere.stageIds.pick
    const hidden = await aMentor('Скрытый', '', [stage_id])
    await app.db.updateTable('mentor_profiles').set({ published: false }).where('account_id', '=', hidden).execute()
    await app.db.insertInto('mentor_profiles').values({ account_id: person.id }).execute()
    await app.db.insertInto('stage_mentors').values({ stage_id, mentor_id: person.id }).execute()
    const query = { mentorship: String(stage_id) }
    const { body } = await app.call('GET /user/mentors', { token: person.token, query })
    expect(body).toEqual({ mentors: [], count: 0, fields: [] })
    for (const id of [person.id, hidden])
      expect((await choose(person.token, [id], { mentorship: stage_id })).body.code).toBe('mentor_unavailable')
  })

  test('takes the same number of queries for one mentor and for five', async () => {
    const { token } = await participant()
    await list(token)
    const one = await countQueries(() => list(token, { limit: 1 }))
    expect(await countQueries(() => list(token, { limit: 5 }))).toBe(one)
  })
})

describe('the choice', () => {
  test('CL-07 is saved as a draft with any number up to the maximum, and handed in with a receipt', async () => {
    const { id, token } = await participant()
    expect(await mine(token)).toMatchObject({ choosed_mentors: [], revision: 0, may_change: true, handed_in_at: null })
    const draft = await choose(token, some(1), { draft: true, revision: 0, reasons: [5, 2] })
    expect(draft.body).toMatchObject({ revision: 1, handed_in: null })
    expect(await rowsOf(id)).toEqual([])
    expect((await mine(token)).choosed_mentors).toMatchObject([
      {
        mentor_id: mentors[1],
        id: mentors[1],
        last_name: 'Берёзкин',
        reasons: [2, 5],
        user_comment: `Письмо ${mentors[1]}`,
      },
    ])
    const done = await choose(token, some(2, 0))
    expect(done.body.handed_in).toMatchObject({ status: 'wait', receipt: { revision: 1 } })
    expect((await rowsOf(id)).map(({ mentor_id }) => mentor_id)).toEqual(some(2, 0))
    expect(await mine(token)).toMatchObject({ may_change: true, changed_since_hand_in: false })
  })

  test('from two devices does not overwrite a newer draft', async () => {
    const { token } = await participant()
    await choose(token, some(0), { draft: true, revision: 0 })
    const stale = await choose(token, some(1), { draft: true, revision: 0 })
    expect([stale.status, stale.body.code]).toEqual([409, 'draft_conflict'])
    expect((await mine(token)).choosed_mentors.map(({ mentor_id }) => mentor_id)).toEqual(some(0))
  })

  test('VL-12 KE-08 with too few or too many mentors is refused, and bounds of 0 and 0 mean at least one', async () => {
    const { token } = await participant()
    const few = await choose(token, some(0))
    expect([few.status, few.body.code]).toEqual([422, 'mentors_too_few'])
    expect(few.body.message).toBe('Выбрано слишком мало наставников. Выберите от 2 до 3 наставников')
    for (const draft of [false, true]) {
      const many = await choose(token, some(0, 1, 2, 3), { draft })
      expect([many.status, many.body.code]).toEqual([422, 'mentors_too_many'])
    }
    expect((await choose(token, [], { mentorship: 'free' })).body.code).toBe('mentors_too_few')
    expect((await choose(token, some(0, 1, 2, 3, 4), { mentorship: 'free' })).status).toBe(200)
    for (const reason of [0, 6]) expect((await choose(token, some(0, 1), { reasons: [reason] })).status).toBe(400)
    expect((await choose(token, some(0, 1), { reasons: [1, 2, 3, 4, 5] })).status).toBe(200)
  })

  test('counts a mentor who is named twice once', async () => {
    const { token } = await participant()
    expect((await choose(token, some(0, 0))).body.code).toBe('mentors_too_few')
  })

  test('VL-12 remains complete when several are handed in at once, never a mixture', async () => {
    const { id, token } = await participant()
    const wanted = [some(0, 1, 2), some(2, 3, 4), some(0, 3), some(1, 4), some(4, 2, 0), some(3, 1)]
    const answers = await Promise.all(wanted.map((ids) => choose(token, ids)))
    expect(answers.map(({ status }) => status)).toEqual(wanted.map(() => 200))
    const left = (await rowsOf(id)).map(({ mentor_id }) => mentor_id)
    expect(wanted).toContainEqual(left)
    const last = await app.db
      .selectFrom('hand_ins')
      .select(['revision', 'data'])
      .where('account_id', '=', id)
      .orderBy('revision', 'desc')
      .executeTakeFirstOrThrow()
    expect(last.revision).toBe(wanted.length)
    expect((last.data.choosed_mentors as { mentor_id: number }[]).map((each) => each.mentor_id)).toEqual(left)
  })

  test('may be changed until the stage closes, and a mentor’s answer is kept', async () => {
    const { id, token } = await participant()
    await choose(token, some(0, 1))
    await app.db.updateTable('mentor_choices').set({ status: 'accepted' }).where('account_id', '=', id).execute()
    await choose(token, some(0), { draft: true })
    expect(await mine(token)).toMatchObject({ changed_since_hand_in: true })
    expect((await choose(token, some(3, 0))).body.handed_in?.receipt.revision).toBe(2)
    expect((await rowsOf(id)).map(({ mentor_id, status }) => [mentor_id, status])).toEqual([
      [mentors[3], 'proposed'],
      [mentors[0], 'accepted'],
      [mentors[1], 'accepted'],
    ])
    app.clock.set(new Date(closes.getTime() + 120_000))
    const { token: later } = await app
      .call('POST /auth/login', { body: { username: (await emailOf(id)) ?? '', password: 'Kedr-Volna-4817-Zima' } })
      .then(({ body }) => ({ token: (body as { access_token: string }).access_token }))
    expect((await choose(later, some(1, 2))).body.code).toBe('stage_closed')
    expect((await choose(later, some(1, 2), { draft: true })).body.code).toBe('stage_closed')
    expect((await mine(later)).may_change).toBe(false)
  })

  test('a draft with enough mentors is handed in when the stage ends, one with too few is not', async () => {
    const [enough, little] = [await participant(), await participant()]
    await choose(enough.token, some(0, 1), { draft: true })
    await choose(little.token, some(0), { draft: true })
    app.clock.set(new Date(closes.getTime() + 120_000))
    await handInDraftsAtEnd(app.services)
    expect(await rowsOf(enough.id)).toHaveLength(2)
    expect(await rowsOf(little.id)).toEqual([])
  })

  test('CL-07 the message to a chosen mentor can be changed separately, also after the hand-in', async () => {
    const { id, token } = await participant()
    const say = (mentor_id: number, comment: string) =>
      app.call('POST /user/choosed_mentors/:mentor_id', { token, params: { mentor_id }, body: { comment } })
    await choose(token, some(0, 1))
    expect((await say(mentors[1] ?? 0, 'Новые слова')).body).toMatchObject({ comment: 'Новые слова' })
    expect((await rowsOf(id))[1]).toMatchObject({ mentor_id: mentors[1], comment: 'Новые слова' })
    expect((await mine(token)).choosed_mentors[1]?.user_comment).toBe('Новые слова')
    expect((await say(mentors[2] ?? 0, 'Чужому')).body.code).toBe('mentor_unavailable')
  })

  test('CL-07 the person’s mentors are those who agreed', async () => {
    const { id, token } = await participant()
    await choose(token, some(0, 1))
    const mentorsOf = async () =>
      (await app.call('GET /user/ind-program-mentors', { token, query: { mentorship_id: String(stage.choice) } })).body
    expect(await mentorsOf()).toEqual({ mentors: [], count: 0 })
    await app.db
      .updateTable('mentor_choices')
      .set({ status: 'accepted' })
      .where('account_id', '=', id)
      .where('mentor_id', '=', mentors[1] ?? 0)
      .execute()
    expect((await mentorsOf()).mentors.map((mentor) => mentor.id)).toEqual(some(1))
  })

  test('the receipt names the mentors and why', async () => {
    const { token } = await participant()
    await choose(token, some(0, 1), { reasons: [3] })
    const { mentorChoiceParts } = await import('./choice-work.ts')
    const data = { choosed_mentors: [{ mentor_id: mentors[0], reasons: [3], comment: 'Жду' }] }
    const handedIn = { settings: {}, stageId: stage.choice, formVersion: 0, data }
    const [lines] = (await mentorChoiceParts.work?.inWords(app.db, [handedIn], app.services)) ?? []
    expect(lines).toEqual([{ section: 'Выбранные наставники', label: '1. Астахов Иван', value: 'экспертиза. Жду' }])
  })
})

const emailOf = async (id: number) =>
  (await app.db.selectFrom('accounts').select('email').where('id', '=', id).executeTakeFirst())?.email

async function aFile(token: string, name = 'план.pdf'): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(aPdf())]), name)
  const answer = await app.fetch('/api/v3/user/files?purpose=file', {
    ...{ method: 'POST', headers: { 'X-Token': token }, body: form },
  })
  return ((await answer.json()) as { file_id: string }).file_id
}

test('KA-08 a file attached to a choice can be read by its owner and, once the choice is handed in, by the chosen mentor', async () => {
  const person = await participant()
  const stranger = await participant()
  const { token } = person
  const file_id = await aFile(token)
  const [first = 0, second = 0] = mentors
  const as = async (accountId: number) => {
    const { email } = await app.db
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    return (await sessionOf(app, { email })).token
  }
  const withFile = (by: string, id: string, draft: boolean) => {
    const choosed_mentors = [{ mentor_id: first, file_id: id }, { mentor_id: second }]
    return app.call('POST /user/choosed_mentors', {
      token: by,
      body: { mentorship: stage.choice, choosed_mentors, draft },
    })
  }
  const reads = (by: string) => app.call('GET /mentors/files/:file_id', { token: by, params: { file_id } })
  const stolen = await withFile(stranger.token, file_id, false)
  expect([stolen.status, Object.keys(stolen.body.fields ?? {})]).toEqual([422, ['choosed_mentors.0.file_id']])

  const mentor = await as(first)
  expect((await withFile(token, file_id, true)).status).toBe(200)
  expect((await reads(mentor)).status).toBe(404)
  expect((await withFile(token, file_id, false)).status).toBe(200)
  const [chosen, other] = (await mine(token)).choosed_mentors
  expect([chosen?.user_file_name, chosen?.user_file_url]).toEqual(['план.pdf', `/api/v3/user/files/${file_id}`])
  expect([other?.user_file_name, other?.user_file_url]).toEqual([null, null])
  const { users } = (await app.call('GET /mentors/users', { token: mentor })).body
  const asked = users.find(({ user_id }) => user_id === person.testId)
  expect([asked?.user_file_name, asked?.user_file_url]).toEqual(['план.pdf', `/api/v3/mentors/files/${file_id}`])
  const read = await reads(mentor)
  expect([read.status, read.text.slice(0, 8)]).toEqual([200, '%PDF-1.4'])
  expect((await reads(await as(second))).status).toBe(404)
  expect((await reads(token)).status).toBe(403)
  const { offered_at } = await app.db
    .selectFrom('mentor_choices')
    .select('offered_at')
    .where('file_id', '=', file_id)
    .executeTakeFirstOrThrow()
  const offer = { accountId: person.id, stageId: stage.choice, mentorId: first, offeredAt: offered_at?.getTime() ?? 0 }
  const byLetter = await app.call('POST /mentors/answer/file', { body: { token: answerToken(app.config, offer) } })
  expect([byLetter.status, byLetter.text.slice(0, 8)]).toEqual([200, '%PDF-1.4'])
  const removed = await app.call('DELETE /user/files/:file_id', { token, params: { file_id } })
  expect(removed.status).toBe(404)
})

test('CL-07 the list of mentors has the person’s own messages and files, before and after the hand-in, and nothing of another person', async () => {
  const { token } = await participant()
  const stranger = await participant()
  const file_id = await aFile(token)
  const [first = 0, second = 0] = mentors
  const ownOf = async (by: string) => {
    const query = { mentorship: String(stage.choice) }
    const { body } = await app.call('GET /user/mentors', { token: by, query })
    return body.mentors.map(({ id, user_comment, user_file_url, user_file_name }) => [
      ...[id, user_comment, user_file_url, user_file_name],
    ])
  }
  const nothing = (id: number) => [id, '', null, null]
  for (const draft of [true, false]) {
    const chosen = [
      { mentor_id: first, file_id, comment: 'Жду' },
      { mentor_id: second, comment: 'И вас' },
    ]
    const body = { mentorship: stage.choice, choosed_mentors: chosen, draft }
    expect((await app.call('POST /user/choosed_mentors', { token, body })).status).toBe(200)
    expect(await ownOf(token)).toEqual([
      [first, 'Жду', `/api/v3/user/files/${file_id}`, 'план.pdf'],
      [second, 'И вас', null, null],
      ...mentors.slice(2).map(nothing),
    ])
  }
  expect(await ownOf(stranger.token)).toEqual(mentors.map(nothing))
})

test('a mentor sees the portrait of a person only while they work together', async () => {
  const person = await participant()
  const [first = 0, second = 0] = mentors
  const avatar = 'b2'.repeat(16)
  await app.db.updateTable('accounts').set({ avatar }).where('id', '=', person.id).execute()
  await choose(person.token, some(0, 1))
  const seenBy = async (mentorId: number) => {
    const { token } = await sessionOf(app, { email: (await emailOf(mentorId)) ?? '' })
    const { users } = (await app.call('GET /mentors/users', { token, query: { limit: 100 } })).body
    const { testId } = person
    return users.find(({ user_id }) => user_id === testId)?.avatar
  }
  const answer = (status: 'accepted' | 'ended') =>
    app.db
      .updateTable('mentor_choices')
      .set({ status })
      .where('account_id', '=', person.id)
      .where('mentor_id', '=', first)
      .execute()
  expect([await seenBy(first), await seenBy(second)]).toEqual([null, null])
  await answer('accepted')
  expect([await seenBy(first), await seenBy(second)]).toEqual([pictureName(app.services, avatar), null])
  await answer('ended')
  expect(await seenBy(first)).toBeNull()
})
