import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stepOf } from '#server/people/participants/step.ts'
import { settle } from '#server/stages/settle.ts'
import { aPlayoff } from '#server/testing/a-playoff.ts'
import { anAccount } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { seedsOf } from '#shared/kinds/playoff/draw.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { sha256 } from './draw.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const minute = 60_000
const codeOf = (answer: { text: string }) => (JSON.parse(answer.text) as { code: string }).code
const messageOf = (answer: { text: string }) => (JSON.parse(answer.text) as { message: string }).message
const some = <T>(one: T | undefined): T => {
  if (one === undefined) throw new Error('nothing there')
  return one
}
const numbers = (people: readonly { testId: number }[]) => people.map(({ testId }) => testId)
const titlesOf = async (account: { id: number }) =>
  (
    await app.db
      .selectFrom('notifications')
      .select('title')
      .where('account_id', '=', account.id)
      .orderBy('id')
      .execute()
  ).map(({ title }) => title)
const lastTextOf = async (account: { id: number }, title = '') =>
  (
    await app.db
      .selectFrom('notifications')
      .select('text')
      .where('account_id', '=', account.id)
      .where('title', 'like', `${title}%`)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).text
const auditedOf = async (stage: { code: string }) =>
  (
    await app.db
      .selectFrom('audit')
      .select('action')
      .where('subject', '=', `stage:${stage.code}/playoff`)
      .where('action', 'not in', ['looked', 'acted'])
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

/** A published bracket of this many people with three judges. */
async function begun(count: number, settings: Record<string, unknown> = {}) {
  const stage = await aPlayoff(app, settings)
  const people = await stage.people(count)
  const judges = await stage.judges(3)
  expect((await stage.drawn()).status).toBe(200)
  return { stage, people, judges }
}

/** Holds a match: time, judges, start, marks of all judges, end. The result is not published yet. */
async function held(
  { stage, judges }: Pick<Awaited<ReturnType<typeof begun>>, 'stage' | 'judges'>,
  [round, place]: readonly [number, number],
  [a, b]: readonly [number, number],
) {
  expect((await stage.schedule(round, place, { judges: numbers(judges) })).status).toBe(200)
  app.clock.advance(31 * minute)
  expect((await stage.act(round, place, { act: 'start' })).status).toBe(200)
  const { match_id: id } = await stage.match(round, place)
  for (const judge of judges) expect((await judge.mark(id, a, b)).status).toBe(200)
  expect((await stage.act(round, place, { act: 'finish' })).status).toBe(200)
  return id
}

async function played(
  of: Pick<Awaited<ReturnType<typeof begun>>, 'stage' | 'judges'>,
  at: readonly [number, number],
  points: readonly [number, number],
) {
  const id = await held(of, at, points)
  expect((await of.stage.act(...at, { act: 'publish' })).status).toBe(200)
  return id
}

test('a bracket is previewed, drawn again in public, and published once; seeds follow from the rating and the seed', async () => {
  const stage = await aPlayoff(app, { size: 5 })
  const people = await stage.people(6)
  expect((await stage.read()).draw).toBeNull()
  expect(await stage.status(some(people[0]))).toMatchObject({
    status: 'wait',
    reason: 'Сетка ещё не составлена. Соперник и время матча появятся здесь',
  })
  const first = (await stage.draw('preview')).body
  expect(first).toMatchObject({ published: false, rounds: 3, byes: 3, draw: { throws: 1, drawn_at: null } })
  expect(first.entrants.map(({ number }) => number)).toEqual(numbers(people.slice(0, 5)))
  expect((await stage.draw('preview')).body.draw.seed).toBe(first.draw.seed)
  const second = (await stage.draw('renew')).body
  expect(second.draw).toMatchObject({ throws: 2 })
  expect(second.draw.seed).not.toBe(first.draw.seed)
  // A preview from before another organiser's new draw cannot be published.
  expect(codeOf(await stage.draw('publish', { seed: first.draw.seed, entrants: 5 }))).toBe('playoff_changed')
  expect(codeOf(await stage.draw('publish'))).toBe('playoff_changed')
  expect((await stage.draw('publish', { seed: second.draw.seed, entrants: 5 })).body.published).toBe(true)
  for (const again of ['preview', 'renew', 'publish'] as const)
    expect(codeOf(await stage.draw(again))).toBe('playoff_drawn')
  const page = (await stage.page(some(people[0]))).body
  expect(page).toMatchObject({ drawn: true, draw: { seed: second.draw.seed, throws: 2, seeding: 'rating' } })
  expect(page.matches).toHaveLength(8)
  expect(await auditedOf(stage)).toEqual(['playoff_thrown', 'playoff_drawn'])
  // The three best have no opponent in the first round and are in the second.
  expect(await stage.status(some(people[0]))).toMatchObject({ status: 'success' })
  expect(await stage.status(some(people[3]))).toMatchObject({
    status: 'wait',
    reason: expect.stringContaining('1/4 финала'),
  })
  expect(await stage.status(some(people[5]))).toEqual({ status: 'not_allowed', reason: 'Вас нет в сетке плей-офф' })
  expect(await titlesOf(some(people[0]))).toContain('Сетка этапа «Дебаты» опубликована')
  expect(await titlesOf(some(people[5]))).toEqual([])
})

test('anybody can repeat a draw from the page alone', async () => {
  const { stage, people } = await begun(7, { seeding: 'draw' })
  const { draw, entrants } = (await stage.page(some(people[6]))).body
  const again = seedsOf(
    people.map(({ testId: number }) => ({ number, rating: null })),
    'draw',
    draw?.seed ?? '',
    sha256,
  )
  expect(entrants.map(({ number }) => number)).toEqual(again.map(({ number }) => number))
})

test('a bracket of one, of too many without a rating, or without criteria is refused', async () => {
  const one = await aPlayoff(app)
  expect(messageOf(await one.draw('preview'))).toContain('хотя бы двое, а сейчас: 0')
  await one.people(1)
  expect(codeOf(await one.draw('preview'))).toBe('playoff_too_few')
  const many = await aPlayoff(app, { size: 2, rating_of: '', seeding: 'draw' })
  await many.people(3)
  expect(codeOf(await many.draw('preview'))).toBe('playoff_too_many')
  const bare = await aPlayoff(app, { criteria: [] })
  await bare.people(2)
  const seen = (await bare.draw('preview')).body
  expect(codeOf(await bare.draw('publish', { seed: seen.draw.seed, entrants: 2 }))).toBe('playoff_no_criteria')
})

test('SK-16 KP-16 a person waits, plays, is judged, advances, is out or plays for the third place, and sees their marks once they are published', async () => {
  const { stage, people, judges } = await begun(4, {
    passes: 3,
    task: 'Защитите решение',
    materials: [{ title: 'Кейс', link: 'https://example.test/case' }],
  })
  const [first, second, third, fourth] = people.map((one) => one)
  expect(await stage.status(some(first))).toMatchObject({ status: 'wait' })
  // Seed 1 meets seed 4, seed 2 meets seed 3.
  const before = (await stage.page(some(first))).body
  expect(before.own).toMatchObject([{ task: '', materials: [], opponent: { seed: 4 }, result: null }])
  await stage.schedule(1, 0, { judges: numbers(judges), room: 'Зал 1', link: 'https://example.test/room' })
  expect(await stage.status(some(first))).toMatchObject({ status: 'available' })
  const set = (await stage.page(some(first))).body
  expect(set.own).toMatchObject([
    { room: 'Зал 1', link: 'https://example.test/room', task: 'Защитите решение', materials: [{ title: 'Кейс' }] },
  ])
  app.clock.advance(31 * minute)
  await stage.act(1, 0, { act: 'start' })
  expect(await stage.status(some(fourth))).toEqual({ status: 'in_progress', reason: 'Полуфинал: матч идёт' })
  await stage.act(1, 0, { act: 'pause' })
  expect((await stage.status(some(fourth))).reason).toContain('пауза')
  app.clock.advance(3 * minute)
  await stage.act(1, 0, { act: 'resume' })
  expect((await stage.page(some(first))).body.own[0]).toMatchObject({ paused_at: null, paused_seconds: 180 })
  const { match_id: id } = await stage.match(1, 0)
  for (const judge of judges) await judge.mark(id, 8, 5)
  await stage.act(1, 0, { act: 'finish' })
  expect(await stage.status(some(first))).toMatchObject({ status: 'processing' })
  // The marks are complete, but the result is not published yet.
  const hidden = (await stage.page(some(first))).body
  expect(hidden.matches[0]).toMatchObject({ state: 'judging', won: null, score_a: null })
  expect(JSON.stringify(hidden)).not.toContain('Сильное начало')
  await stage.act(1, 0, { act: 'publish' })
  expect(await stage.status(some(first))).toMatchObject({ status: 'success', reason: expect.stringContaining('финал') })
  // A win before the last match opens no other stage yet.
  expect(await stage.status(some(first), 'after')).toMatchObject({ status: 'wait' })
  expect(await stage.status(some(fourth))).toMatchObject({
    status: 'wait',
    reason: expect.stringContaining('третье место'),
  })
  const result = (await stage.page(some(first))).body
  expect(result.matches[0]).toMatchObject({ state: 'decided', won: 'a', score_a: 80, score_b: 50 })
  expect(result.own[0]?.result).toEqual({
    words: '',
    marks: [
      { title: 'Доводы', max: 10, a: 8, b: 5 },
      { title: 'Речь', max: 10, a: 8, b: 5 },
    ],
    comments: ['Сильное начало', 'Сильное начало', 'Сильное начало'],
  })
  await played({ stage, judges }, [1, 1], [4, 9])
  await played({ stage, judges }, [2, 1], [9, 3])
  await played({ stage, judges }, [2, 0], [2, 7])
  expect(await stage.status(some(third))).toEqual({ status: 'success', reason: 'Вы победили' })
  expect(await stage.status(some(first))).toEqual({ status: 'success', reason: 'Ваше место — 2-е' })
  expect(await stage.status(some(fourth))).toEqual({ status: 'success', reason: 'Ваше место — 3-е' })
  expect(await stage.status(some(second))).toEqual({ status: 'not_allowed', reason: 'Ваше место — 4-е' })
  expect(await stage.status(some(third), 'after')).toMatchObject({ status: 'available' })
  expect(await stage.status(some(second), 'after')).toMatchObject({ status: 'not_allowed' })
  expect(await titlesOf(some(third))).toEqual(
    expect.arrayContaining(['Полуфинал: итог опубликован', 'Финал: итог опубликован']),
  )
})

test('KE-16 when the connection breaks off in a live match, the clock is stopped and the time is given back', async () => {
  const { stage, people, judges } = await begun(2)
  const [first] = people
  await stage.schedule(1, 0, { judges: numbers(judges) })
  app.clock.advance(31 * minute)
  await stage.act(1, 0, { act: 'start' })
  const clock = async () => {
    const [match] = (await stage.page(some(first))).body.own
    return [match?.paused_at !== null, match?.paused_seconds]
  }
  app.clock.advance(5 * minute)
  await stage.act(1, 0, { act: 'pause' })
  expect(await clock()).toEqual([true, 0])
  app.clock.advance(2 * minute)
  // After two presses the pause begins with the first one.
  await stage.act(1, 0, { act: 'pause' })
  app.clock.advance(minute)
  await stage.act(1, 0, { act: 'resume' })
  expect(await clock()).toEqual([false, 180])
  app.clock.advance(minute)
  await stage.act(1, 0, { act: 'pause' })
  app.clock.advance(minute)
  await stage.act(1, 0, { act: 'finish' })
  expect(await clock()).toEqual([false, 240])
})

test('KA-16 an odd number of judges marks both sides, and a tie is broken by the rule that was fixed before the draw', async () => {
  const { stage, judges } = await begun(4)
  const [chair, second, third] = judges.map((one) => one)
  expect(codeOf(await stage.schedule(1, 0, { judges: numbers(judges.slice(0, 2)) }))).toBe('judges_even')
  await stage.schedule(1, 0, { judges: numbers(judges) })
  const { match_id: id } = await stage.match(1, 0)
  expect((await chair?.list())?.body.matches).toMatchObject([{ match_id: id, chair: true, done: false, open: false }])
  expect(codeOf(some(await chair?.mark(id, 5, 5)))).toBe('match_not_now')
  app.clock.advance(31 * minute)
  await stage.act(1, 0, { act: 'start' })
  const read = some(await chair?.read(id)).body
  expect(read).toMatchObject({
    open: true,
    tie_break: ['criterion', 'judges', 'rating', 'chair'],
    typed: { marks: {} },
  })
  expect(read.criteria.map(({ title }) => title)).toEqual(['Доводы', 'Речь'])
  expect((await chair?.draft(id, { a_c1: 3 }))?.body.revision).toBe(1)
  expect(codeOf(some(await chair?.draft(id, { a_c1: 4 }, 0)))).toBe('draft_conflict')
  expect(some(await chair?.read(id)).body.typed).toMatchObject({ marks: { a_c1: 3 }, comment_a: 'Черновик' })
  const faulty = some(await chair?.mark(id, 11, 5, { favours: null }))
  expect(JSON.parse(faulty.text)).toMatchObject({
    code: 'form_invalid',
    fields: {
      'marks.a_c1': { message: 'Оценка — целое число от 0 до 10' },
      favours: { message: 'Скажите, кто проходит дальше, если всё остальное поровну' },
    },
  })
  // Points are equal, and so is the first criterion: the votes of judges decide, two of three.
  expect((await chair?.mark(id, 6, 5))?.body).toEqual({ a: 60, b: 50 })
  expect((await second?.mark(id, 6, 5))?.body).toEqual({ a: 60, b: 50 })
  await third?.mark(id, 5, 7)
  await stage.act(1, 0, { act: 'finish' })
  expect(await stage.match(1, 0)).toMatchObject({
    state: 'decided',
    decided_by: 'judges',
    won: null,
    score_a: 56.67,
    score_b: 56.67,
  })
  // Before the publication a judge may correct their marks.
  await third?.mark(id, 5, 8)
  expect(await stage.match(1, 0)).toMatchObject({ decided_by: 'score', score_b: 60 })
  await stage.act(1, 0, { act: 'publish' })
  expect(codeOf(some(await third?.mark(id, 9, 1)))).toBe('match_over')
  expect(codeOf(some(await third?.draft(id, {})))).toBe('match_over')
})

test('KA-16 a conflict of interests bars a judge, whether the portal, an organiser or the judge declares it', async () => {
  const stage = await aPlayoff(app)
  const people = await stage.people(4)
  const judges = await stage.judges(4)
  const [declares, kept, other] = judges.map((one) => one)
  // A conflict of this judge with one side, as an organiser or the judge would have declared it.
  await app.db
    .insertInto('judge_conflicts')
    .values({
      ...{ stage_id: stage.stageId, judge_id: some(kept).id, account_id: some(people[3]).id },
      ...{ reason: 'Наставник', declared_at: app.clock.now(), declared_by: null },
    })
    .execute()
  await stage.drawn()
  const refused = await stage.schedule(1, 0, { judges: [some(kept).testId] })
  expect(codeOf(refused)).toBe('judge_conflict')
  expect((await stage.read()).conflicts).toEqual([{ judge: some(kept).testId, entrant: expect.any(Number) }])
  // The conflict does not concern the other match.
  expect((await stage.schedule(1, 1, { judges: [some(kept).testId] })).status).toBe(200)
  await stage.schedule(1, 0, {
    judges: numbers([some(declares), some(other), some(judges[3])]),
    starts_at: stage.inMinutes(90),
  })
  const { match_id: id } = await stage.match(1, 0)
  expect((await declares?.decline(id, ['a']))?.status).toBe(204)
  expect(codeOf(some(await declares?.read(id)))).toBe('match_not_found')
  expect((await stage.match(1, 0)).judges.find(({ test_id }) => test_id === some(declares).testId)).toMatchObject({
    ...{ abstained: 'Работали вместе', conflict: true },
  })
  app.clock.advance(91 * minute)
  expect(messageOf(await stage.act(1, 0, { act: 'start' }))).toContain('нечётное число судей')
  expect(codeOf(await stage.schedule(1, 0, { judges: [some(declares).testId], starts_at: stage.inMinutes(10) }))).toBe(
    'judge_conflict',
  )
})

test('KO-16 rooms, judges and rounds do not overlap, and two organisers who schedule at once do not overwrite each other', async () => {
  const { stage, judges } = await begun(4)
  const judge = [some(judges[0]).testId]
  const starts_at = stage.inMinutes(60)
  expect((await stage.schedule(1, 0, { starts_at, room: 'Зал 1', judges: judge })).status).toBe(200)
  const room = await stage.schedule(1, 1, { starts_at: stage.inMinutes(70), room: ' зал 1 ' })
  expect([codeOf(room), messageOf(room)]).toEqual(['room_busy', expect.stringContaining('Полуфинал')])
  expect(codeOf(await stage.schedule(1, 1, { starts_at: stage.inMinutes(50), room: 'Зал 2', judges: judge }))).toBe(
    'judge_busy',
  )
  expect((await stage.schedule(1, 1, { starts_at: stage.inMinutes(80), room: 'Зал 1', judges: judge })).status).toBe(
    200,
  )
  expect(codeOf(await stage.schedule(2, 0, { starts_at: stage.inMinutes(70) }))).toBe('round_order')
  expect(codeOf(await stage.schedule(2, 1, { starts_at: stage.inMinutes(99) }))).toBe('round_order')
  expect((await stage.schedule(2, 0, { starts_at: stage.inMinutes(100) })).status).toBe(200)
  expect(codeOf(await stage.schedule(1, 0, { starts_at: stage.inMinutes(130) }))).toBe('round_order')
  expect(codeOf(await stage.schedule(1, 0, { starts_at: stage.inMinutes(-5) }))).toBe('match_past')
  expect(codeOf(await stage.schedule(1, 0, { revision: 0 }))).toBe('playoff_changed')
  const free = stage.inMinutes(300)
  const both = await Promise.all([
    stage.schedule(1, 0, { starts_at: stage.inMinutes(30), room: 'Зал 5' }),
    stage.schedule(1, 1, { starts_at: stage.inMinutes(30), room: 'Зал 5' }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(free).toBeTruthy()
})

test('an absent side loses after the set minutes; where both are absent, the next round has a bye', async () => {
  const { stage, people } = await begun(4, { no_show_minutes: 10, third_place: false })
  expect(codeOf(await stage.act(1, 0, { act: 'absent', absent: 'a' }))).toBe('match_not_ready')
  await stage.schedule(1, 0)
  await stage.schedule(1, 1)
  app.clock.advance(39 * minute)
  const early = await stage.act(1, 0, { act: 'absent', absent: 'a' })
  const from = new Date(app.clock.now().getTime() + minute)
  expect([codeOf(early), messageOf(early)]).toEqual([
    'no_show_too_early',
    `Неявку отмечают с ${showDateTime(from)} по Москве`,
  ])
  app.clock.advance(minute)
  expect((await stage.act(1, 0, { act: 'absent', absent: 'both' })).status).toBe(200)
  expect(await stage.match(1, 0)).toMatchObject({ state: 'annulled', published: true, won: null })
  expect(await stage.match(2, 0)).toMatchObject({ a: null, a_bye: true, state: 'scheduled' })
  expect(await stage.status(some(people[0]))).toMatchObject({
    status: 'not_allowed',
    reason: 'Полуфинал: матч не состоялся. Не пришёл никто',
  })
  await stage.act(1, 1, { act: 'absent', absent: 'b' })
  expect(await stage.match(1, 1)).toMatchObject({ state: 'walkover', won: 'a' })
  // Each side reads the result from its point of view, and marks are not mentioned without marks.
  expect(await lastTextOf(some(people[1]))).toContain('Причина: Соперник не пришёл.')
  expect(await lastTextOf(some(people[2]))).toBe('Победила другая сторона. Причина: Вы не пришли.')
  const wordsOf = async (person: { email: string }) =>
    (await stage.page(person)).body.own.map(({ result }) => result?.words)
  expect(await wordsOf(some(people[1]))).toEqual(['Соперник не пришёл', ''])
  expect(await wordsOf(some(people[2]))).toEqual(['Вы не пришли'])
  // Without an opponent in the final.
  expect(await stage.match(2, 0)).toMatchObject({ state: 'walkover', won: 'b', a_bye: true })
  expect(await stage.status(some(people[1]))).toEqual({ status: 'success', reason: 'Вы победили' })
  expect(codeOf(await stage.act(1, 1, { act: 'absent', absent: 'a' }))).toBe('match_over')
})

test('a result is corrected after a preview of the consequences, with a reason, and only before the next match begins', async () => {
  const of = await begun(4)
  const { stage, people } = of
  await played(of, [1, 0], [8, 5])
  await played(of, [1, 1], [8, 5])
  const preview = await stage.act(1, 0, { act: 'correct', to: 'b', preview: true })
  expect(preview.body).toMatchObject({ applied: false })
  expect(preview.body.changes.map(({ name, blocked }) => [name, blocked])).toEqual([
    ['Финал', false],
    ['Матч за третье место', false],
  ])
  expect(await stage.match(1, 0)).toMatchObject({ won: 'a' })
  expect(codeOf(await stage.act(1, 0, { act: 'correct', to: 'b' }))).toBe('comment_required')
  expect(codeOf(await stage.act(1, 0, { act: 'correct', to: 'a', reason: 'Опечатка' }))).toBe('match_not_now')
  expect((await stage.act(1, 0, { act: 'correct', to: 'b', reason: 'Ошибка в протоколе' })).status).toBe(200)
  expect(await stage.match(1, 0)).toMatchObject({ won: 'b', reason: 'Итог исправлен: Ошибка в протоколе' })
  const entrants = (await stage.read()).entrants
  expect((await stage.match(2, 0)).a).toBe(entrants[3]?.entrant_id)
  expect((await stage.match(2, 1)).a).toBe(entrants[0]?.entrant_id)
  expect(await stage.status(some(people[3]))).toMatchObject({ status: 'success' })
  expect(await auditedOf(stage)).toContain('playoff_corrected')
  expect(await lastTextOf(some(people[0]), 'Полуфинал: итог исправлен')).toContain('Причина: Ошибка в протоколе.')
  const { judges } = of
  await stage.schedule(2, 0, { judges: numbers(judges) })
  app.clock.advance(31 * minute)
  await stage.act(2, 0, { act: 'start' })
  const live = await stage.act(1, 0, { act: 'correct', to: 'a', reason: 'Ещё раз' })
  expect([codeOf(live), messageOf(live)]).toEqual(['next_match_begun', expect.stringContaining('Финал')])
  expect((await stage.act(1, 0, { act: 'correct', to: 'a', preview: true })).body.changes[0]).toMatchObject({
    blocked: true,
  })
  expect(await stage.match(1, 0)).toMatchObject({ won: 'b' })
})

test('a match can be annulled with a reason, and played again', async () => {
  const of = await begun(2)
  const { stage, people } = of
  expect(codeOf(await stage.act(1, 0, { act: 'annul' }))).toBe('comment_required')
  await stage.act(1, 0, { act: 'annul', reason: 'Нет света в зале' })
  expect(await stage.match(1, 0)).toMatchObject({ state: 'annulled', published: true })
  await stage.act(1, 0, { act: 'correct', to: 'replay', reason: 'Свет есть' })
  expect(await stage.match(1, 0)).toMatchObject({ state: 'scheduled', published: false, starts_at: null, won: null })
  for (const person of people) {
    expect(await titlesOf(person)).toContain('Финал: матч сыграют заново')
    expect(await lastTextOf(person)).toBe('Прежний итог отменён. Причина: Свет есть. Время появится на странице этапа.')
  }
  await played(of, [1, 0], [5, 9])
  expect(await stage.match(1, 0)).toMatchObject({ reason: '' })
  expect(await stage.match(1, 0)).toMatchObject({ state: 'decided', won: 'b' })
})

test('when two organisers publish at once, it is published once', async () => {
  const of = await begun(4)
  const { stage, people } = of
  await held(of, [1, 0], [8, 5])
  const answers = await Promise.all([1, 2, 3].map(() => stage.act(1, 0, { act: 'publish' })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await auditedOf(stage)).filter((action) => action === 'playoff_published')).toHaveLength(1)
  expect((await titlesOf(some(people[0]))).filter((title) => title.includes('итог опубликован'))).toHaveLength(1)
  const bracket = await aPlayoff(app)
  await bracket.people(4)
  const seen = (await bracket.draw('preview')).body
  const drawn = await Promise.all(
    [1, 2, 3].map(() => bracket.draw('publish', { seed: seen.draw.seed, entrants: seen.entrants.length })),
  )
  expect(drawn.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect((await bracket.read()).entrants).toHaveLength(4)
})

test('KE-16 an entrant removed after the draw loses the remaining matches; if the rules allow it, the last loser takes the place', async () => {
  const of = await begun(4, { lucky_loser: true })
  const { stage, people } = of
  await played(of, [1, 0], [8, 5])
  const [first, second] = (await stage.read()).entrants
  expect(await stage.status(some(people[3]))).toMatchObject({ status: 'wait' })
  const preview = await stage.drop(some(first).entrant_id, { reason: 'Болезнь', lucky: true, preview: true })
  expect(preview.body.changes[0]).toMatchObject({ name: 'Финал', blocked: false })
  expect((await stage.drop(some(first).entrant_id, { reason: 'Болезнь', lucky: true })).status).toBe(200)
  expect(await stage.status(some(people[0]))).toEqual({ status: 'not_allowed', reason: 'Вы выбыли из сетки: Болезнь' })
  expect(await stage.status(some(people[3]))).toMatchObject({
    status: 'success',
    reason: expect.stringContaining('финал'),
  })
  expect(codeOf(await stage.drop(some(first).entrant_id, { reason: 'Ещё раз', lucky: false }))).toBe('match_not_now')
  // The other semi-final has not been played: the remaining side advances.
  expect((await stage.drop(some(second).entrant_id, { reason: 'Отказ', lucky: false })).status).toBe(200)
  expect(await stage.match(1, 1)).toMatchObject({ state: 'walkover', won: 'b' })
  expect(await stage.match(2, 0)).toMatchObject({ state: 'scheduled', a_bye: false, b_bye: false })
  expect(await titlesOf(some(people[1]))).toContain('Вы сняты с этапа «Дебаты»')
  const strict = await begun(2)
  const [one] = (await strict.stage.read()).entrants
  expect(codeOf(await strict.stage.drop(some(one).entrant_id, { reason: 'Отказ', lucky: true }))).toBe('match_not_now')
  expect(codeOf(await strict.stage.drop(some(first).entrant_id, { reason: 'Чужой', lucky: false }))).toBe(
    'entrant_not_found',
  )
  // An entrant is removed during a match.
  await strict.stage.schedule(1, 0, { judges: numbers(strict.judges) })
  app.clock.advance(31 * minute)
  await strict.stage.act(1, 0, { act: 'start' })
  await strict.stage.drop(some(one).entrant_id, { reason: 'Ушёл', lucky: false })
  expect(await strict.stage.match(1, 0)).toMatchObject({ state: 'walkover', won: 'b', published: true })
  expect(await strict.stage.status(some(strict.people[1]))).toEqual({ status: 'success', reason: 'Вы победили' })
})

test('KE-16 a new member of a team plays in its place, and the former member does not', async () => {
  const stage = await aPlayoff(app, { entrants: 'teams', rating_of: '', seeding: 'draw' })
  const people = await stage.people(4)
  const now = app.clock.now()
  const teams: number[] = []
  for (const [at, name] of ['Северяне', 'Южане'].entries()) {
    const { id } = await app.db
      .insertInto('formed_teams')
      .values({ stage_id: stage.testId, competition_code: stage.code, name, name_key: name, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const member = { team_id: id, stage_id: stage.testId, state: 'active' as const, since: now }
    await app.db
      .insertInto('formed_team_members')
      .values(people.slice(at * 2, at * 2 + 2).map((one) => ({ ...member, account_id: one.id })))
      .execute()
    teams.push(id)
  }
  await stage.drawn()
  const [entrant] = (await stage.read()).entrants
  expect(entrant).toMatchObject({ people: 2, number: expect.any(Number) })
  expect(teams).toContain(entrant?.number)
  const [comes] = await stage.people(1)
  expect(await stage.status(some(comes))).toMatchObject({ status: 'not_allowed' })
  const leaves = some(people[0])
  await app.db.updateTable('formed_team_members').set({ state: 'left' }).where('account_id', '=', leaves.id).execute()
  await app.db
    .insertInto('formed_team_members')
    .values({
      team_id: some(teams[0]),
      stage_id: stage.testId,
      account_id: some(comes).id,
      state: 'active',
      since: now,
    })
    .execute()
  expect(await stage.status(some(comes))).toMatchObject({
    status: 'wait',
    reason: expect.stringContaining('Вы в сетке'),
  })
  expect(await stage.ahead(some(comes))).toBeNull()
  expect(await stage.status(leaves)).toMatchObject({ status: 'not_allowed' })
  const card = (await stage.page(some(people[2]))).body.own[0]?.opponent
  expect(card).toMatchObject({ name: 'Северяне' })
  expect(card?.members).toHaveLength(2)
  // A dissolved team is shown to the organiser as one that will not come.
  await app.db.updateTable('formed_teams').set({ dissolved_at: now }).where('id', '=', some(teams[0])).execute()
  expect((await stage.read()).entrants.find(({ number }) => number === teams[0])?.gone).toBe('команда распущена')
})

test('ids of other competitions and judges of other stages are refused', async () => {
  const { stage, people, judges } = await begun(2)
  const other = await begun(2)
  await stage.schedule(1, 0, { judges: numbers(judges) })
  const { match_id: id } = await stage.match(1, 0)
  expect(codeOf(await stage.schedule(1, 0, { judges: [some(other.judges[0]).testId] }))).toBe('judge_unknown')
  for (const call of [
    () => other.judges[0]?.read(id),
    () => other.judges[0]?.draft(id, {}),
    () => other.judges[0]?.mark(id, 1, 2),
    () => other.judges[0]?.decline(id),
  ])
    expect(codeOf(some(await call()))).toBe('match_not_found')
  const elsewhere = { ...other.stage.params, match_id: id }
  const token = await other.stage.tokenOf(other.stage.organiser)
  const at = '/admin/competitions/:competition/stages/:code/playoff' as const
  const acted = await app.call(`POST ${at}/matches/:match_id`, { token, params: elsewhere, body: { act: 'start' } })
  expect(codeOf(acted)).toBe('match_not_found')
  const undrawn = await aPlayoff(app)
  const early = await app.call(`POST ${at}/matches/:match_id`, {
    ...{ token: await undrawn.tokenOf(undrawn.organiser), params: { ...undrawn.params, match_id: id } },
    body: { act: 'start' },
  })
  expect(codeOf(early)).toBe('playoff_not_drawn')
  const stranger = await anAccount(app)
  const seen = await stage.page(stranger)
  expect(codeOf(seen)).toBe('stage_not_found')
  // A removed judge loses the matches that they have not marked.
  await app.db.deleteFrom('stage_staff').where('account_id', '=', some(judges[2]).id).execute()
  expect((await stage.match(1, 0)).judges).toHaveLength(2)
  expect(some(people[0])).toBeDefined()
})

test('the pages of a bracket cost the same number of queries for any size', async () => {
  const small = await begun(4)
  const large = await begun(9)
  const cost = async ({ stage, people }: typeof small) => {
    await stage.page(some(people[0]))
    return countQueries(() => stage.page(some(people[0])))
  }
  expect(await cost(large)).toBe(await cost(small))
  const organisers = async ({ stage }: typeof small) => {
    await stage.read()
    return countQueries(() => stage.read())
  }
  expect(await organisers(large)).toBe(await organisers(small))
})

test('the bracket stays when an account in it is deleted; an organiser removes the entrant', async () => {
  const { stage, people } = await begun(2)
  await app.db.deleteFrom('accounts').where('id', '=', some(people[0]).id).execute()
  const [first] = (await stage.read()).entrants
  expect(first).toMatchObject({
    name: 'Учётная запись удалена',
    gone: 'учётная запись удалена',
    people: 0,
    dropped: false,
  })
  expect((await stage.page(some(people[1]))).body.own[0]?.opponent?.name).toBe('Учётная запись удалена')
  await stage.drop(some(first).entrant_id, { reason: 'Учётной записи нет', lucky: false })
  expect(await stage.status(some(people[1]))).toEqual({ status: 'success', reason: 'Вы победили' })
})

test('an entrant disqualified after the draw is marked in the bracket, and an organiser removes it after a preview of the consequences', async () => {
  const { stage, people } = await begun(4, { third_place: false })
  await app.db
    .updateTable('participations')
    .set({ disqualified_at: app.clock.now() })
    .where('account_id', '=', some(people[0]).id)
    .execute()
  const [first] = (await stage.read()).entrants
  expect(first).toMatchObject({ gone: 'больше не участвует в конкурсе', dropped: false })
  const preview = await stage.drop(some(first).entrant_id, { reason: 'Отстранён', lucky: false, preview: true })
  expect(preview.body.changes.length).toBeGreaterThan(0)
  expect(await stage.match(1, 0)).toMatchObject({ state: 'scheduled' })
  expect((await stage.drop(some(first).entrant_id, { reason: 'Отстранён', lucky: false })).status).toBe(200)
  expect(await stage.match(1, 0)).toMatchObject({ state: 'walkover', won: 'b', published: true })
})

test('a pass decided by an organiser opens the next stage, whatever the bracket shows', async () => {
  const { stage, people } = await begun(4)
  const decision = { accountIds: [some(people[3]).id], stageId: stage.stageId, outcome: 'passed' as const, reason: '' }
  await app.db.transaction().execute((tx) => settle(tx, decision, app.clock.now()))
  expect(await stage.status(some(people[3]))).toMatchObject({ status: 'success' })
  expect(await stage.status(some(people[3]), 'after')).toMatchObject({ status: 'available' })
})

/** How many people are at each step of the stage, as funnels, filters and reports count them. */
async function stepsOf({ stageId }: { stageId: number }) {
  const { rows } = await sql<{ step: string; count: number }>`
    select ${stepOf} as step, count(*)::int as count from stage_facts f where f.stage_id = ${stageId} group by 1`.execute(
    app.db,
  )
  return Object.fromEntries(rows.map(({ step, count }) => [step, count]))
}

test('everybody in the bracket counts at the stage: begun at the draw, failed or passed by the last match, also after a correction', async () => {
  const of = await begun(4, { third_place: false })
  const { stage } = of
  expect(await stepsOf(stage)).toEqual({ begun: 4 })
  await played(of, [1, 0], [8, 5])
  expect(await stepsOf(stage)).toEqual({ begun: 3, failed: 1 })
  const [, second] = (await stage.read()).entrants
  await stage.drop(some(second).entrant_id, { reason: 'Отказ', lucky: false })
  expect(await stepsOf(stage)).toEqual({ begun: 2, failed: 2 })
  await played(of, [2, 0], [8, 5])
  expect(await stepsOf(stage)).toEqual({ failed: 3, passed: 1 })
  await stage.act(2, 0, { act: 'correct', to: 'replay', reason: 'Сбой связи' })
  expect(await stepsOf(stage)).toEqual({ begun: 2, failed: 2 })
})

test('a bracket of 128 is drawn and played to its end, and a result in it needs as many statements as in a bracket of 8', async () => {
  const walkovers = async (size: number) => {
    const stage = await aPlayoff(app, { size, third_place: true })
    await stage.people(size)
    expect((await stage.drawn()).status).toBe(200)
    const token = await stage.tokenOf(stage.organiser)
    let statements = 0
    for (let round = 1; 2 ** round <= size; round++) {
      const [match_id = 0, ...others] = (await stage.read()).matches
        .filter((one) => one.round === round)
        .map((one) => one.match_id)
      const ofRound = app.db.updateTable('playoff_matches').where('stage_id', '=', stage.stageId)
      // All results of the round but one are published; the last one moves every winner to the next round.
      const walkover = { outcome: 'a' as const, state: 'walkover' as const, won: 'a' as const }
      await ofRound
        .where('id', 'in', [0, ...others])
        .set({ ...walkover, published_at: app.clock.now() })
        .execute()
      await ofRound
        .where('id', '=', match_id)
        .set({ starts_at: new Date(app.clock.now().getTime() - 60 * minute) })
        .execute()
      const absent = async () => {
        const { status } = await app.call(
          'POST /admin/competitions/:competition/stages/:code/playoff/matches/:match_id',
          { token, params: { ...stage.params, match_id }, body: { act: 'absent', absent: 'b' } },
        )
        expect(status).toBe(200)
      }
      // Measured at the last match, to show that the cost does not grow with earlier rounds.
      statements = await countQueries(absent)
    }
    return { stage, statements }
  }
  const large = await walkovers(128)
  const { matches } = await large.stage.read()
  expect([matches.length, matches.every(({ published }) => published)]).toEqual([128, true])
  expect(await stepsOf(large.stage)).toEqual({ failed: 127, passed: 1 })
  expect(large.statements).toBe((await walkovers(8)).statements)
})
