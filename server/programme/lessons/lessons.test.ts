import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { jobTasks } from '#server/jobs.ts'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { aPdf } from '#server/testing/a-pdf.ts'
import { anAccount, sessionOf, withNewSession } from '#server/testing/an-account.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { patience } from '#server/testing/patience.ts'
import { runQueued } from '#server/testing/run-queued.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { keepPlan } from './keep-plan.ts'

let app: TestApp
const [moscow, tatarstan] = ['7700000000000', '1600000000000']
beforeAll(async () => {
  app = await testApp({ remembers: true })
  await loadDictionaries(app.db)
})
afterAll(() => app.close())

const start = new Date('2026-11-21T12:00:00+03:00')
const hours = (count: number) => new Date(start.getTime() + count * 3_600_000)
const stagePath = '/admin/competitions/:competition/stages/:code'

/** A stage of lessons with its two parts, open for ten days. */
async function aLesson({ report = {} }: { report?: Record<string, unknown> } = {}) {
  app.clock.set(start)
  const { code, stageIds } = await aCompetition(app.db, {
    lesson: { type: 'public_lesson', title: 'Открытый урок', closes_at: hours(240) },
  })
  const below = { competition_code: code, parent_id: stageIds.lesson, published: true }
  const rows = await app.db
    .insertInto('stages')
    .values([
      { ...below, type: 'lesson_plan', code: 'plan', title: 'План', sort: 1 },
      { ...below, type: 'lesson_report', code: 'report', title: 'Отчёт', sort: 2, settings: JSON.stringify(report) },
    ])
    .returning('id')
    .execute()
  const [plan = 0, reported = 0] = rows.map(({ id }) => id)
  return { code, lesson: stageIds.lesson, plan, report: reported }
}
type Lesson = Awaited<ReturnType<typeof aLesson>>

const outline =
  'Расскажу, как устроена работа руководителя, покажу три настоящих решения и разберу их вместе с классом.'
const ownSchool = { format: 'class', school: 'Школа № 12', address: 'Казань, ул. Баумана, 1' }
const aPlan = (more: Record<string, unknown> = {}) => ({
  ...(more.place ? { format: 'class' } : ownSchool),
  ...{ starts_at: '2026-11-25 10:00', topic: 'Профессия', listeners: '9 «А», 25 человек', outline },
  ...more,
})

async function aTeacher(of: Lesson, region = tatarstan) {
  const person = await aPerson(app)
  await takesPart(app.db, person.id, of.code, 'main', app.clock.now())
  await app.db.updateTable('participations').set({ region }).where('account_id', '=', person.id).execute()
  let { token } = person
  const put = (stage_id: number, data: Record<string, unknown>) =>
    app.call('PUT /user/stages/:stage_id/answer', { token, params: { stage_id }, body: { data } })
  const params = { stage_id: of.lesson }
  return {
    ...person,
    plan: (more?: Record<string, unknown>) => put(of.plan, aPlan(more)),
    report: (data: Record<string, unknown>) => put(of.report, data),
    page: async (stage_id = of.lesson) =>
      (await app.call('GET /user/stages/:stage_id', { token, params: { stage_id } })).body,
    own: async () => (await app.call('GET /user/stages/:stage_id/lesson', { token, params })).body,
    places: async () => (await app.call('GET /user/stages/:stage_id/lesson/places', { token, params })).body,
    cancelled: (reason: string) =>
      app.call('POST /user/stages/:stage_id/lesson/cancellation', { token, params, body: { reason } }),
    answers: (test_id: number, answer: 'confirmed' | 'declined') =>
      app.call('PUT /user/stages/:stage_id/lesson/authors/:test_id', {
        token,
        params: { ...params, test_id },
        body: { answer },
      }),
    certificate: () =>
      app.fetch(`/api/v3/user/stages/${of.lesson}/lesson/certificate`, { headers: { 'X-Token': token } }),
    async upload(bytes: Uint8Array, name: string, purpose: 'file' | 'image' = 'image') {
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(bytes)]), name)
      const answer = await app.fetch(`/api/v3/user/files?purpose=${purpose}`, {
        method: 'POST',
        headers: { 'X-Token': token },
        body: form,
      })
      const { file_id } = (await answer.json()) as { file_id: string }
      return { file_id, name }
    },
    again: async () => {
      token = (await withNewSession(app, person)).token
    },
  }
}
type Teacher = Awaited<ReturnType<typeof aTeacher>>

