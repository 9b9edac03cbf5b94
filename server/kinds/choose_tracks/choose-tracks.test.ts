import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handInDraftsAtEnd } from '#server/stages/hand-in-drafts.ts'
import { handInWork } from '#server/stages/work.ts'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf, withNewSession } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { Gate } from '#shared/stages/gate.ts'
import { settleTracks } from './settle.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ remembers: true })
})
afterAll(() => app.close())

const start = new Date('2026-11-21T12:00:00+03:00')
const hours = (count: number) => new Date(start.getTime() + count * 3_600_000)
type Track = { code: string; limit?: number; letter?: boolean; gate?: Gate | null }
type Person = { id: number; testId: number; email: string; token: string }

/** A choice of tracks that is open for ten hours; `city` and `village` have a stage each of their own. */
async function aChoice(tracks: Track[], settings: Record<string, unknown> = {}, more: { drafts?: boolean } = {}) {
  app.clock.set(start)
  const text = { task: 'Напишите', min_words: 1, max_words: 100 }
  const { code, stageIds } = await aCompetition(
    app.db,
    {
      test: { type: 'form', title: 'Тест' },
      teams: { type: 'teams_forming', settings: { size_min: 2, size_max: 5 } },
      choice: {
        type: 'choose_tracks',
        title: 'Выбор трека',
        closes_at: hours(10),
        submit_draft_at_end: more.drafts ?? false,
        settings: {
          tracks: tracks.map((track) => ({ limit: 0, letter: false, gate: null, ...track })),
          max: 1,
          ...settings,
        },
      },
      city: { type: 'essay', title: 'Эссе о городе', tracks: ['city'], closes_at: hours(30), settings: text },
      village: { type: 'essay', title: 'Эссе о селе', tracks: ['village'], closes_at: hours(40), settings: text },
    },
    { tracks: ['city', 'village', 'common'] },
  )
  const params = { stage_id: stageIds.choice }
  const place = { competition: code, code: 'choice' }
  const own = async ({ token }: { token: string }, stage_id = stageIds.choice) =>
    (await app.call('GET /user/stages/:stage_id', { token, params: { stage_id } })).body
  return {
    ...{ code, stageIds, params, place, own },
    async person(region: string | null = null): Promise<Person> {
      const person = await aPerson(app)
      await takesPart(app.db, person.id, code, null, app.clock.now())
      if (region)
        await app.db.updateTable('participations').set({ region }).where('account_id', '=', person.id).execute()
      return person
    },
    choose: ({ token }: { token: string }, ...codes: string[]) =>
      app.call('PUT /user/stages/:stage_id/answer', { token, params, body: { data: { tracks: codes } } }),
    draft: ({ token }: { token: string }, ...codes: string[]) =>
      app.call('PUT /user/stages/:stage_id/draft', { token, params, body: { data: { tracks: codes } } }),
    page: async ({ token }: { token: string }) =>
      (await app.call('GET /user/stages/:stage_id/tracks', { token, params })).body,
    trackOf: async ({ id }: { id: number }) =>
      (
        await app.db
          .selectFrom('participations')
          .select('track_code')
          .where('account_id', '=', id)
          .where('competition_code', '=', code)
          .executeTakeFirstOrThrow()
      ).track_code,
    titles: async ({ token }: { token: string }) =>
      (await app.call('GET /user/user-stages', { token, query: { competition_code: code } })).body.stages.map(
        (one) => (one as { title: string }).title,
      ),
    score: async ({ id }: { id: number }, score: number) => {
      const of = { account_id: id, stage_id: stageIds.test }
      await app.db
        .insertInto('stage_results')
        .values({ ...of, score, computed_at: start })
        .execute()
      await app.db
        .insertInto('stage_facts')
        .values({ ...of, submitted_at: start, passed_at: start })
        .execute()
    },
  }
}
type Choice = Awaited<ReturnType<typeof aChoice>>

async function anOrganiser() {
  const account = await anAccount(app, { isDemo: true, flags: ['assessment', 'competitions'] })
  const login = async () => ({ ...account, token: (await sessionOf(app, account)).token })
  return { ...(await login()), login }
}

