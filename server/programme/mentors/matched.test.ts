import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aMentorStage } from '#server/testing/a-mentor-stage.ts'
import { anAccount, sessionOf, withNewSession } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { settleMentors } from './jobs.ts'

let app: TestApp
const start = new Date('2026-11-21T12:00:00+03:00')
const hours = (count: number) => new Date(start.getTime() + count * 3_600_000)
beforeAll(async () => {
  app = await testApp({ remembers: true })
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(start))

const told = async ({ id }: { id: number }) => {
  await app.work('tell_of_matching')
  const rows = await app.db
    .selectFrom('notifications')
    .select('title')
    .where('account_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ title }) => title)
}
const again = <P extends { email: string; token: string }>(person: P) => withNewSession(app, person)

type Stage = Awaited<ReturnType<typeof aMentorStage>>
async function aMatching(settings: Record<string, unknown> = {}) {
  return aMentorStage(app, { way: 'matching', answer_days: 2, ...settings })
}
const asOf = async (stage: Stage, at: Date) => {
  app.clock.set(at)
  return stage.organiser()
}
const plans = (found: Awaited<ReturnType<Awaited<ReturnType<Stage['organiser']>>['plan']>>) => {
  if (typeof found !== 'object') throw new Error(String(found))
  return found
}

test('SK-08 KO-08 a matching is planned, compared with a what-if plan, published at once, and answered by the mentors', async () => {
  const stage = await aMatching()
  const [wanted, spare] = [
    await stage.mentor({ name: 'Желанный', capacity: 1 }),
    await stage.mentor({ name: 'Запасной', capacity: 1 }),
  ]
  const [one, two, three] = [await stage.person(), await stage.person(), await stage.person()]
  await stage.choose(one, [wanted, spare])
  await stage.choose(two, [wanted])
  await stage.choose(three, [wanted])
  expect(await stage.own(one)).toMatchObject({ status: 'wait' })
  // Mentors are asked only after the pairs are published, but may state their wishes before.
  expect((await stage.choice(one)).answers).toEqual([])
  expect((await stage.act(wanted, two, { act: 'accept' })).body.code).toBe('mentorship_not_offered')
  expect((await stage.act(wanted, two, { act: 'want' })).status).toBe(204)
  await app.work('offer_mentors')
  expect(await app.db.selectFrom('outbox').select('id').where('recipient', '=', wanted.email).execute()).toEqual([])

  const early = await stage.organiser()
  expect(await early.overview()).toMatchObject({ people: { handed_in: 3, waiting: 3, offered: 0 }, may_publish: false })
  const first = plans(await early.plan())
  expect(first.plan).toMatchObject({ matched: 2, pairs: 2, unmatched: [{ reason: 'taken', count: 1 }] })
  expect((await early.publish(first.plan?.version ?? 0)).body.code).toBe('matching_still_open')
  const beside = plans(await early.plan('what_if', { more: 1 }))
  expect([beside.plan?.matched, beside.what_if?.matched, beside.what_if?.unmatched]).toEqual([2, 3, []])
  const { people: moved } = await early.people({ which: 'moved' })
  expect(moved.map(({ test_id }) => test_id)).toEqual([three.testId])

  const organiser = await asOf(stage, hours(11))
  const { people } = await organiser.people({ which: 'unmatched' })
  expect(people).toMatchObject([
    { test_id: three.testId, plan: [], plan_reason: 'taken', wishes: [{ fio: 'Желанный Пётр', rank: 1 }] },
  ])
  const version = beside.plan?.version ?? 0
  expect((await organiser.publish(version + 1)).body.code).toBe('matching_changed')
  const twice = await Promise.all([organiser.publish(version), organiser.publish(version)])
  expect(twice.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'matching_not_made'])
  expect(twice.find(({ status }) => status === 200)?.body).toEqual({ matched: 2, unmatched: 1 })

  expect(await stage.own(await again(three))).toMatchObject({ status: 'not_allowed' })
  expect(await told(three)).toEqual(['Наставник пока не нашёлся'])
  expect(await told(one)).toEqual(['Наставники подобраны'])
  await app.work('offer_mentors')
  const letters = await app.db.selectFrom('outbox').select('subject').where('recipient', '=', wanted.email).execute()
  expect(letters.map(({ subject }) => subject.split(':')[0])).toEqual(['Вам предлагают участника'])
  expect((await stage.choice(await again(two))).answers).toMatchObject([{ fio: 'Желанный Пётр', status: 'proposed' }])
  const token = await wanted.login()
  expect((await stage.act({ token }, one, { act: 'accept' })).body.code).toBe('mentorship_not_offered')
  expect((await stage.act({ token }, two, { act: 'accept' })).status).toBe(204)
  expect(await stage.own(await again(two))).toMatchObject({ status: 'success' })
  expect(await organiser.overview()).toMatchObject({
    people: { handed_in: 3, waiting: 0, offered: 1, working: 1, left: 1 },
    publications: [{ matched: 2, unmatched: 1 }],
  })
})

test('KE-08 after a mentor has withdrawn or has not answered, only the people concerned are matched again', async () => {
  const stage = await aMatching()
  const mentors = [
    await stage.mentor({ capacity: 1 }),
    await stage.mentor({ capacity: 1 }),
    await stage.mentor({ capacity: 2 }),
  ]
  const [first, second, third] = mentors
  const [one, two] = [await stage.person(), await stage.person()]
  if (!first || !second || !third) throw new Error('three mentors')
  await stage.choose(one, [first, third])
  await stage.choose(two, [second, third])
  let organiser = await asOf(stage, hours(11))
  await organiser.publish(plans(await organiser.plan()).plan?.version ?? 0)
  for (const [mentor, person] of [
    [first, one],
    [second, two],
  ] as const)
    expect((await stage.act({ token: await mentor.login() }, person, { act: 'accept' })).status).toBe(204)
  expect(plans(await organiser.plan()).plan).toMatchObject({ people: 0, matched: 0 })
  const token = await first.login()
  expect((await stage.act({ token }, one, { act: 'withdraw', reason: 'no_time' })).status).toBe(204)
  // A second round would undo the passed stage, so it does not include this person.
  expect((await organiser.second(formatWire(hours(40)))).body.code).toBe('second_round_empty')
  expect(await stage.own(await again(one))).toMatchObject({ status: 'success' })
  const rerun = plans(await organiser.plan())
  expect(rerun.plan).toMatchObject({ people: 1, matched: 1 })
  expect((await organiser.people({ which: 'left' })).people).toMatchObject([
    { test_id: one.testId, plan: ['Наставников Пётр'] },
  ])
  expect((await organiser.publish(rerun.plan?.version ?? 0)).body).toEqual({ matched: 1, unmatched: 0 })
  expect(await stage.pair(two, second)).toMatchObject({ status: 'accepted' })
  expect(await stage.pair(one, third)).toMatchObject({ status: 'proposed', matched: true })
  // The passed stage stays passed.
  expect(await stage.own(await again(one))).toMatchObject({ status: 'success' })

  organiser = await asOf(stage, hours(11 + 48))
  await settleMentors(app.services)
  expect(await stage.pair(one, third)).toMatchObject({ status: 'declined', refusal: 'no_answer' })
  expect(plans(await organiser.plan()).plan).toMatchObject({ people: 1, matched: 0, unmatched: [{ reason: 'nobody' }] })
})

test('KE-08 an organiser withdraws a mentor: the mentor’s people read why, keep a passed stage and are matched again', async () => {
  const stage = await aMatching()
  const [leaves, stays] = [await stage.mentor({ capacity: 2 }), await stage.mentor({ name: 'Другой', capacity: 2 })]
  const [works, waits] = [await stage.person(), await stage.person()]
  for (const person of [works, waits]) await stage.choose(person, [leaves, stays])
  const organiser = await asOf(stage, hours(11))
  for (const person of [works, waits]) await organiser.pin(person, leaves)
  await organiser.publish(plans(await organiser.plan()).plan?.version ?? 0)
  expect((await stage.act({ token: await leaves.login() }, works, { act: 'accept' })).status).toBe(204)
  expect((await organiser.remove(leaves)).body.code).toBe('mentor_busy')
  const answers = await Promise.all([organiser.withdraw(leaves), organiser.withdraw(leaves)])
  // In whatever order the two calls come, each person loses the mentor only once.
  expect(answers.map(({ body }) => body.people ?? 0).reduce((sum, people) => sum + people)).toBe(2)
  expect((await organiser.withdraw(leaves)).body.code).toBe('mentor_not_found')
  expect((await organiser.withdraw(stays, ' ')).status).toBe(400)
  expect(await stage.pair(works, leaves)).toMatchObject({ status: 'ended', answered_by: 'organiser' })
  expect(await stage.pair(waits, leaves)).toMatchObject({ status: 'declined', answered_by: 'organiser' })
  expect(await told(works)).toContainEqual(expect.stringMatching(/^Наставник больше не сможет работать с вами: /))
  expect(await told(waits)).toContainEqual(expect.stringMatching(/^Наставник не сможет работать с вами: /))
  expect((await told(leaves)).filter((title) => title.startsWith('Вы больше не наставник этапа'))).toHaveLength(1)
  const { text } = await app.db
    .selectFrom('notifications')
    .select('text')
    .where('account_id', '=', works.id)
    .where('title', 'like', 'Наставник больше%')
    .executeTakeFirstOrThrow()
  expect(text).toContain('Наставник заболел')
  expect(await stage.own(await again(works))).toMatchObject({ status: 'success' })
  const rerun = plans(await organiser.plan())
  expect(rerun.plan).toMatchObject({ people: 2, matched: 2 })
  await organiser.publish(rerun.plan?.version ?? 0)
  for (const person of [works, waits])
    expect(await stage.pair(person, stays)).toMatchObject({ status: 'proposed', matched: true })
})

test('a mentor with unanswered offers is withdrawn, not removed; a person whose last mentor it was does not fail', async () => {
  const stage = await aMentorStage(app)
  const [only, other] = [await stage.mentor({ name: 'Единственный' }), await stage.mentor({ name: 'Другой' })]
  const [waits, gone] = [await stage.person(), await stage.person()]
  for (const person of [waits, gone]) await stage.choose(person, [only])
  // One of the people has lost the track, and with it the stage.
  await app.db
    .updateTable('stages')
    .set({ tracks: ['main'] })
    .where('id', '=', stage.stageId)
    .execute()
  await app.db.updateTable('participations').set({ track_code: null }).where('account_id', '=', gone.id).execute()
  await app.heard()
  let organiser = await asOf(stage, hours(11))
  expect((await organiser.remove(only)).body.code).toBe('mentor_busy')
  expect((await organiser.withdraw(only)).body).toEqual({ people: 2 })
  expect((await organiser.list()).mentors.map(({ test_id }) => test_id)).toEqual([other.testId])
  const token = await only.login()
  expect((await stage.act({ token }, waits, { act: 'accept' })).body.code).toBe('mentorship_answered')
  await settleMentors(app.services)
  expect(await stage.own(await again(waits))).toMatchObject({ status: 'wait' })
  expect(await told(waits)).toEqual(['Наставник не сможет работать с вами: Единственный Пётр'])
  // A person who no longer sees the stage loses the mentor too.
  expect(await stage.pair(gone, only)).toMatchObject({ status: 'declined', answered_by: 'organiser' })
  expect(await told(gone)).toEqual(['Наставник не сможет работать с вами: Единственный Пётр'])
  organiser = await stage.organiser()
  expect((await organiser.second(formatWire(hours(40)))).body).toEqual({ people: 1 })
  await app.heard()
  const back = await again(waits)
  expect((await stage.choose(back, [other])).status).toBe(200)
  // When the next mentor declines, the person has nobody left and fails, as usual.
  app.clock.set(hours(41))
  const answer = { act: 'decline', reason: 'no_time' } as const
  expect((await stage.act({ token: await other.login() }, waits, answer)).status).toBe(204)
  expect(await stage.own(await again(waits))).toMatchObject({ status: 'not_allowed' })
})

test.each(['mentors', 'matching'])('a withdrawn mentor gets no further offers, with the way %s', async (way) => {
  const stage = await aMentorStage(app, { way, answer_days: 2 })
  const [gone, works] = [await stage.mentor({ name: 'Ушедший' }), await stage.mentor({ name: 'Работающий' })]
  const person = await stage.person()
  await stage.choose(person, [gone, works])
  const organiser = await asOf(stage, hours(11))
  if (way === 'matching') {
    await organiser.pin(person, works)
    await organiser.publish(plans(await organiser.plan()).plan?.version ?? 0)
  }
  const { login } = works
  expect((await stage.act({ token: await login() }, person, { act: 'accept' })).status).toBe(204)
  expect(await stage.pair(person, gone)).toMatchObject({ status: 'ended', answered_by: 'other' })
  expect((await organiser.withdraw(gone)).body).toEqual({ people: 0 })
  const left = await stage.act({ token: await login() }, person, { act: 'withdraw', reason: 'no_time' })
  expect(left.status).toBe(204)
  expect(await stage.pair(person, gone)).toMatchObject({ status: 'ended', answered_by: 'other' })
})

test('SK-08 people without a mentor choose in a second round from mentors with places', async () => {
  const stage = await aMatching()
  const [full, free] = [await stage.mentor({ capacity: 1 }), await stage.mentor({ name: 'Свободный', capacity: 1 })]
  const [lucky, left] = [await stage.person(), await stage.person()]
  await stage.choose(lucky, [full])
  await stage.choose(left, [full])
  let organiser = await asOf(stage, hours(11))
  expect((await organiser.second(formatWire(hours(40)))).body.code).toBe('second_round_empty')
  await organiser.publish(plans(await organiser.plan()).plan?.version ?? 0)
  const { people } = await organiser.people({ which: 'left' })
  const [lost, has] = people[0]?.test_id === left.testId ? [left, lucky] : [lucky, left]
  expect((await organiser.second(formatWire(hours(5)))).body.fields).toHaveProperty('closes_at')
  expect(await organiser.overview()).toMatchObject({ second_round: null })
  expect((await organiser.second(formatWire(hours(40)))).body).toEqual({ people: 1 })
  const round = { closes_at: formatWire(hours(40)), people: 1 }
  expect(await organiser.overview()).toMatchObject({ second_round: { ...round, choosing: 1 }, people: { left: 0 } })
  await app.heard()
  const back = await again(lost)
  expect(await stage.own(back)).toMatchObject({ status: 'in_progress' })
  expect(await stage.own(await again(has))).toMatchObject({ status: 'wait' })
  expect((await told(lost)).at(-1)).toBe('Второй тур выбора наставников')
  expect((await stage.choose(back, [free])).status).toBe(200)
  expect(await organiser.overview()).toMatchObject({ second_round: { ...round, choosing: 0 } })
  organiser = await asOf(stage, hours(41))
  expect(await organiser.overview()).toMatchObject({ second_round: null, people: { waiting: 1 } })
  const plan = plans(await organiser.plan()).plan
  expect(plan).toMatchObject({ people: 1, matched: 1 })
  await organiser.publish(plan?.version ?? 0)
  expect((await stage.act({ token: await free.login() }, lost, { act: 'accept' })).status).toBe(204)
  expect(await stage.own(await again(lost))).toMatchObject({ status: 'success' })
})

test('KO-08 pins come first, barred pairs are never planned, and an outdated plan is not published', async () => {
  const stage = await aMatching()
  const [mentor, other] = [await stage.mentor({ capacity: 1 }), await stage.mentor({ name: 'Другой', capacity: 1 })]
  const [one, two] = [await stage.person(), await stage.person()]
  await stage.choose(one, [mentor])
  await stage.choose(two, [mentor])
  const organiser = await asOf(stage, hours(11))
  const { version } = { version: 0, ...plans(await organiser.plan()).plan }
  expect((await organiser.pin(two, mentor)).status).toBe(204)
  expect((await organiser.pin(one, other)).status).toBe(204)
  const pinned = plans(await organiser.plan())
  expect(pinned.plan).toMatchObject({
    matched: 2,
    ranks: [
      { rank: 0, count: 1 },
      { rank: 1, count: 1 },
    ],
  })
  expect((await organiser.publish(version)).body.code).toBe('matching_changed')
  // Now the mentor has fewer places than the plan needs.
  await app.db.updateTable('mentor_profiles').set({ capacity: 0 }).where('account_id', '=', other.id).execute()
  expect((await organiser.publish(pinned.plan?.version ?? 0)).body.code).toBe('matching_changed')
  await app.db.updateTable('mentor_profiles').set({ capacity: 1 }).where('account_id', '=', other.id).execute()
  expect((await organiser.pin(two, mentor, 'bar')).status).toBe(204)
  expect((await organiser.publish(pinned.plan?.version ?? 0)).body.code).toBe('matching_changed')
  expect((await organiser.pin(two, mentor, 'none')).status).toBe(204)
  expect((await organiser.pin(two, mentor, 'bar')).status).toBe(204)
  expect((await organiser.people({ search: String(two.testId) })).people[0]?.pinned).toMatchObject([{ barred: true }])
  const barred = plans(await organiser.plan())
  expect(barred.plan).toMatchObject({ matched: 1, unmatched: [{ reason: 'conflicts', count: 1 }] })
  const stranger = await anAccount(app)
  expect((await organiser.pin({ testId: stranger.testId }, mentor)).body.code).toBe('user_not_found')
  expect((await organiser.pin(one, { testId: stranger.testId })).body.code).toBe('mentor_not_found')
})

test('a person may get several mentors, but the first mentors for everybody come first', async () => {
  const stage = await aMatching({ each: 2 })
  const mentors = [
    await stage.mentor({ capacity: 1 }),
    await stage.mentor({ capacity: 1 }),
    await stage.mentor({ capacity: 1 }),
  ]
  const [one, two] = [await stage.person(), await stage.person()]
  await stage.choose(one, mentors)
  await stage.choose(two, mentors.slice(0, 1))
  const organiser = await asOf(stage, hours(11))
  const { plan } = plans(await organiser.plan())
  expect(plan).toMatchObject({ people: 2, matched: 2, pairs: 3 })
  await organiser.publish(plan?.version ?? 0)
  const [, second, third] = mentors
  if (!second || !third) throw new Error('three mentors')
  for (const mentor of [second, third])
    expect((await stage.act({ token: await mentor.login() }, one, { act: 'accept' })).status).toBe(204)
  expect((await stage.choice(await again(one))).answers.filter(({ status }) => status === 'accepted')).toHaveLength(2)
})

test('an organiser names mentors, sees whom most people want, and removes mentors without people', async () => {
  const stage = await aMatching()
  const organiser = await stage.organiser()
  const account = await anAccount(app, { lastName: 'Новиков', firstName: 'Илья' })
  expect((await organiser.name(999_999_999)).body.code).toBe('user_not_found')
  expect((await organiser.name(account.testId, { assistant_email: 'x' })).body.fields).toHaveProperty('assistant_email')
  expect((await organiser.name(account.testId, { position: 'Директор', capacity: 1 })).status).toBe(204)
  const quiet = await stage.mentor({ name: 'Тихий', capacity: 5 })
  const people = [await stage.person(), await stage.person()]
  for (const person of people) await stage.choose(person, [account])
  expect((await organiser.list()).mentors).toMatchObject([
    { fio: 'Новиков Илья', position: 'Директор', wanted: 2, wanted_first: 2, capacity: 1, left: 1 },
    { fio: 'Тихий Пётр', wanted: 0, left: 5 },
  ])
  expect((await organiser.list('нов')).count).toBe(1)
  const { token } = await sessionOf(app, account)
  const users = (await app.call('GET /mentors/users', { token })).body.users
  expect(users.map(({ may_answer, may_wish }) => [may_answer, may_wish])).toEqual([
    [false, true],
    [false, true],
  ])
  expect((await organiser.remove(quiet)).status).toBe(204)
  expect((await organiser.remove(quiet)).body.code).toBe('mentor_not_found')
  const closed = await asOf(stage, hours(11))
  await closed.publish(plans(await closed.plan()).plan?.version ?? 0)
  expect((await closed.remove(account)).body.code).toBe('mentor_busy')
})

test('at a stage where mentors answer without a matching there are no plans', async () => {
  const stage = await aMentorStage(app)
  const organiser = await stage.organiser()
  const person = await stage.person()
  const mentor = await stage.mentor()
  await stage.choose(person, [mentor])
  expect(await organiser.plan()).toBe('matching_not_used')
  expect((await organiser.pin(person, mentor)).body.code).toBe('matching_not_used')
  expect((await organiser.publish(0)).body.code).toBe('matching_not_used')
  expect(await organiser.plans()).toEqual({ as_of: null, plan: null, what_if: null })
  expect(await organiser.overview()).toMatchObject({ way: 'mentors', people: { offered: 1 } })
})

test('the lists of an organiser take as many queries for forty people as for one', async () => {
  const stage = await aMatching()
  const mentors = [await stage.mentor({ capacity: 3 }), await stage.mentor({ capacity: 3 })]
  const organiser = await stage.organiser()
  await stage.crowd(
    1,
    mentors.map(({ id }) => id),
  )
  await organiser.people()
  await organiser.list()
  const [people, list] = [await countQueries(() => organiser.people()), await countQueries(() => organiser.list())]
  await stage.crowd(40, mentors.map(({ id }) => id).toReversed())
  expect((await organiser.people()).people.length).toBeGreaterThan(35)
  expect(await countQueries(() => organiser.people())).toBe(people)
  expect(await countQueries(() => organiser.list())).toBe(list)
})