async function aCoordinator(of: Lesson, regions: string[]) {
  const account = await anAccount(app, { roles: ['assessor'] })
  for (const stage_id of [of.plan, of.report])
    await app.db
      .insertInto('stage_staff')
      .values({ stage_id, account_id: account.id, duty: 'check', added_at: start, regions })
      .execute()
  const { token } = await sessionOf(app, account)
  const work = async (person: Teacher, stageId = of.plan) => {
    const found = await app.db
      .selectFrom('works')
      .select(['id', 'hand_in_id'])
      .where('stage_id', '=', stageId)
      .where('account_id', '=', person.id)
      .executeTakeFirstOrThrow()
    return { work_id: found.id, hand_in: found.hand_in_id }
  }
  return {
    ...account,
    token,
    work,
    async accepts(person: Teacher, stageId = of.plan) {
      const { work_id, hand_in } = await work(person, stageId)
      const body = { hand_in, verdict: 'accept' as const }
      return app.call('POST /desk/works/:work_id/check', { token, params: { work_id }, body })
    },
    async looksAt(person: Teacher, stageId = of.plan) {
      const { work_id } = await work(person, stageId)
      return app.call('GET /desk/works/:work_id/lesson', { token, params: { work_id } })
    },
    waiting: async () => (await app.call('GET /desk/lesson-cancellations', { token })).body.cancellations,
    decides: (cancellation_id: number, body: { confirmed: boolean; closes_at?: string; answer: string }) =>
      app.call('POST /desk/lesson-cancellations/:cancellation_id', { token, params: { cancellation_id }, body }),
  }
}

async function anOrganiser() {
  const account = await anAccount(app, { isDemo: true, flags: ['competitions', 'assessment'] })
  return (await sessionOf(app, account)).token
}

async function aSchool(of: Lesson, { dates = ['2026-11-25', '2026-11-26'], region = tatarstan } = {}) {
  const token = await anOrganiser()
  const answer = { school: 'Лицей 5', address: 'Казань, ул. Пушкина, 3', region, dates: dates.map((day) => ({ day })) }
  const params = { competition: of.code, code: 'lesson' }
  const { body } = await app.call(`POST ${stagePath}/lesson/places`, { token, params, body: { answer } })
  return { token, params, body, place: String(body.places.at(-1)?.place_id) }
}