const told = async ({ id }: { id: number }) =>
  (
    await app.db
      .selectFrom('notifications')
      .select(['title', 'text'])
      .where('account_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ title, text }) => `${title}. ${text}`)

/** A file of the person, uploaded and not handed in. */
async function aLetter({ id: account_id }: { id: number }): Promise<string> {
  const id = randomBytes(16).toString('hex')
  await app.db
    .insertInto('files')
    .values({
      ...{ id, account_id, name: 'письмо.pdf', size: 10, type: 'application/pdf' },
      ...{ purpose: 'file' as const, sha256: 'a'.repeat(64), created_at: start },
    })
    .execute()
  return id
}

const moscow: Gate = { all: [{ region: ['77'] }] }

test('a card shows whom the track suits, how many places are left, its dates, and which stages appear and vanish', async () => {
  const stage = await aChoice([
    { code: 'city', limit: 5, gate: moscow },
    { code: 'village', limit: 2 },
  ])
  const other = await stage.person()
  expect((await stage.choose(other, 'village')).status).toBe(200)
  const person = await stage.person('6900000000000')
  const { tracks, may_change, track } = await stage.page(person)
  expect({ may_change, track }).toEqual({ may_change: true, track: null })
  expect(tracks[0]).toMatchObject({ fits: 'no', reasons: ['Трек проходит в других регионах'], left: 5 })
  expect(tracks[1]).toMatchObject({
    ...{ title: 'Трек village', fits: 'yes', left: 1, closes_at: '2026-11-23 04:00:00', letter: false },
    appear: [{ title: 'Эссе о селе', kept: 'nothing' }],
    vanish: [],
  })
  expect((await stage.choose(person, 'city')).body).toMatchObject({
    code: 'track_not_fit',
    message: expect.stringContaining('Трек проходит в других регионах'),
  })
  expect(await countQueries(() => stage.page(person))).toBeLessThan(12)
})

test('KE-15 a choice passes the stage at once and may be changed until the close; work in the old track is kept, hidden', async () => {
  const stage = await aChoice([{ code: 'city' }, { code: 'village' }], { confirmation: 'До встречи' })
  const person = await stage.person()
  expect(await stage.titles(person)).not.toContain('Эссе о городе')
  expect((await stage.choose(person, 'city')).body).toMatchObject({ status: 'success', receipt: { revision: 1 } })
  expect(await stage.own(person)).toMatchObject({ status: 'success', settings: { confirmation: 'До встречи' } })
  expect(await stage.titles(person)).toContain('Эссе о городе')
  const city = { token: person.token, params: { stage_id: stage.stageIds.city } }
  const data = { text: 'Город растёт' }
  expect((await app.call('PUT /user/stages/:stage_id/draft', { ...city, body: { data } })).status).toBe(200)
  const before = await stage.page(person)
  expect(before.tracks[1]?.vanish).toEqual([{ title: 'Эссе о городе', kept: 'draft' }])
  expect((await stage.choose(person, 'village')).body).toMatchObject({ status: 'success', receipt: { revision: 2 } })
  expect(await stage.trackOf(person)).toBe('village')
  expect(await stage.titles(person)).toEqual(expect.not.arrayContaining(['Эссе о городе']))
  expect((await app.call('GET /user/stages/:stage_id/draft', city)).status).toBe(404)
  // After the choice of the first track the draft is there again.
  expect((await stage.choose(person, 'city')).status).toBe(200)
  expect((await app.call('GET /user/stages/:stage_id/draft', city)).body.draft).toMatchObject(data)
  app.clock.set(hours(10.5))
  const late = await withNewSession(app, person)
  expect((await stage.choose(late, 'village')).body.code).toBe('stage_closed')
  expect((await stage.page(late)).may_change).toBe(false)
  expect(await stage.trackOf(person)).toBe('city')
})

test('200 people ask for the last place at once: exactly one gets it, the others are refused and hold no place', async () => {
  const stage = await aChoice([{ code: 'city', limit: 1 }])
  const people = await Promise.all(Array.from({ length: 200 }, () => anAccount(app)))
  for (const { id } of people) await takesPart(app.db, id, stage.code, null, start)
  const answers = await Promise.all(
    people.map(({ id }) =>
      handInWork(app.services, {
        ...{ accountId: id, stage: { stageId: stage.stageIds.choice }, data: { tracks: ['city'] } },
        ...{ receivedAt: start, ip: '192.0.2.1', idempotencyKey: undefined },
      }).then(
        ({ status }) => status,
        (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
      ),
    ),
  )
  expect(answers.toSorted()).toEqual(['success', ...Array(199).fill('track_full')])
  const places = await app.db
    .selectFrom('track_places')
    .selectAll()
    .where('stage_id', '=', stage.stageIds.choice)
    .execute()
  expect(places).toEqual([expect.objectContaining({ track_code: 'city', asked_code: null })])
  const inside = await app.db
    .selectFrom('participations')
    .select('account_id')
    .where('competition_code', '=', stage.code)
    .where('track_code', '=', 'city')
    .execute()
  expect(inside).toHaveLength(1)
  // After the person leaves, another one gets the place; the refusals above left nothing behind.
  const [lucky] = inside
  await app.db
    .deleteFrom('track_places')
    .where('account_id', '=', lucky?.account_id ?? 0)
    .execute()
  const again = people.find(({ id }) => id !== lucky?.account_id)
  expect((await stage.choose(await withNewSession(app, { ...again, email: again?.email ?? '' }), 'city')).status).toBe(
    200,
  )
})

test('several tracks in order: the person gets the first one that still has a place', async () => {
  const stage = await aChoice(
    [
      { code: 'city', limit: 1 },
      { code: 'village', limit: 1 },
    ],
    { max: 2 },
  )
  const [one, two, three] = [await stage.person(), await stage.person(), await stage.person()]
  expect((await stage.choose(one, 'city', 'village')).status).toBe(200)
  expect((await stage.choose(two, 'city', 'village')).status).toBe(200)
  expect([await stage.trackOf(one), await stage.trackOf(two)]).toEqual(['city', 'village'])
  expect((await stage.choose(three, 'village', 'city')).body).toMatchObject({ code: 'track_full' })
  expect((await stage.choose(one, 'city', 'village')).status).toBe(200)
})

test('an invalid choice is refused: nothing, too many, an unknown track, each with an explanation', async () => {
  const stage = await aChoice([{ code: 'city' }, { code: 'village' }])
  const person = await stage.person()
  expect((await stage.choose(person)).body).toMatchObject({
    code: 'form_invalid',
    fields: { tracks: { message: 'Выберите трек' } },
  })
  expect((await stage.choose(person, 'city', 'village')).body.code).toBe('form_invalid')
  expect((await stage.choose(person, 'common')).body.code).toBe('unknown_track')
  expect((await stage.own(person)).status).toBe('available')
  expect((await stage.draft(person, 'city')).status).toBe(200)
  expect((await stage.own(person)).status).toBe('in_progress')
})

test('a track that requires a letter waits for people at the desk; a refused person stays in the current track and may choose again', async () => {
  const stage = await aChoice([{ code: 'city' }, { code: 'village', limit: 1, letter: true }])
  const person = await stage.person()
  expect((await stage.choose(person, 'city')).status).toBe(200)
  expect((await stage.choose(person, 'village')).body).toMatchObject({
    code: 'form_invalid',
    fields: { letter: { message: 'Приложите письмо' } },
  })
  const strange = await anAccount(app)
  const strangeLetter = await aLetter(strange)
  const personLetter = await aLetter(person)
  const send = (file_id: string) =>
    app.call('PUT /user/stages/:stage_id/answer', {
      ...{ token: person.token, params: stage.params },
      body: { data: { tracks: ['village'], letter: [{ file_id, name: 'чужое имя' }] } },
    })
  expect((await send(strangeLetter)).body).toMatchObject({
    code: 'form_invalid',
    fields: { letter: { rule: 'file' } },
  })
  expect((await send(personLetter)).body.status).toBe('wait')
  expect(await stage.own(person)).toMatchObject({
    reason: 'Трек «Трек village» ждёт одобрения. До решения вы в треке «Трек city»',
  })
  // The place stays reserved while the letter is read.
  const other = await stage.person()
  expect((await stage.page(other)).tracks[1]?.left).toBe(0)
  const checker = await anAccount(app, { roles: ['assessor'] })
  await app.db
    .insertInto('stage_staff')
    .values({ stage_id: stage.stageIds.choice, account_id: checker.id, duty: 'check', added_at: start })
    .execute()
  await app.db.insertInto('stage_reviews').values({ stage_id: stage.stageIds.choice, second_look: false }).execute()
  const { token } = await sessionOf(app, checker)
  const next = async () =>
    (await app.call('POST /desk/stages/:stage_id/next', { token, params: stage.params, body: {} })).body.work_id
  const decide = async (verdict: 'accept' | 'refuse') => {
    const work_id = (await next()) ?? 0
    const read = await app.call('GET /desk/works/:work_id', { token, params: { work_id } })
    expect(read.body.lines.map(({ label, value }) => [label, value])).toEqual([
      ['Трек', 'Трек village'],
      ['Письмо', expect.stringContaining('письмо.pdf')],
    ])
    return app.call('POST /desk/works/:work_id/check', {
      ...{ token, params: { work_id } },
      body: { hand_in: read.body.hand_in.id, verdict, reason: verdict === 'refuse' ? 'Письмо без подписи' : '' },
    })
  }
  expect((await decide('refuse')).body).toEqual({ outcome: 'refused' })
  expect(await stage.own(person)).toMatchObject({ status: 'success' })
  expect((await stage.page(person)).tracks[1]?.left).toBe(1)
  expect(await stage.trackOf(person)).toBe('city')
  expect((await send(personLetter)).body.status).toBe('wait')
  expect((await decide('accept')).body).toEqual({ outcome: 'accepted' })
  expect([await stage.trackOf(person), (await stage.own(person)).status]).toEqual(['village', 'success'])
  // A choice that is passed at once never comes to the desk.
  expect((await stage.choose(other, 'city')).status).toBe(200)
  expect(await next()).toBeNull()
})

test('a person without a track whose letter is refused may choose another while the stage is open, and reads why', async () => {
  const stage = await aChoice([{ code: 'city' }, { code: 'village', letter: true }])
  const person = await stage.person()
  const personLetter = await aLetter(person)
  const body = { data: { tracks: ['village'], letter: [{ file_id: personLetter, name: 'письмо.pdf' }] } }
  expect(
    (await app.call('PUT /user/stages/:stage_id/answer', { token: person.token, params: stage.params, body })).body
      .status,
  ).toBe('wait')
  await app.db
    .updateTable('stage_facts')
    .set({ failed_at: start, reasons: ['Письмо без подписи.'] })
    .where('account_id', '=', person.id)
    .execute()
  expect(await stage.own(person)).toMatchObject({
    status: 'in_progress',
    reason: 'Трек не одобрен: Письмо без подписи. Выберите другой',
  })
  expect((await stage.choose(person, 'city')).body.status).toBe('success')
})

test('when no track suits, the stage is closed with every reason, or the open track is offered', async () => {
  const shut = await aChoice([
    { code: 'city', gate: moscow },
    { code: 'village', gate: { all: [{ past_finalist: true }] } },
  ])
  const person = await shut.person('6900000000000')
  expect(await shut.own(person)).toMatchObject({ status: 'not_allowed' })
  expect((await shut.page(person)).may_change).toBe(false)
  expect((await shut.choose(person, 'city')).body.code).toBe('stage_not_allowed')
  const offering = await aChoice([{ code: 'city', gate: moscow }, { code: 'common' }], { open_track: 'common' })
  const other = await offering.person('6900000000000')
  expect((await offering.own(other)).status).toBe('available')
  expect((await offering.page(other)).tracks.map(({ fits, offered }) => [fits, offered])).toEqual([
    ['no', false],
    ['yes', true],
  ])
})

test('after the close people without a choice get the usual track, except those whose own window is longer', async () => {
  const stage = await aChoice([{ code: 'city' }, { code: 'common' }], { default_track: 'common' })
  const [idle, chosen, extended] = [await stage.person(), await stage.person(), await stage.person()]
  await stage.choose(chosen, 'city')
  await app.db
    .insertInto('stage_extensions')
    .values({
      stage_id: stage.stageIds.choice,
      account_id: extended.id,
      closes_at: hours(20),
      reason: 'Болел',
      granted_at: start,
    })
    .execute()
  app.clock.set(hours(9))
  await settleTracks(app.services)
  expect(await stage.trackOf(idle)).toBeNull()
  app.clock.set(hours(11))
  const later = await withNewSession(app, idle)
  expect((await stage.own(later)).status).toBe('timeover')
  await settleTracks(app.services)
  await settleTracks(app.services)
  await app.work('tell_of_track')
  expect(await Promise.all([idle, chosen, extended].map(stage.trackOf))).toEqual(['common', 'city', null])
  expect(await stage.own(later)).toMatchObject({ status: 'success' })
  expect(await told(idle)).toEqual([expect.stringContaining('Вы в треке «Трек common»')])
  app.clock.set(hours(21))
  await settleTracks(app.services)
  expect(await stage.trackOf(extended)).toBe('common')
})

test('a draft is handed in at the end where the stage requires that, before the others get the usual track', async () => {
  const tracks = [{ code: 'city', limit: 1 }, { code: 'common' }]
  const stage = await aChoice(tracks, { default_track: 'common' }, { drafts: true })
  const [one, two] = [await stage.person(), await stage.person()]
  await stage.draft(one, 'city')
  await stage.draft(two, 'city')
  app.clock.set(hours(10.5))
  await settleTracks(app.services)
  expect(await Promise.all([one, two].map(stage.trackOf))).toEqual([null, null])
  await handInDraftsAtEnd(app.services)
  const given = await Promise.all([one, two].map(stage.trackOf))
  expect(given.toSorted()).toEqual(['city', null])
  await settleTracks(app.services)
  expect((await Promise.all([one, two].map(stage.trackOf))).toSorted()).toEqual(['city', 'common'])
})

const giveOut = async (stage: Choice, token: string) =>
  (
    await app.call('GET /admin/competitions/:competition/stages/:code/tracks/allocation', {
      token,
      params: stage.place,
    })
  ).body

test('KO-15 places are given out by score and priority exactly as previewed; the method is shown, and two organisers publish once', async () => {
  const stage = await aChoice(
    [
      { code: 'city', limit: 1 },
      { code: 'village', limit: 1 },
    ],
    { mode: 'by_score', score_of: 'test', max: 2 },
  )
  const people = [await stage.person(), await stage.person(), await stage.person()] as const
  const [weak, strong, middle] = people
  await stage.score(weak, 10)
  await stage.score(strong, 90)
  await stage.score(middle, 50)
  for (const person of people) expect((await stage.choose(person, 'city', 'village')).body.status).toBe('wait')
  expect(await stage.own(weak)).toMatchObject({ reason: 'Выбор принят. Места раздадут после закрытия этапа' })
  const page = await stage.page(weak)
  expect(page).toMatchObject({ score_of: 'Тест', chosen: ['city', 'village'], track: null })
  expect(page.method).toContain('чей балл выше')
  // A choice may be changed until the close.
  expect((await stage.choose(weak, 'city')).status).toBe(200)
  const organiser = await anOrganiser()
  const early = await giveOut(stage, organiser.token)
  const publish = (token: string, fingerprint: string) =>
    app.call('POST /admin/competitions/:competition/stages/:code/tracks/allocation', {
      token,
      params: stage.place,
      body: { fingerprint },
    })
  expect((await publish(organiser.token, early.fingerprint)).body.code).toBe('tracks_still_open')
  app.clock.set(hours(11))
  expect(await stage.own(await withNewSession(app, weak))).toMatchObject({
    ...{ status: 'wait', reason: 'Выбор закрыт. Когда места распределят, мы сообщим' },
  })
  const { token } = await organiser.login()
  const preview = await giveOut(stage, token)
  expect(preview.people.map(({ score, track, priority }) => [score, track, priority])).toEqual([
    [90, 'Трек city', 1],
    [50, 'Трек village', 2],
    [10, null, null],
  ])
  expect(preview).toMatchObject({ may_publish: true, unplaced: 1, count: 3 })
  expect(preview.tracks).toMatchObject([
    { given: 1, left: 1, lowest: 90 },
    { given: 1, left: 1, lowest: 50 },
  ])
  expect(await stage.trackOf(strong)).toBeNull()
  expect((await publish(token, 'something-else')).body.code).toBe('allocation_changed')
  const both = await Promise.all([
    publish(token, preview.fingerprint),
    publish((await anOrganiser()).token, preview.fingerprint),
  ])
  expect(both.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([200, 'tracks_given_out'])
  expect(await Promise.all(people.map(stage.trackOf))).toEqual([null, 'city', 'village'])
  await app.work('tell_of_track')
  expect(await told(middle)).toEqual([expect.stringContaining('Ваш трек — «Трек village»')])
  const again = await withNewSession(app, weak)
  expect(await stage.own(again)).toMatchObject({
    status: 'not_allowed',
    reason: 'Мест в названных вами треках не хватило',
  })
})

test('KO-15 a track with places left, or with a person without a score, has no passing score', async () => {
  const stage = await aChoice(
    [
      { code: 'city', limit: 2 },
      { code: 'village', limit: 2 },
    ],
    { mode: 'by_score', score_of: 'test', max: 2 },
  )
  const [scored, without, alone] = [await stage.person(), await stage.person(), await stage.person()]
  await stage.score(scored, 90)
  await stage.score(alone, 50)
  for (const person of [scored, without]) await stage.choose(person, 'city')
  await stage.choose(alone, 'village')
  expect((await giveOut(stage, (await anOrganiser()).token)).tracks).toMatchObject([
    { given: 2, left: 2, lowest: null },
    { given: 1, left: 2, lowest: null },
  ])
})

test.each([
  'by_score',
  'by_priority',
])('KE-15 a team whose captain chooses gets places for all or for nobody, with the mode %s', async (mode) => {
  const stage = await aChoice([{ code: 'city', limit: 3 }, { code: 'village' }], {
    ...{ mode, score_of: 'test', max: 2, whose: 'team' },
  })
  const teams = [
    [await stage.person(), await stage.person()],
    [await stage.person(), await stage.person()],
  ] as const
  const alone = await stage.person()
  // The second team has the best and the worst score; its mean is below the first team and above the single person.
  for (const [place, [captain, mate]] of teams.entries()) {
    const { id } = await app.db
      .insertInto('formed_teams')
      .values({
        ...{ stage_id: stage.stageIds.teams, competition_code: stage.code, created_at: start },
        ...{ name: `Вместе ${mode} ${place}`, name_key: `вместе ${mode} ${place}` },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const member = { team_id: id, stage_id: stage.stageIds.teams, state: 'active' as const, since: start }
    await app.db
      .insertInto('formed_team_members')
      .values([
        { ...member, account_id: captain.id, role: 'captain' },
        { ...member, account_id: mate.id, role: 'member' },
      ])
      .execute()
    await stage.score(captain, place === 0 ? 60 : 99)
    await stage.score(mate, place === 0 ? 70 : 1)
  }
  await stage.score(alone, 20)
  await app.heard()
  for (const [captain] of teams) expect((await stage.choose(captain, 'city', 'village')).status).toBe(200)
  expect((await stage.choose(alone, 'city')).status).toBe(200)
  const organiser = await anOrganiser()
  app.clock.set(hours(11))
  const { token } = await organiser.login()
  const { fingerprint } = await giveOut(stage, token)
  const call = { token, params: stage.place, body: { fingerprint } }
  const given = await app.call('POST /admin/competitions/:competition/stages/:code/tracks/allocation', call)
  expect(given.body).toEqual({ given: 5, unplaced: 0 })
  expect(await Promise.all(teams[0].map(stage.trackOf))).toEqual(['city', 'city'])
  expect(await Promise.all(teams[1].map(stage.trackOf))).toEqual(['village', 'village'])
  expect(await stage.trackOf(alone)).toBe('city')
})

test('the choice of a captain who already has a place still counts for the team, and the method explains the rank of a team', async () => {
  const stage = await aChoice([{ code: 'city' }, { code: 'village' }], {
    ...{ mode: 'by_score', score_of: 'test', max: 2, whose: 'team' },
  })
  const people = [await stage.person(), await stage.person(), await stage.person()] as const
  const [first, second, captain] = people
  // Before they became a team, each of them had named other tracks.
  for (const mate of [first, second]) expect((await stage.choose(mate, 'city', 'village')).status).toBe(200)
  expect((await stage.choose(captain, 'village', 'city')).status).toBe(200)
  const { id } = await app.db
    .insertInto('formed_teams')
    .values({
      ...{ stage_id: stage.stageIds.teams, competition_code: stage.code, created_at: start },
      ...{ name: 'Капитан устроен', name_key: 'капитан устроен' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('formed_team_members')
    .values(
      people.map((person) => ({
        ...{ team_id: id, stage_id: stage.stageIds.teams, state: 'active' as const, since: start },
        ...{ account_id: person.id, role: person === captain ? ('captain' as const) : ('member' as const) },
      })),
    )
    .execute()
  await app.db
    .updateTable('stage_facts')
    .set({ passed_at: start })
    .where('account_id', '=', captain.id)
    .where('stage_id', '=', stage.params.stage_id)
    .execute()
  await app.heard()
  const { method } = await stage.page(first)
  expect(method).toContain('с выбором капитана и средним баллом')
  expect(method).toContain('в одном треке на всех или не получает совсем')
  app.clock.set(hours(11))
  const preview = await giveOut(stage, (await (await anOrganiser()).login()).token)
  expect(preview.people.map(({ test_id, track }) => [test_id, track]).toSorted()).toEqual(
    [first, second].map(({ testId }) => [testId, 'Трек village']).toSorted(),
  )
})

test('a person who was given a place that requires a letter comes to the desk only then', async () => {
  const stage = await aChoice([{ code: 'city', letter: true }], { mode: 'by_score', score_of: 'test' })
  const person = await stage.person()
  const personLetter = await aLetter(person)
  const body = { data: { tracks: ['city'], letter: [{ file_id: personLetter, name: 'письмо.pdf' }] } }
  expect(
    (await app.call('PUT /user/stages/:stage_id/answer', { token: person.token, params: stage.params, body })).body
      .status,
  ).toBe('wait')
  const waits = () =>
    app.db.selectFrom('works').select('waits_since').where('account_id', '=', person.id).executeTakeFirst()
  expect(await waits()).toEqual({ waits_since: null })
  app.clock.set(hours(11))
  const { token } = await (await anOrganiser()).login()
  const { fingerprint } = await giveOut(stage, token)
  await app.call('POST /admin/competitions/:competition/stages/:code/tracks/allocation', {
    token,
    params: stage.place,
    body: { fingerprint },
  })
  expect(await waits()).toEqual({ waits_since: hours(11) })
  expect(await stage.own(await withNewSession(app, person))).toMatchObject({
    status: 'wait',
    reason: 'Трек «Трек city» ждёт одобрения',
  })
})

test('KO-15 an organiser moves a person after seeing what will be lost; the person reads why, the audit keeps the move, the place counts', async () => {
  const stage = await aChoice([{ code: 'city' }, { code: 'village', limit: 1 }])
  const [person, other] = [await stage.person(), await stage.person()]
  await stage.choose(person, 'city')
  await app.call('PUT /user/stages/:stage_id/draft', {
    token: person.token,
    params: { stage_id: stage.stageIds.city },
    body: { data: { text: 'Город' } },
  })
  const { token, id: actor } = await anOrganiser()
  const params = { ...stage.place, test_id: person.testId }
  const preview = await app.call('GET /admin/competitions/:competition/stages/:code/tracks/people/:test_id', {
    token,
    params,
    query: { to: 'village' },
  })
  expect(preview.body).toMatchObject({
    ...{ from: 'city', to: 'Трек village', fits: true, left: 1 },
    vanish: [{ title: 'Эссе о городе', kept: 'draft' }],
    appear: [{ title: 'Эссе о селе', kept: 'nothing' }],
  })
  const move = (from: string | null, to = 'village', test_id = person.testId) =>
    app.call('PUT /admin/competitions/:competition/stages/:code/tracks/people/:test_id', {
      token,
      params: { ...params, test_id },
      body: { from, to, reason: 'Живёт в селе' },
    })
  expect(await move('village')).toMatchObject({ body: { code: 'track_changed' } })
  expect(await move('city', 'common')).toMatchObject({ body: { code: 'unknown_track' } })
  const twice = await Promise.all([move('city'), move('city')])
  expect(twice.map(({ status }) => status).toSorted()).toEqual([204, 409])
  expect(await stage.trackOf(person)).toBe('village')
  expect(await told(person)).toEqual([
    expect.stringMatching(
      /Вас перевели в трек «Трек village».*Причина: Живёт в селе[\s\S]*Скроется этап «Эссе о городе» \(черновик сохранится\)/,
    ),
  ])
  const acts = await app.db
    .selectFrom('audit')
    .select('detail')
    .where('actor_id', '=', actor)
    .where('action', '=', 'track_person_moved')
    .execute()
  expect(acts).toHaveLength(1)
  // A reason may name people, and the audit is never erased, so the reason is in the history of the person.
  expect(JSON.stringify(acts)).not.toContain('Живёт в селе')
  const kept = app.db
    .selectFrom('participant_acts')
    .select(['act', 'reason'])
    .where('competition_code', '=', stage.place.competition)
  expect(await kept.execute()).toEqual([{ act: 'moved', reason: 'Живёт в селе' }])
  expect(await move(null, 'village', other.testId)).toMatchObject({ body: { code: 'track_full' } })
  const stranger = await anAccount(app)
  expect(await move(null, 'village', stranger.testId)).toMatchObject({ body: { code: 'user_not_found' } })
  const list = await app.call('GET /admin/competitions/:competition/stages/:code/tracks/people', {
    token,
    params: stage.place,
    query: { track: 'village' },
  })
  expect(list.body).toMatchObject({
    count: 1,
    people: [{ test_id: person.testId, track: 'village', way: 'organiser', wishes: ['Трек city'] }],
  })
  const overview = await app.call('GET /admin/competitions/:competition/stages/:code/tracks', {
    token,
    params: stage.place,
  })
  expect(overview.body).toMatchObject({
    undecided: 1,
    tracks: [
      { given: 0, first: 1 },
      { given: 1, limit: 1 },
    ],
  })
})

test('KE-15 R-85 a captain chooses for the team: tracks with places for all that suit all; later members follow, and members cannot choose on their own', async () => {
  const stage = await aChoice(
    [
      { code: 'city', limit: 3 },
      { code: 'village', limit: 1 },
    ],
    { whose: 'team' },
  )
  const [captain, mate, late] = [await stage.person(), await stage.person(), await stage.person()]
  await stage.choose(mate, 'village')
  const { id: team } = await app.db
    .insertInto('formed_teams')
    .values({
      stage_id: stage.stageIds.teams,
      competition_code: stage.code,
      name: 'Вместе',
      name_key: 'вместе',
      created_at: start,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  const join = ({ id }: { id: number }, role: 'captain' | 'member') =>
    app.db
      .insertInto('formed_team_members')
      .values({
        team_id: team,
        stage_id: stage.stageIds.teams,
        account_id: id,
        role,
        state: 'active',
        since: app.clock.now(),
      })
      .execute()
  await join(captain, 'captain')
  await join(mate, 'member')
  expect((await stage.choose(mate, 'city')).body).toMatchObject({ code: 'track_of_captain' })
  expect(await stage.page(mate)).toMatchObject({ may_change: false, captain: { me: false } })
  expect(await stage.page(captain)).toMatchObject({ captain: { me: true, mates: 1 } })
  expect((await stage.choose(captain, 'village')).body.code).toBe('track_full')
  expect((await stage.choose(captain, 'city')).body.status).toBe('success')
  expect([await stage.trackOf(captain), await stage.trackOf(mate)]).toEqual(['city', 'city'])
  expect((await stage.own(mate)).status).toBe('success')
  // Whoever chooses again and again tells the team once.
  for (let time = 0; time < 3; time++) expect((await stage.choose(captain, 'city')).status).toBe(200)
  await app.work('tell_of_track')
  expect(await told(mate)).toEqual([expect.stringContaining('Капитан выбрал трек для команды')])
  expect((await stage.page(captain)).tracks.map(({ left }) => left)).toEqual([3 - 2, 1])
  await join(late, 'member')
  await settleTracks(app.services)
  expect(await stage.trackOf(late)).toBe('city')
  // The track is full: a new member is notified once, and gets the first place that becomes free.
  const last = await stage.person()
  await join(last, 'member')
  for (let time = 0; time < 2; time++) await settleTracks(app.services)
  await app.work('tell_of_track')
  expect(await told(last)).toEqual([expect.stringContaining('В треке вашей команды нет мест')])
  await app.db.deleteFrom('formed_team_members').where('account_id', '=', late.id).execute()
  await app.db.deleteFrom('track_places').where('account_id', '=', late.id).execute()
  await settleTracks(app.services)
  expect(await stage.trackOf(last)).toBe('city')
})

test('KE-15 where everybody chooses alone, a team in different tracks is shown a warning', async () => {
  const stage = await aChoice([{ code: 'city' }, { code: 'village' }])
  const [one, two] = [await stage.person(), await stage.person()]
  const { id: team } = await app.db
    .insertInto('formed_teams')
    .values({
      stage_id: stage.stageIds.teams,
      competition_code: stage.code,
      name: 'Врозь',
      name_key: 'врозь',
      created_at: start,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [person, role] of [
    [one, 'captain'],
    [two, 'member'],
  ] as const)
    await app.db
      .insertInto('formed_team_members')
      .values({
        team_id: team,
        stage_id: stage.stageIds.teams,
        account_id: person.id,
        role,
        state: 'active',
        since: start,
      })
      .execute()
  await stage.choose(one, 'city')
  expect(await stage.page(two)).toMatchObject({ apart: false, tracks: [{ mates: 1 }, { mates: 0 }] })
  await stage.choose(two, 'village')
  expect((await stage.page(two)).apart).toBe(true)
})

test('KE-15 a track is added later: everybody is notified, the choice and the later stages stay open longer, choices stay', async () => {
  const stage = await aChoice([{ code: 'city' }])
  const person = await stage.person()
  await stage.choose(person, 'city')
  const { token } = await anOrganiser()
  const add = (code: string) =>
    app.call('POST /admin/competitions/:competition/tracks', {
      token,
      params: { competition: stage.code },
      body: { code, title: 'Наука', description: '' },
    })
  expect((await add('science')).status).toBe(204)
  expect(await add('science')).toMatchObject({ body: { code: 'track_taken' } })
  expect(await add('login')).toMatchObject({ body: { code: 'track_taken' } })
  const news = (track: string, closes_at: string) =>
    app.call('POST /admin/competitions/:competition/stages/:code/tracks/news', {
      token,
      params: stage.place,
      body: { track, closes_at, later_too: true },
    })
  expect((await news('science', '2026-11-23 22:00')).body.code).toBe('unknown_track')
  const settings = {
    tracks: ['city', 'science'].map((code) => ({ code, limit: 0, letter: false, gate: null })),
    max: 1,
  }
  await app.db
    .updateTable('stages')
    .set({ settings: JSON.stringify(settings) })
    .where('id', '=', stage.stageIds.choice)
    .execute()
  await app.heard()
  expect((await news('science', '2026-11-21 13:00')).body).toMatchObject({ code: 'form_invalid' })
  expect((await news('science', '2026-11-23 22:00')).body).toEqual({ told: 1, extended: 3 })
  await app.work('tell_of_track')
  expect((await told(person)).at(-1)).toContain('Новый трек: «Наука»')
  app.clock.set(hours(50))
  await app.heard()
  const later = await withNewSession(app, person)
  expect(await stage.trackOf(person)).toBe('city')
  expect(await stage.own(later, stage.stageIds.city)).toMatchObject({ end_date: '2026-11-24 18:00:00' })
  expect((await stage.choose(later, 'science')).body.status).toBe('success')
})

test('contradictory settings are named before the stage opens', async () => {
  const stage = await aChoice(
    [{ code: 'city', gate: { all: [{ stage: 'nowhere', outcome: 'passed' }] } }, { code: 'nowhere' }],
    {
      ...{ max: 3, mode: 'by_score', default_track: 'city', open_track: 'city' },
    },
  )
  const { token } = await anOrganiser()
  const { checklist } = (
    await app.call('GET /admin/competitions/:competition/stages/:code', { token, params: stage.place })
  ).body
  const words = checklist
    .filter(({ level }) => level === 'red')
    .map(({ text }) => text)
    .join(' | ')
  for (const part of [
    'Трека «nowhere»',
    'больше треков',
    'по баллам которого',
    'не выбрал',
    'другие не подходят',
    'назван этап',
  ])
    expect(words).toContain(part)
  const stranger = await anAccount(app, { isDemo: true, flags: ['faq'] })
  const other = await sessionOf(app, stranger)
  expect(
    (
      await app.call('GET /admin/competitions/:competition/stages/:code/tracks', {
        token: other.token,
        params: stage.place,
      })
    ).status,
  ).toBe(403)
})

test('a team member with another track follows the team, and counts among its places', async () => {
  const stage = await aChoice([{ code: 'city', limit: 2 }, { code: 'village' }], {
    ...{ mode: 'by_score', score_of: 'test', max: 2, whose: 'team' },
  })
  const teams = [
    [await stage.person(), await stage.person(), await stage.person()],
    [await stage.person(), await stage.person()],
  ] as const
  for (const [at, people] of teams.entries()) {
    const { id } = await app.db
      .insertInto('formed_teams')
      .values({
        ...{ stage_id: stage.stageIds.teams, competition_code: stage.code, created_at: start },
        ...{ name: `Место есть ${at}`, name_key: `место есть ${at}` },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('formed_team_members')
      .values(
        people.map((person, place) => ({
          ...{ team_id: id, stage_id: stage.stageIds.teams, state: 'active' as const, since: start },
          ...{ account_id: person.id, role: place === 0 ? ('captain' as const) : ('member' as const) },
        })),
      )
      .execute()
    await app.heard()
    expect((await stage.choose(people[0], 'city', 'village')).status).toBe(200)
    // The last member of each team already had a place.
    const last = people.at(-1) as Person
    await app.db
      .insertInto('track_places')
      .values({
        ...{ stage_id: stage.params.stage_id, account_id: last.id, way: 'default' as const, since: start },
        track_code: at === 0 ? 'village' : 'city',
      })
      .execute()
    await app.db
      .updateTable('stage_facts')
      .set({ passed_at: start })
      .where('account_id', '=', last.id)
      .where('stage_id', '=', stage.params.stage_id)
      .execute()
    await stage.score(people[0], at === 0 ? 90 : 10)
  }
  await app.heard()
  app.clock.set(hours(11))
  const { token } = await (await anOrganiser()).login()
  const { fingerprint } = await giveOut(stage, token)
  const given = await app.call('POST /admin/competitions/:competition/stages/:code/tracks/allocation', {
    ...{ token, params: stage.place, body: { fingerprint } },
  })
  expect(given.body).toMatchObject({ unplaced: 0 })
  // Three people do not fit into two places of which one is taken; the two of the other team do, because one already
  // has a place there.
  expect(await Promise.all(teams[0].map(stage.trackOf))).toEqual(['village', 'village', 'village'])
  expect(await Promise.all(teams[1].map(stage.trackOf))).toEqual(['city', 'city'])
})

test('a member with another track follows the team and is listed in the preview; a disqualified member takes no place', async () => {
  const stage = await aChoice([{ code: 'city', limit: 2 }, { code: 'village' }], {
    ...{ mode: 'by_priority', max: 2, whose: 'team' },
  })
  const people = [await stage.person(), await stage.person(), await stage.person()] as const
  const [captain, seated, out] = people
  const { id } = await app.db
    .insertInto('formed_teams')
    .values({
      ...{ stage_id: stage.stageIds.teams, competition_code: stage.code, created_at: start },
      ...{ name: 'Идут вместе', name_key: 'идут вместе' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('formed_team_members')
    .values(
      people.map((person) => ({
        ...{ team_id: id, stage_id: stage.stageIds.teams, state: 'active' as const, since: start },
        ...{ account_id: person.id, role: person === captain ? ('captain' as const) : ('member' as const) },
      })),
    )
    .execute()
  await app.heard()
  expect((await stage.choose(captain, 'city')).status).toBe(200)
  const stageId = stage.params.stage_id
  for (const mate of [seated, out]) {
    await app.db
      .insertInto('track_places')
      .values({ stage_id: stageId, account_id: mate.id, way: 'default', since: start, track_code: 'village' })
      .execute()
    await app.db
      .updateTable('stage_facts')
      .set({ passed_at: start })
      .where('account_id', '=', mate.id)
      .where('stage_id', '=', stageId)
      .execute()
  }
  await app.db.updateTable('participations').set({ disqualified_at: start }).where('account_id', '=', out.id).execute()
  await app.heard()
  app.clock.set(hours(11))
  const { token } = await (await anOrganiser()).login()
  const preview = await giveOut(stage, token)
  expect(preview).toMatchObject({
    ...{ count: 1, unplaced: 0, moved: 1 },
    moves: [{ test_id: seated.testId, from: 'Трек village', to: 'Трек city' }],
  })
  const call = { token, params: stage.place, body: { fingerprint: preview.fingerprint } }
  await app.call('POST /admin/competitions/:competition/stages/:code/tracks/allocation', call)
  expect(await Promise.all([captain, seated].map(stage.trackOf))).toEqual(['city', 'city'])
  const left = await app.db.selectFrom('track_places').select('track_code').where('account_id', '=', out.id).execute()
  expect(left).toEqual([{ track_code: 'village' }])
})