/** A picture with details to compare: soft spots at places that the seed determines. */
async function photo(seed: number, { size = 800, quality = 90 } = {}) {
  const spot = (n: number) =>
    `<circle cx="${(seed * 37 * n) % 100}" cy="${(seed * 61 * n) % 100}" r="${10 + ((seed * n * 7) % 18)}" fill="hsl(${(seed * n * 83) % 360},60%,${20 + ((seed * n * 29) % 70)}%)"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="${size}" height="${size}"><rect width="100" height="100" fill="#ddd"/>${[1, 2, 3, 4, 5, 6, 7, 8, 9].map(spot).join('')}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality }).toBuffer()
}

const rules = { rule_1: true, rule_2: true, rule_3: true, rule_4: true, minors_consent: true }
async function aReport(person: Teacher, bytes: Uint8Array, more: Record<string, unknown> = {}) {
  return {
    ...{ held_on: '2026-11-25', topic: 'Профессия', listeners: '25', reflection: outline, ...rules },
    photos: [await person.upload(bytes, 'урок.jpg')],
    video: 'https://video.example/lesson',
    letter: [await person.upload(aPdf(), 'письмо.pdf', 'file')],
    ...more,
  }
}
const compared = () => runQueued(app.db, 'compare_lesson_photos', jobTasks(app.services))

test('KA-17 a lesson on video is judged by a rubric of content, contact and time, or only accepted or refused', async () => {
  const of = await aLesson()
  const [person, other, coordinator] = [await aTeacher(of), await aTeacher(of), await aCoordinator(of, [tatarstan])]
  for (const teacher of [person, other]) {
    await teacher.plan(teacher === other ? { school: 'Школа № 30' } : {})
    await coordinator.accepts(teacher)
  }
  app.clock.set(hours(120))
  for (const teacher of [person, other]) {
    await teacher.again()
    expect((await teacher.report(await aReport(teacher, await photo(teacher.id)))).status).toBe(200)
  }
  const judge = await anAccount(app)
  const organiser = { token: await anOrganiser(), params: { competition: of.code, code: 'report' } }
  const usual = (await app.call(`GET ${stagePath}/judging`, organiser)).body.answer.criteria as { title: string }[]
  expect(usual.map(({ title }) => title)).toEqual(['Содержание', 'Контакт с классом', 'Время'])
  const criteria = ['Содержание', 'Контакт с классом', 'Время'].map((title) => ({
    ...{ title, hint: '', max: '5', weight: '1', levels: '', optional: false },
  }))
  const how = { readers: '1', blind: false, gap: '', method: 'mean', load_cap: '1', other_region: 'no', read_until: '' }
  await app.call(`PUT ${stagePath}/judging`, { ...organiser, body: { answer: { criteria, ...how } } })
  await app.call(`POST ${stagePath}/judges`, { ...organiser, body: { emails: judge.email } })
  const { token } = await sessionOf(app, judge)
  await app.call('PUT /desk/background', { token, body: { answer: { abroad: true, employer: 'нет' } } })
  app.clock.advance(1)
  await app.call(`POST ${stagePath}/judging/assign`, organiser)
  await app.work('assign_works')
  await app.call(`POST ${stagePath}/judging/state`, { ...organiser, body: { state: 'reading' } })
  const list = await app.call('GET /desk/judging/:stage_id', { token, params: { stage_id: of.report } })
  expect(list.body.readings).toHaveLength(1)
  const params = { reading_id: list.body.readings[0]?.reading_id ?? 0 }
  const { body } = await app.call('GET /desk/readings/:reading_id', { token, params })
  expect(body.rubric.criteria.map(({ title }) => title)).toEqual(['Содержание', 'Контакт с классом', 'Время'])
  expect(JSON.stringify(body.lines)).toContain('https://video.example/lesson')
  const marks = Object.fromEntries(body.rubric.criteria.map(({ code }, place) => [code, 5 - place]))
  const typed = { hand_in: body.hand_in, rubric_version: 1, marks, comment: '', note: '', spent: 60_000 }
  const marked = await app.call('POST /desk/readings/:reading_id/marks', { token, params, body: typed })
  expect(marked.body.total).toBe(80)
  // The other work has no judge: the coordinator decides alone.
  const { account_id: author } = await app.db
    .selectFrom('readings as r')
    .innerJoin('works as w', 'w.id', 'r.work_id')
    .select('w.account_id')
    .where('r.id', '=', params.reading_id)
    .executeTakeFirstOrThrow()
  const unread = author === person.id ? other : person
  const late = { ...coordinator, token: (await withNewSession(app, coordinator)).token }
  const { work_id, hand_in } = await coordinator.work(unread, of.report)
  const refused = await app.call('POST /desk/works/:work_id/check', {
    token: late.token,
    params: { work_id },
    body: { hand_in, verdict: 'refuse', reason: 'На записи не урок' },
  })
  expect(refused.status).toBe(200)
})

test('SK-17 KP-17 a lesson has a plan, its approval, a report and its acceptance, in this order', async () => {
  const of = await aLesson()
  const [person, coordinator] = [await aTeacher(of), await aCoordinator(of, [tatarstan])]
  const state = async () => {
    const { status, reason } = await person.page()
    return [status, reason]
  }
  expect((await state())[0]).toBe('available')
  expect((await person.plan()).body.status).toBe('wait')
  expect(await state()).toEqual(['wait', 'План на проверке у координатора вашего региона'])
  expect((await person.report(await aReport(person, await photo(1)))).body.code).toBe('stage_closed')
  expect((await coordinator.accepts(person)).body).toEqual({ outcome: 'accepted' })
  expect(await state()).toEqual(['available', 'План одобрен: проведите урок и сдайте отчёт до 01.12.2026 12:00'])
  const early = await person.report(await aReport(person, await photo(1)))
  expect(early.body.fields).toMatchObject({ held_on: { message: expect.stringContaining('ещё не наступил') } })
  app.clock.set(hours(120))
  await person.again()
  expect((await person.report(await aReport(person, await photo(1)))).status).toBe(200)
  expect(await state()).toEqual(['processing', 'Отчёт на проверке. Решение появится здесь'])
  expect((await person.certificate()).status).toBe(404)
  const late = { ...coordinator, token: (await withNewSession(app, coordinator)).token }
  const { work_id, hand_in } = await coordinator.work(person, of.report)
  const check = (verdict: 'accept' | 'return') =>
    app.call('POST /desk/works/:work_id/check', {
      token: late.token,
      params: { work_id },
      body: { hand_in, verdict, reason: 'Письмо без подписи' },
    })
  expect((await check('return')).body.outcome).toBe('returned')
  expect((await state())[1]).toMatch(/^Отчёт вернули на доработку\. Сдайте до/)
  expect((await person.report(await aReport(person, await photo(1)))).status).toBe(200)
  const again = await coordinator.work(person, of.report)
  await app.call('POST /desk/works/:work_id/check', {
    token: late.token,
    params: { work_id },
    body: { hand_in: again.hand_in, verdict: 'accept' },
  })
  expect(await state()).toEqual(['success', 'Урок принят'])
  expect(await person.own()).toMatchObject({
    lesson: { school: 'Школа № 12', held_on: '2026-11-25', listeners: 25 },
    ...{ certificate: true, may_cancel: false },
  })
  const certificate = await person.certificate()
  expect([certificate.status, certificate.headers.get('content-type')]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ])
})

test('a refused plan closes the lesson, and a plan after the end is late', async () => {
  const of = await aLesson()
  const [person, idle] = [await aTeacher(of), await aTeacher(of)]
  await person.plan()
  await app.db.updateTable('stage_reviews').set({ second_look: false }).execute()
  await app.db
    .insertInto('stage_reviews')
    .values({ stage_id: of.plan, second_look: false, reasons: '[]' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const coordinator = await aCoordinator(of, [])
  const { work_id, hand_in } = await coordinator.work(person)
  const body = { hand_in, verdict: 'refuse' as const, reason: 'Реклама' }
  await app.call('POST /desk/works/:work_id/check', { token: coordinator.token, params: { work_id }, body })
  expect(await person.page()).toMatchObject({ status: 'not_allowed', reason: 'План не одобрен' })
  app.clock.set(hours(250))
  await idle.again()
  expect(await idle.page()).toMatchObject({ status: 'timeover', reason: 'План не сдан в срок' })
})

describe('coordinators of regions', () => {
  test('KO-17 approve only their region: the queue, the list, the next work, a work, its files and its lesson of other regions are closed', async () => {
    const of = await aLesson()
    const [own, other] = [await aTeacher(of, tatarstan), await aTeacher(of, moscow)]
    await own.plan()
    await other.plan({ starts_at: '2026-11-27 10:00' })
    const coordinator = await aCoordinator(of, [tatarstan])
    const { token } = coordinator
    const { work_id } = await coordinator.work(other)
    const queues = (await app.call('GET /desk', { token })).body.queues
    expect(queues.map(({ stage_id, left }) => [stage_id, left])).toEqual([
      [of.plan, 1],
      [of.report, 0],
    ])
    const list = (await app.call('GET /desk/stages/:stage_id/works', { token, params: { stage_id: of.plan } })).body
    expect([list.left, list.count, list.works.map(({ test_id }) => test_id)]).toEqual([1, 1, [own.testId]])
    const params = { stage_id: of.plan }
    const next = await app.call('POST /desk/stages/:stage_id/next', { token, params, body: {} })
    expect(next.body.work_id).toBe((await coordinator.work(own)).work_id)
    const after = { token, params, body: { after: next.body.work_id ?? 0 } }
    expect((await app.call('POST /desk/stages/:stage_id/next', after)).body.work_id).toBeNull()
    const own_page = await app.call('GET /desk/works/:work_id', { token, params: { work_id: next.body.work_id ?? 0 } })
    expect([own_page.status, own_page.body.left]).toEqual([200, 1])
    for (const answer of [
      await app.call('GET /desk/works/:work_id', { token, params: { work_id } }),
      await app.call('GET /desk/works/:work_id/lesson', { token, params: { work_id } }),
      await coordinator.accepts(other),
      await app.call('PUT /desk/works/:work_id/draft', {
        token,
        params: { work_id },
        body: {
          hand_in: (await coordinator.work(other)).hand_in,
          data: { verdict: null, remarks: [], reason_code: '', reason: '', note: '' },
        },
      }),
    ])
      expect([answer.status, (answer.body as { code?: string }).code]).toEqual([404, 'work_not_found'])
    const file_id = '0'.repeat(32)
    for (const path of [`files/${file_id}`, `lesson/photos/${file_id}`])
      expect(
        (await app.fetch(`/api/v3/desk/works/${work_id}/${path}`, { headers: { 'X-Token': token } })).status,
        path,
      ).toBe(404)
    expect((await other.page(of.plan)).status).toBe('wait')
    expect((await coordinator.accepts(own)).body.outcome).toBe('accepted')
  })

  test('KO-17 the organiser names the regions of a coordinator; a work of another region goes back to the queue', async () => {
    const of = await aLesson()
    const person = await aTeacher(of, moscow)
    await person.plan()
    const coordinator = await aCoordinator(of, [])
    const token = await anOrganiser()
    await app.call('POST /desk/stages/:stage_id/next', {
      token: coordinator.token,
      params: { stage_id: of.plan },
      body: {},
    })
    const limit = (regions: string[], test_id = coordinator.testId) =>
      app.call(`PUT ${stagePath}/checkers/:test_id`, {
        token,
        params: { competition: of.code, code: 'plan', test_id },
        body: { regions },
      })
    expect((await limit(['nowhere'])).body.fields).toHaveProperty('regions')
    expect((await limit([tatarstan], 999_999)).body.code).toBe('user_not_found')
    const { body } = await limit([tatarstan])
    expect(body.checkers[0]?.regions).toEqual([{ id: tatarstan, value: 'Республика Татарстан' }])
    const work = await app.db.selectFrom('works').select('held_by').where('stage_id', '=', of.plan).executeTakeFirst()
    expect(work).toEqual({ held_by: null })
    expect((await coordinator.accepts(person)).status).toBe(404)
    await limit([])
    expect((await coordinator.accepts(person)).status).toBe(200)
  })
})

describe('schools of the organiser', () => {
  test('KP-17 KO-17 a participant sees the schools of the own region with their free days, and takes a day', async () => {
    const of = await aLesson()
    const { place, body, token, params } = await aSchool(of)
    expect(body.places).toMatchObject([{ school: 'Лицей 5', region: { value: 'Республика Татарстан' }, lessons: 0 }])
    const [person, late, far] = [await aTeacher(of), await aTeacher(of), await aTeacher(of, moscow)]
    expect((await far.places()).places).toEqual([])
    expect((await far.plan({ place })).body.fields).toHaveProperty('place')
    expect(await person.places()).toMatchObject({
      region: 'Республика Татарстан',
      places: [{ dates: ['2026-11-25', '2026-11-26'] }],
    })
    expect((await person.plan({ place, starts_at: '2026-11-30 10:00' })).body.fields).toHaveProperty('starts_at')
    expect((await person.plan({ place })).status).toBe(200)
    expect((await person.own()).lesson).toMatchObject({ school: 'Лицей 5', address: 'Казань, ул. Пушкина, 3' })
    expect((await late.places()).places[0]?.dates).toEqual(['2026-11-26'])
    const coordinator = await aCoordinator(of, [])
    const work = await coordinator.work(person)
    const { lines } = (
      await app.call('GET /desk/works/:work_id', { token: coordinator.token, params: { work_id: work.work_id } })
    ).body
    expect(lines.find(({ field }) => field === 'place')?.value).toBe('Лицей 5, Казань, ул. Пушкина, 3')
    const gone = await app.call(`DELETE ${stagePath}/lesson/places/:place_id`, {
      token,
      params: { ...params, place_id: Number(place) },
    })
    expect(gone.body.places).toEqual([])
    expect((await person.own()).lesson).toMatchObject({ school: 'Лицей 5' })
  })

  test('KE-17 of two people who take the same day of a school at once one is refused; a named author is not', async () => {
    const of = await aLesson()
    const { place } = await aSchool(of)
    const [one, other, friend] = [await aTeacher(of), await aTeacher(of), await aTeacher(of)]
    const answers = await Promise.all([one.plan({ place }), other.plan({ place })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const refused = answers.find(({ status }) => status === 422)
    expect(refused?.body.fields).toMatchObject({ starts_at: { message: expect.stringContaining('другой участник') } })
    const first = answers[0].status === 200 ? one : other
    expect((await friend.plan({ place, authors: [{ test_id: String(first.testId) }] })).status).toBe(200)
  })

  test('faults of a school are shown at its fields', async () => {
    const of = await aLesson()
    const { token, params, place } = await aSchool(of)
    const wrong = { school: '', address: '', region: 'x', dates: [] }
    const added = await app.call(`POST ${stagePath}/lesson/places`, { token, params, body: { answer: wrong } })
    expect(Object.keys(added.body.fields ?? {}).toSorted()).toEqual(['address', 'dates', 'school'])
    const place_id = Number(place)
    const answer = { school: 'Лицей 6', address: 'Казань', region: tatarstan, dates: [{ day: '2026-11-28' }] }
    const changed = await app.call(`PUT ${stagePath}/lesson/places/:place_id`, {
      token,
      params: { ...params, place_id },
      body: { answer },
    })
    expect(changed.body.places).toMatchObject([{ school: 'Лицей 6', dates: ['2026-11-28'] }])
    const other = await aLesson()
    const elsewhere = { token, params: { competition: other.code, code: 'lesson', place_id } }
    expect((await app.call(`DELETE ${stagePath}/lesson/places/:place_id`, elsewhere)).status).toBe(404)
  })
})

describe('KE-17 a lesson of several people', () => {
  test('an author is named by number, confirms, and only then has a name; wrong numbers are refused at their rows', async () => {
    const of = await aLesson()
    const [one, other] = [await aTeacher(of), await aTeacher(of)]
    const authors = [one.testId, other.testId, other.testId, 999_999].map((id) => ({ test_id: String(id) }))
    expect(Object.keys((await one.plan({ authors })).body.fields ?? {})).toEqual([
      'authors.0.test_id',
      'authors.2.test_id',
      'authors.3.test_id',
    ])
    await one.plan({ authors: [{ test_id: String(other.testId) }] })
    expect((await one.own()).authors).toEqual([{ test_id: other.testId, name: null, answer: null }])
    expect((await other.own()).named_by).toMatchObject([{ test_id: one.testId, answer: null, school: 'Школа № 12' }])
    expect((await other.answers(one.testId, 'confirmed')).body.named_by).toMatchObject([{ answer: 'confirmed' }])
    expect((await one.own()).authors).toMatchObject([{ answer: 'confirmed', name: expect.any(String) }])
    expect((await one.answers(other.testId, 'confirmed')).body.code).toBe('user_not_found')
  })

  test('TW-14 two who name each other at once have confirmed each other', async () => {
    const of = await aLesson()
    const [one, other] = [await aTeacher(of), await aTeacher(of)]
    const plan = { placeId: null, region: tatarstan, school: 'Школа № 12', address: 'Казань', topic: 'Решения' }
    const answer = await meetInOrder(app.db, {
      // The plan of the other, not committed yet.
      lock: (tx) =>
        keepPlan(tx, other.id, {
          ...plan,
          stageId: of.lesson,
          startsAt: app.clock.now(),
          day: '2026-11-25',
          authors: [one.id],
        }),
      call: () => one.plan({ authors: [{ test_id: String(other.testId) }] }),
      meanwhile: async () => {},
    })
    expect(answer.status).toBe(200)
    expect([(await one.own()).authors, (await other.own()).authors]).toMatchObject([
      [{ test_id: other.testId, answer: 'confirmed' }],
      [{ test_id: one.testId, answer: 'confirmed' }],
    ])
  })

  test('a lesson claimed by two people who did not name each other is flagged, however the school is written; confirmed authors are not', async () => {
    const of = await aLesson()
    const [one, other, far] = [await aTeacher(of), await aTeacher(of), await aTeacher(of, moscow)]
    await one.plan()
    await other.plan({ school: 'МБОУ «СОШ №12»', starts_at: '2026-11-25 14:00' })
    await far.plan()
    const coordinator = await aCoordinator(of, [tatarstan])
    expect((await coordinator.looksAt(one)).body.same).toMatchObject([{ test_id: other.testId }])
    const token = await anOrganiser()
    const map = async () =>
      (await app.call(`GET ${stagePath}/lesson/map`, { token, params: { competition: of.code, code: 'lesson' } })).body
    expect((await map()).doubles).toMatchObject([{ day: '2026-11-25', people: [{}, {}] }])
    // Each names the other, which is a confirmation.
    await app.db.updateTable('stage_facts').set({ submitted_at: null, returned_at: start }).execute()
    for (const person of [one, other]) {
      await person.again()
      const authors = [{ test_id: String(person === one ? other.testId : one.testId) }]
      expect((await person.plan({ authors })).status).toBe(200)
    }
    expect((await coordinator.looksAt(one)).body.same).toEqual([])
    expect((await one.own()).authors).toMatchObject([{ answer: 'confirmed' }])
    expect((await map()).doubles).toEqual([])
  })
})

describe('pictures', () => {
  async function twoReports(first: Uint8Array, second: Uint8Array) {
    const of = await aLesson()
    const [one, other] = [await aTeacher(of, tatarstan), await aTeacher(of, moscow)]
    const everywhere = await aCoordinator(of, [])
    for (const person of [one, other]) {
      await person.plan({ starts_at: '2026-11-22 10:00', school: `Школа ${person.id}` })
      await everywhere.accepts(person)
    }
    app.clock.set(hours(120))
    await Promise.all([one.again(), other.again()])
    const held_on = { held_on: '2026-11-22' }
    expect((await one.report(await aReport(one, first, held_on))).status).toBe(200)
    expect((await other.report(await aReport(other, second, held_on))).status).toBe(200)
    const coordinator = await aCoordinator(of, [tatarstan])
    return { of, one, other, coordinator }
  }

  test('KO-17 the same picture in two reports is flagged with both pictures, in another size and quality too; nothing is refused', async () => {
    const { of, one, other, coordinator } = await twoReports(
      await photo(7),
      await photo(7, { size: 1300, quality: 60 }),
    )
    const { work_id } = await coordinator.work(one, of.report)
    expect((await coordinator.looksAt(one, of.report)).body.photos).toEqual([])
    await Promise.all([compared(), compared()])
    const { photos } = (await coordinator.looksAt(one, of.report)).body
    expect(photos).toMatchObject([{ test_id: other.testId, own: false, region: 'Москва' }])
    const show = (fileId: string) =>
      app.fetch(`/api/v3/desk/works/${work_id}/lesson/photos/${fileId}`, { headers: { 'X-Token': coordinator.token } })
    for (const id of [photos[0]?.file_id, photos[0]?.other_id]) expect((await show(id ?? '')).status).toBe(200)
    // The organiser sees every pair of the stage, with both reports.
    const { token } = await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['assessment'] }))
    const params = { competition: of.code, code: 'lesson' }
    const pairs = async (query: { limit?: number; offset?: number } = {}) =>
      (await app.call(`GET ${stagePath}/lesson/photos`, { token, params, query })).body
    const pair = await pairs()
    expect([pair.count, pair.pairs?.length]).toEqual([1, 1])
    const both = [pair.pairs?.[0]?.one, pair.pairs?.[0]?.other].toSorted(
      (a, b) => (a?.test_id ?? 0) - (b?.test_id ?? 0),
    )
    expect(both).toMatchObject(
      [one, other]
        .map(({ testId }) => ({ test_id: testId, region: testId === other.testId ? 'Москва' : expect.any(String) }))
        .toSorted((a, b) => a.test_id - b.test_id),
    )
    for (const shown of both) {
      const path = `/api/v3/desk/works/${shown?.work_id}/lesson/photos/${shown?.file_id}`
      expect((await app.fetch(path, { headers: { 'X-Token': token } })).status).toBe(200)
    }
    expect(await pairs({ offset: 1 })).toEqual({ as_of: null, count: 1, pairs: [] })
    // Only the pictures of the other report can be seen, not its letter.
    const letter = await app.db
      .selectFrom('files')
      .select('id')
      .where('account_id', '=', other.id)
      .where('purpose', '=', 'file')
      .executeTakeFirstOrThrow()
    expect((await show(letter.id)).status).toBe(404)
    expect((await one.page(of.report)).status).toBe('wait')
  })

  test('different pictures are not flagged, and an erasure removes their data', async () => {
    const { of, one, coordinator } = await twoReports(await photo(7), await photo(11))
    await compared()
    await compared()
    expect((await coordinator.looksAt(one, of.report)).body.photos).toEqual([])
    const looks = () => app.db.selectFrom('lesson_photos').select('file_id').where('account_id', '=', one.id).execute()
    expect(await looks()).toHaveLength(1)
    await app.db.deleteFrom('accounts').where('id', '=', one.id).execute()
    expect(await looks()).toEqual([])
    expect(await app.db.selectFrom('lessons').select('topic').where('account_id', '=', one.id).execute()).toEqual([])
  })

  test('KP-17 KE-17 pictures are accepted only when every rule about children and the consent are ticked', async () => {
    const of = await aLesson({ report: { min_photos: 2, video: 'must' } })
    const person = await aTeacher(of)
    await person.plan({ starts_at: '2026-11-22 10:00' })
    const coordinator = await aCoordinator(of, [])
    await coordinator.accepts(person)
    app.clock.set(hours(48))
    await person.again()
    const whole = await aReport(person, await photo(3), { held_on: '2026-11-22' })
    const faults = async (more: Record<string, unknown>) =>
      Object.keys((await person.report({ ...whole, ...more })).body.fields ?? {}).toSorted()
    expect(await faults({ rule_2: false, minors_consent: false })).toEqual(['minors_consent', 'rule_2'])
    expect(await faults({})).toEqual(['photos'])
    expect(await faults({ photos: [], video: 'нет' })).toEqual(['photos', 'video'])
    expect(await faults({ letter: [] })).toEqual(['letter', 'photos'])
    const photos = [...whole.photos, await person.upload(await photo(4), 'ещё.jpg')]
    expect((await person.report({ ...whole, photos })).status).toBe(200)
  })
})

describe('KE-17 the school cancels', () => {
  test('the person reports it, a coordinator of the region gives more days, with who, why and when, and the plan is handed in again', async () => {
    const of = await aLesson()
    const { place } = await aSchool(of)
    const person = await aTeacher(of)
    expect((await person.cancelled('Карантин')).body.code).toBe('cancellation_unavailable')
    await person.plan({ place })
    const [coordinator, stranger] = [await aCoordinator(of, [tatarstan]), await aCoordinator(of, [moscow])]
    await coordinator.accepts(person)
    expect((await person.cancelled(' ')).body.fields).toHaveProperty('reason')
    const asked = await Promise.all([person.cancelled('Карантин'), person.cancelled('Карантин')])
    expect(asked.map(({ status }) => status)).toEqual([200, 200])
    expect(asked[0].body).toMatchObject({ cancellation: { state: 'waits' }, may_cancel: false })
    expect(await stranger.waiting()).toEqual([])
    const [waiting, ...others] = await coordinator.waiting()
    expect(others).toEqual([])
    expect(waiting).toMatchObject({ reason: 'Карантин', school: 'Лицей 5', offered: '2026-12-15 12:00' })
    const id = waiting?.cancellation_id ?? 0
    const more = { confirmed: true, closes_at: '2026-12-20 12:00', answer: '' }
    expect((await stranger.decides(id, more)).body.code).toBe('cancellation_not_found')
    expect((await coordinator.decides(id, { ...more, closes_at: '2026-11-30 12:00' })).body.fields).toHaveProperty(
      'closes_at',
    )
    expect((await coordinator.decides(id, { confirmed: false, answer: '' })).body.fields).toHaveProperty('answer')
    const decided = await Promise.all([coordinator.decides(id, more), coordinator.decides(id, more)])
    expect(decided.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const extensions = await app.db
      .selectFrom('stage_extensions')
      .select(['stage_id', 'reason', 'granted_by', 'granted_at', 'closes_at'])
      .where('account_id', '=', person.id)
      .execute()
    expect(extensions).toEqual([
      {
        stage_id: of.lesson,
        reason: 'Школа отменила урок: Карантин',
        granted_by: coordinator.id,
        granted_at: start,
        closes_at: new Date('2026-12-20T12:00:00+03:00'),
      },
    ])
    const page = await person.page()
    expect(page).toMatchObject({ status: 'in_progress', end_date: '2026-12-20 12:00:00', end_is_personal: true })
    expect(page.reason).toBe('План вернули на доработку. Сдайте до 20.12.2026 12:00')
    expect((await person.places()).places[0]?.dates).toContain('2026-11-25')
    app.clock.set(hours(260))
    await person.again()
    expect((await person.plan({ starts_at: '2026-12-10 10:00' })).status).toBe(200)
    expect((await person.own()).cancellation).toMatchObject({ state: 'confirmed', closes_at: '2026-12-20 12:00:00' })
  })

  test('a declined cancellation is answered and changes nothing else; nobody gets days after the report', async () => {
    const of = await aLesson()
    const person = await aTeacher(of)
    await person.plan({ starts_at: '2026-11-22 10:00' })
    const coordinator = await aCoordinator(of, [])
    await coordinator.accepts(person)
    await person.cancelled('Передумали')
    const [first] = await coordinator.waiting()
    await coordinator.decides(first?.cancellation_id ?? 0, { confirmed: false, answer: 'Школа ждёт вас' })
    expect(await person.own()).toMatchObject({
      cancellation: { state: 'declined', answer: 'Школа ждёт вас', closes_at: null },
      may_cancel: true,
    })
    expect((await person.page()).end_date).toBe('2026-12-01 12:00:00')
    await person.cancelled('Теперь точно')
    const [second] = await coordinator.waiting()
    app.clock.set(hours(48))
    await person.again()
    await person.report(await aReport(person, await photo(5), { held_on: '2026-11-22' }))
    const { token } = await withNewSession(app, coordinator)
    const late = await app.call('POST /desk/lesson-cancellations/:cancellation_id', {
      token,
      params: { cancellation_id: second?.cancellation_id ?? 0 },
      body: { confirmed: true, closes_at: '2026-12-20 12:00', answer: '' },
    })
    expect(late.body.code).toBe('cancellation_unavailable')
  })
})

test('KO-17 the map counts accepted lessons by region with totals, a lesson of several people once; certificates are one document for all', async () => {
  const of = await aLesson({ report: { min_photos: 0, letter: false } })
  const everywhere = await aCoordinator(of, [])
  const people = [await aTeacher(of), await aTeacher(of), await aTeacher(of, moscow), await aTeacher(of, moscow)]
  const [one, together, , elsewhere] = people as [Teacher, Teacher, Teacher, Teacher]
  const schools = new Map([one, together].map((person) => [person, 'Школа № 12']))
  for (const person of people) {
    await person.plan({ starts_at: '2026-11-22 10:00', school: schools.get(person) ?? `Школа ${person.id}` })
    await everywhere.accepts(person)
  }
  app.clock.set(hours(48))
  const { token } = await withNewSession(app, everywhere)
  for (const person of [one, together, elsewhere]) {
    await person.again()
    const whole = { held_on: '2026-11-22', topic: 'Тема', listeners: '25', reflection: outline, ...rules }
    expect((await person.report({ ...whole, listeners: person === together ? '30' : '25' })).status).toBe(200)
    const { work_id, hand_in } = await everywhere.work(person, of.report)
    const body = { hand_in, verdict: 'accept' as const }
    await app.call('POST /desk/works/:work_id/check', { token, params: { work_id }, body })
  }
  const organiser = await anOrganiser()
  const params = { competition: of.code, code: 'lesson' }
  const { body } = await app.call(`GET ${stagePath}/lesson/map`, { token: organiser, params })
  expect(body.totals).toEqual({ lessons: 2, listeners: 55, regions: 2, people: 3, planned: 1 })
  const rows = body.districts.flatMap(({ name, regions }) => regions.map((row) => ({ ...row, name })))
  expect(rows.length).toBeGreaterThan(80)
  expect(rows.find(({ region }) => region === tatarstan)).toMatchObject({
    ...{ lessons: 1, listeners: 30, planned: 0, name: 'Приволжский федеральный округ' },
  })
  expect(rows.find(({ region }) => region === moscow)).toMatchObject({ lessons: 1, listeners: 25, planned: 1 })
  expect(body.elsewhere).toBeNull()
  const all = await app.fetch(`/api/v3/admin/competitions/${of.code}/stages/lesson/lesson/certificates`, {
    headers: { 'X-Token': organiser },
  })
  expect([all.status, (await all.arrayBuffer()).byteLength > 5000]).toEqual([200, true])
})

test('a plan and a report below a lesson have no red items; a lesson without them cannot open', async () => {
  const of = await aLesson()
  const token = await anOrganiser()
  const missing = async (code: string) => {
    const { body } = await app.call(`GET ${stagePath}`, { token, params: { competition: of.code, code } })
    return body.checklist.map(({ text }) => text)
  }
  expect([await missing('lesson'), await missing('plan'), await missing('report')]).toEqual([[], [], []])
  await app.db.updateTable('stages').set({ parent_id: null }).where('id', '=', of.report).execute()
  // The cached season learns of a change a moment later.
  await vi.waitFor(
    async () => expect(await missing('lesson')).toEqual(['Ниже этапа должен быть один отчёт об уроке']),
    patience,
  )
  expect(await missing('report')).toEqual(['Этап должен стоять ниже этапа вида «Открытый урок»'])
})
