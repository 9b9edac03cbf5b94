import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepDocument, readDocument } from '#server/accounts/registration/personal-documents.ts'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { jobTasks } from '#server/jobs.ts'
import { enrol } from '#server/seasons/competitions/enrol.ts'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { aRegistration } from '#server/testing/a-registration.ts'
import { anAccount, logIn, rightPassword, sessionOf } from '#server/testing/an-account.ts'
import { differences, everyRow, twoOrganisers } from '#server/testing/merge-steps.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { columnFates } from './what-moves.ts'

let app: TestApp
let organiser: string
let organisers: Awaited<ReturnType<typeof twoOrganisers>>
const now = new Date('2026-12-01T12:00:00+03:00')

beforeAll(async () => {
  app = await testApp({ remembers: true })
  await loadDictionaries(app.db)
  app.clock.set(now)
  organisers = await twoOrganisers(app)
  organiser = await organisers.token(0)
})
afterAll(() => app.close())

const essay = { type: 'essay', settings: { task: 'О решении', min_words: 1, max_words: 500 } }
const aSeason = (more = {}) => aCompetition(app.db, { essay, other: essay }, more)
let pairs = 0
type Person = Awaited<ReturnType<typeof anAccount>>

/** Two accounts with one name and birthday, both in the competition unless said otherwise. */
async function aPair(code: string, { both = true } = {}): Promise<[Person, Person]> {
  const [one, two] = [await anAccount(app), await anAccount(app)]
  // No other test uses this birthday.
  pairs += 1
  const birth_date = `${1900 + pairs}-02-03`
  const who = { last_name: 'Дубова', first_name: 'Алёна', birth_date }
  await app.db.updateTable('accounts').set(who).where('id', '=', one.id).execute()
  await app.db
    .updateTable('accounts')
    .set({ ...who, first_name: 'Алена' })
    .where('id', '=', two.id)
    .execute()
  await takesPart(app.db, one.id, code, 'main', now)
  if (both) await takesPart(app.db, two.id, code, 'main', now)
  return [one, two]
}

const board = async (competition: string, token = organiser, query: { apart?: '1' } = {}) => {
  const { body } = await app.call('GET /admin/competitions/:competition/duplicates', {
    token,
    params: { competition },
    query,
  })
  return body.pairs.map(({ people, signs }) => ({ ids: people.map(({ test_id }) => test_id), signs }))
}
const pair = (competition: string, kept: Person, merged: Person) => ({
  competition,
  test_id: kept.testId,
  other_id: merged.testId,
})
const compare = (competition: string, kept: Person, merged: Person, token = organiser) =>
  app.call('GET /admin/competitions/:competition/duplicates/:test_id/:other_id', {
    token,
    params: pair(competition, kept, merged),
  })
const merge = (
  competition: string,
  kept: Person,
  merged: Person,
  choices: { key: string; stands: 'kept' | 'merged' }[] = [],
) => organisers.merge(pair(competition, kept, merged), { choices, reason: 'Сам попросил в письме' })

/** What differs from `before` once the merge that answered so has been undone. */
async function leftAfterUndoing(code: string, { body }: Awaited<ReturnType<typeof merge>>, before: Rows) {
  expect((await organisers.stop(code, body.act_id)).status).toBe(204)
  return differences(before, await everyRow(app.db))
}
type Rows = Awaited<ReturnType<typeof everyRow>>

async function handsIn(person: Person, stageId: number, text: string) {
  await app.db
    .insertInto('stage_facts')
    .values({ account_id: person.id, stage_id: stageId, started_at: now, submitted_at: now })
    .execute()
  await app.db
    .insertInto('hand_ins')
    .values({
      ...{ account_id: person.id, stage_id: stageId, revision: 1, arrived_at: now },
      ...{ data: JSON.stringify({ text }), form_version: 1, receipt_number: `${stageId}-${person.id}` },
    })
    .execute()
  // A trigger makes the work of the hand-in.
  const work = await app.db
    .selectFrom('works')
    .select('id')
    .where('stage_id', '=', stageId)
    .where('account_id', '=', person.id)
    .executeTakeFirstOrThrow()
  return work.id
}
const textsAt = async (person: Person, stageId: number) =>
  (
    await app.db
      .selectFrom('hand_ins')
      .select(sql<string>`data ->> 'text'`.as('text'))
      .where('account_id', '=', person.id)
      .where('stage_id', '=', stageId)
      .orderBy('id')
      .execute()
  ).map(({ text }) => text)

test('every table with rows of a person has a rule for the merging of accounts', async () => {
  const { rows } = await sql<{ place: string }>`
    select c.conrelid::regclass::text || '.' || a.attname as place from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'accounts'::regclass and c.confdeltype = 'c'`.execute(app.db)
  expect(Object.keys(columnFates).sort()).toEqual(rows.map(({ place }) => place).sort())
})

test('accounts with the same name and birthday, or with a former phone of the other, are a pair until marked as different people', async () => {
  const { code } = await aSeason()
  const [one, two] = await aPair(code, { both: false })
  const three = await anAccount(app)
  await takesPart(app.db, three.id, code, 'main', now)
  await app.db
    .insertInto('former_phones')
    .values({ account_id: three.id, phone: one.phone ?? '', until: now })
    .execute()
  const stranger = await anAccount(app)
  await takesPart(app.db, stranger.id, code, 'main', now)
  expect(await board(code)).toEqual([
    { ids: [one.testId, three.testId], signs: ['phone'] },
    { ids: [one.testId, two.testId], signs: ['name'] },
  ])
  const told = await app.call('PUT /admin/competitions/:competition/duplicates/:test_id/:other_id/apart', {
    token: organiser,
    params: pair(code, two, one),
    body: { reason: 'Близнецы из Омска' },
  })
  expect(told.body.apart?.reason).toBe('Близнецы из Омска')
  expect(await board(code)).toEqual([{ ids: [one.testId, three.testId], signs: ['phone'] }])
  expect(await board(code, organiser, { apart: '1' })).toEqual([{ ids: [one.testId, two.testId], signs: ['name'] }])
  await app.call('DELETE /admin/competitions/:competition/duplicates/:test_id/:other_id/apart', {
    token: organiser,
    params: pair(code, one, two),
  })
  expect(await board(code)).toHaveLength(2)
})

test('KO-01 an application with the document of another account is refused, and the two accounts are on the board', async () => {
  const { stageId } = await aRegistration(app.db, { code: 'same_documents' })
  await app.heard()
  const [one, two] = [await anAccount(app), await anAccount(app)]
  await app.db
    .transaction()
    .execute((tx) => keepDocument(tx, app.services.config, one.id, { kind: 'passport', value: '4511223344' }))
  await takesPart(app.db, one.id, 'same_documents', 'business', now)
  const { token } = await sessionOf(app, two)
  const apply = () =>
    app.call('POST /user/registration/:stage_id', {
      token,
      params: { stage_id: stageId },
      body: {
        data: { last_name: 'Ель', first_name: 'Ада', birth_date: '1990-05-01', reg_passport: '4511223344' },
        consents: [{ code: 'personal_data', version: 2 }],
      },
    })
  for (const { body } of [await apply(), await apply()])
    expect([body.code, (body as { fields?: object }).fields]).toEqual(['passport_exists', undefined])
  expect(await board('same_documents')).toEqual([{ ids: [one.testId, two.testId], signs: ['passport'] }])
  expect((await compare('same_documents', one, two)).body.signs).toEqual(['passport'])
})

test('an organiser of one competition sees no pair with an account that takes part in another', async () => {
  const [here, there] = [await aSeason(), await aSeason()]
  const [one, two] = await aPair(here.code)
  const helper = await anAccount(app, { isDemo: true })
  await app.db
    .insertInto('admin_flags')
    .values({ account_id: helper.id, flag: 'participants', competition_code: here.code })
    .execute()
  const { token } = await sessionOf(app, helper)
  expect(await board(here.code, token)).toHaveLength(1)
  await takesPart(app.db, two.id, there.code, 'main', now)
  expect(await board(here.code, token)).toEqual([])
  expect((await compare(here.code, one, two, token)).body.code).toBe('user_not_found')
  // Nor an account that takes part nowhere; an organiser of all competitions sees it.
  const outsider = await anAccount(app)
  expect((await compare(here.code, one, outsider, token)).body.code).toBe('user_not_found')
  expect((await compare(here.code, one, outsider)).status).toBe(200)
  expect((await compare(there.code, outsider, one)).body.code).toBe('user_not_found')
  expect(await board(here.code)).toHaveLength(1)
})

test('everything of the second account goes to the first, both logins lead there, and both addresses get a letter', async () => {
  const { code, stageIds } = await aSeason()
  const elsewhere = await aSeason()
  const [kept, merged] = await aPair(code)
  await takesPart(app.db, merged.id, elsewhere.code, 'main', now)
  await app.db
    .updateTable('participations')
    .set({ tags: ['гость'] })
    .where('account_id', '=', merged.id)
    .execute()
  await handsIn(merged, stageIds.essay, 'Моя работа')
  await app.db
    .transaction()
    .execute((tx) => keepDocument(tx, app.services.config, merged.id, { kind: 'snils', value: '11223344595' }))
  await app.db
    .insertInto('notifications')
    .values({ account_id: merged.id, title: 'Давнее', text: 'Было', created_at: now })
    .execute()
  const before = await sessionOf(app, merged)

  const seen = await compare(code, kept, merged)
  expect(seen.body.conflicts).toEqual([])
  expect(seen.body.obstacles).toEqual([])
  expect(seen.body.moves).toContainEqual({ title: 'Сданные работы', count: 1 })
  expect(await textsAt(merged, stageIds.essay)).toEqual(['Моя работа'])

  expect((await merge(code, kept, merged)).status).toBe(200)
  expect(await textsAt(kept, stageIds.essay)).toEqual(['Моя работа'])
  expect(await readDocument(app.db, app.services.config, kept.id, 'snils')).toBe('11223344595')
  const parts = await app.db
    .selectFrom('participations')
    .select(['account_id', 'competition_code', 'tags'])
    .where('account_id', 'in', [kept.id, merged.id])
    .orderBy('competition_code')
    .execute()
  expect(parts.map(({ account_id, tags }) => [account_id, tags])).toEqual([
    [kept.id, ['гость']],
    [kept.id, ['гость']],
  ])
  await app.heard()
  expect((await app.call('GET /user/profile', { token: before.token })).status).toBe(401)
  // As long as it can be undone, nobody enters the first account by the login of the second.
  const enter = (username: string) => app.call('POST /auth/login', { body: { username, password: rightPassword } })
  expect([(await enter(merged.email)).status, (await enter(merged.phone ?? '')).status]).toEqual([401, 401])
  app.clock.advance(8 * 24 * 3_600_000)
  await app.work('settle_identity_act')
  app.clock.set(now)
  for (const username of [merged.email, merged.phone ?? '', kept.email]) {
    const { token } = await logIn(app, { email: username }, rightPassword)
    expect((await app.call('GET /user/profile', { token })).body).toMatchObject({ email: kept.email })
  }
  const letters = await app.db
    .selectFrom('outbox')
    .select('recipient')
    .where('subject', '=', 'Ваши учётные записи объединены')
    .where('recipient', 'in', [kept.email, merged.email])
    .orderBy('recipient')
    .execute()
  expect(letters.map(({ recipient }) => recipient)).toEqual([kept.email, merged.email].sort())
  const audited = await app.db
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', 'accounts_merged')
    .where('subject', '=', `account:${kept.id}`)
    .execute()
  expect(audited.map(({ detail }) => (detail as { competition: string }).competition).sort()).toEqual(
    [code, elsewhere.code].sort(),
  )
  expect(JSON.stringify(audited)).not.toContain('попросил')
  const page = await app.call('GET /admin/competitions/:competition/participants/:test_id', {
    token: organiser,
    params: { competition: code, test_id: kept.testId },
  })
  expect(page.body.history[0]).toMatchObject({
    text: `Присоединена другая учётная запись: ID ${merged.testId}`,
    note: 'Сам попросил в письме',
  })
  const again = await merge(code, kept, merged)
  expect([again.status, again.text]).toEqual([404, expect.stringContaining('user_not_found')])
  expect(await board(code)).toEqual([])
})

test('R-79 at a stage where both have worked the organiser chooses the work that counts; the other is set aside and stays readable', async () => {
  const { code, stageIds } = await aSeason()
  const [kept, merged] = await aPair(code)
  await handsIn(kept, stageIds.essay, 'Первая')
  await handsIn(merged, stageIds.essay, 'Вторая')
  await handsIn(kept, stageIds.other, 'Третья')
  await handsIn(merged, stageIds.other, 'Четвёртая')
  const { conflicts } = (await compare(code, kept, merged)).body
  expect(conflicts.map(({ key }) => key)).toEqual([`${code}/essay`, `${code}/other`])
  const choices = [{ key: `${code}/essay`, stands: 'merged' as const }]
  const refused = await merge(code, kept, merged, choices)
  expect([refused.status, refused.body.code]).toEqual([409, 'merge_choice_missing'])
  expect(await textsAt(merged, stageIds.essay)).toEqual(['Вторая'])
  const before = await everyRow(app.db)
  const done = await merge(code, kept, merged, [...choices, { key: `${code}/other`, stands: 'kept' }])
  expect(done.status).toBe(200)
  expect(await textsAt(kept, stageIds.essay)).toEqual(['Вторая'])
  expect(await textsAt(kept, stageIds.other)).toEqual(['Третья'])
  expect(await textsAt(merged, stageIds.other)).toEqual([])
  const { set_aside } = await app.db
    .selectFrom('account_merges')
    .select('set_aside')
    .where('merged_id', '=', merged.id)
    .executeTakeFirstOrThrow()
  expect(set_aside.hand_ins).toHaveLength(2)
  expect(set_aside.works).toHaveLength(2)
  expect(JSON.stringify(set_aside)).toContain('Первая')
  expect(JSON.stringify(set_aside)).toContain('Четвёртая')
  expect(await leftAfterUndoing(code, done, before)).toEqual([])
})

test('a work that an expert has read cannot be set aside; the other work can', async () => {
  const { code, stageIds } = await aSeason()
  const [kept, merged] = await aPair(code)
  const read = await handsIn(merged, stageIds.essay, 'Прочитана')
  await handsIn(kept, stageIds.essay, 'Не прочитана')
  const judge = await anAccount(app)
  await app.db.insertInto('readings').values({ work_id: read, judge_id: judge.id, assigned_at: now }).execute()
  const refused = await merge(code, kept, merged, [{ key: `${code}/essay`, stands: 'kept' }])
  expect([refused.body.code, refused.text.includes('работа других людей')]).toEqual(['merge_impossible', true])
  expect((await merge(code, kept, merged, [{ key: `${code}/essay`, stands: 'merged' }])).status).toBe(200)
  expect(await textsAt(kept, stageIds.essay)).toEqual(['Прочитана'])
  const { count } = await app.db
    .selectFrom('readings')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('work_id', '=', read)
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(1)
})

test('R-79 a disqualification and the status of a finalist are kept, and of two tracks the organiser chooses one', async () => {
  const { code } = await aSeason({ tracks: ['main', 'second'] })
  const [kept, merged] = await aPair(code, { both: false })
  await app.db
    .transaction()
    .execute((tx) =>
      enrol(tx, { accountId: merged.id, competitionCode: code, door: 'participant', trackCode: 'second', now }),
    )
  await app.db
    .updateTable('participations')
    .set({ disqualified_at: now, infoblock_title: 'Отстранён', infoblock_text: 'Списал', finalist_at: now })
    .where('account_id', '=', merged.id)
    .execute()
  expect((await merge(code, kept, merged)).body.code).toBe('merge_choice_missing')
  const before = await everyRow(app.db)
  const done = await merge(code, kept, merged, [{ key: code, stands: 'merged' }])
  expect(done.status).toBe(200)
  const stays = await app.db
    .selectFrom('participations')
    .select(['track_code', 'disqualified_at', 'finalist_at', 'infoblock_text'])
    .where('account_id', '=', kept.id)
    .executeTakeFirstOrThrow()
  expect(stays).toEqual({ track_code: 'second', disqualified_at: now, finalist_at: now, infoblock_text: 'Списал' })
  expect(await leftAfterUndoing(code, done, before)).toEqual([])
})

const decideAll = (code: string, stands: 'kept' | 'merged', ...stages: string[]) =>
  stages.map((each) => ({ key: each === '' ? code : `${code}/${each}`, stands }))

test('R-79 when both have booked the same event, one place stays and the other goes to the next in line', async () => {
  const { code, stageIds } = await aCompetition(app.db, {
    meeting: { type: 'event', settings: { success: 'booking', waiting: true } },
  })
  const [kept, merged] = await aPair(code)
  const anEventOf = async (stage_id: number | null) => {
    const { id: event_id } = await app.db
      .insertInto('offline_events')
      .values({ competition_code: code, stage_id, title: 'Встреча', address: 'Москва', published: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    const slots = await app.db
      .insertInto('offline_event_slots')
      .values(
        [5, 6].map((days) => ({ event_id, start_time: new Date(now.getTime() + days * 86_400_000), capacity: 1 })),
      )
      .returning('id')
      .execute()
    return { event_id, slots: slots.map(({ id }) => id) }
  }
  const books = async (person: Person, event_id: number, slot_id: number, state: 'confirmed' | 'waiting') => {
    await app.db
      .insertInto('slot_bookings')
      .values({
        event_id,
        slot_id,
        account_id: person.id,
        state,
        booked_at: now,
        queued_at: state === 'waiting' ? now : null,
      })
      .execute()
    if (state === 'confirmed')
      await app.db.updateTable('offline_event_slots').set({ taken: 1 }).where('id', '=', slot_id).execute()
  }
  const places = async ({ event_id }: { event_id: number }) => ({
    bookings: await app.db
      .selectFrom('slot_bookings')
      .select(['account_id', 'slot_id', 'state'])
      .where('event_id', '=', event_id)
      .execute(),
    taken: (
      await app.db
        .selectFrom('offline_event_slots')
        .select('taken')
        .where('event_id', '=', event_id)
        .orderBy('id')
        .execute()
    ).map(({ taken }) => taken),
  })
  const ofStage = await anEventOf(stageIds.meeting)
  const free = await anEventOf(null)
  for (const { event_id, slots } of [ofStage, free]) {
    await books(kept, event_id, slots[0] ?? 0, ofStage.event_id === event_id ? 'confirmed' : 'waiting')
    await books(merged, event_id, slots[1] ?? 0, 'confirmed')
  }
  expect((await merge(code, kept, merged)).body.code).toBe('merge_choice_missing')
  const before = await everyRow(app.db)
  const done = await merge(code, kept, merged, decideAll(code, 'merged', 'meeting'))
  expect(done.status).toBe(200)
  // At a stage the organiser chooses; at other events a place comes before a wait for one.
  for (const event of [ofStage, free])
    expect(await places(event)).toEqual({
      bookings: [{ account_id: kept.id, slot_id: event.slots[1], state: 'confirmed' }],
      taken: [0, 1],
    })
  const facts = await app.db
    .selectFrom('stage_facts')
    .select(['account_id', 'submitted_at', 'passed_at'])
    .where('stage_id', '=', stageIds.meeting)
    .where('account_id', '=', kept.id)
    .execute()
  expect(facts).toEqual([{ account_id: kept.id, submitted_at: now, passed_at: now }])
  expect(await leftAfterUndoing(code, done, before)).toEqual([])
})

test('R-79 when both have a place in a track, one place stays and decides the track, and the other becomes free', async () => {
  const { code, stageIds } = await aCompetition(
    app.db,
    { choice: { type: 'choose_tracks', settings: { tracks: [{ code: 'main' }, { code: 'second' }] } } },
    { tracks: ['main', 'second'] },
  )
  const [kept, merged] = await aPair(code)
  const stage_id = stageIds.choice
  for (const [{ id: account_id }, track_code] of [
    [kept, 'main'],
    [merged, 'second'],
  ] as const) {
    await app.db.insertInto('stage_facts').values({ account_id, stage_id, started_at: now, passed_at: now }).execute()
    await app.db
      .insertInto('track_places')
      .values({ account_id, stage_id, track_code, way: 'choice', since: now })
      .execute()
  }
  // The organiser has chosen another track than that of the place: the place decides.
  const choices = [...decideAll(code, 'kept', 'choice'), ...decideAll(code, 'merged', '')]
  const before = await everyRow(app.db)
  const done = await merge(code, kept, merged, choices)
  expect(done.status).toBe(200)
  const places = app.db.selectFrom('track_places').select(['account_id', 'track_code']).where('stage_id', '=', stage_id)
  expect(await places.execute()).toEqual([{ account_id: kept.id, track_code: 'main' }])
  const tracks = app.db
    .selectFrom('participations')
    .select(['account_id', 'track_code'])
    .where('competition_code', '=', code)
  expect(await tracks.execute()).toEqual([{ account_id: kept.id, track_code: 'main' }])
  expect(await leftAfterUndoing(code, done, before)).toEqual([])
})

test('R-79 when both work with the same mentor, the mentor gets a place back; two accounts that are both in teams are not merged', async () => {
  const { code, stageIds } = await aCompetition(app.db, {
    choice: { type: 'mentor_choice', settings: { min_mentors: 1, max_mentors: 3 } },
    teams: { type: 'teams_forming', settings: { size_min: 2, size_max: 5 } },
  })
  const [kept, merged] = await aPair(code)
  const mentor = await anAccount(app)
  const stage_id = stageIds.choice
  for (const { id: account_id } of [kept, merged]) {
    await app.db.insertInto('stage_facts').values({ account_id, stage_id, started_at: now, passed_at: now }).execute()
    await app.db
      .insertInto('mentor_choices')
      .values({ account_id, stage_id, mentor_id: mentor.id, rank: 1, chosen_at: now, status: 'accepted' })
      .execute()
  }
  const teams = await app.db
    .insertInto('formed_teams')
    .values(
      ['Первые', 'Вторые'].map((name) => ({
        ...{ stage_id: stageIds.teams, competition_code: code, name, name_key: `${code} ${name}`, created_at: now },
      })),
    )
    .returning('id')
    .execute()
  await app.db
    .insertInto('formed_team_members')
    .values(
      [kept, merged].map(({ id: account_id }, at) => ({
        ...{ team_id: teams[at]?.id ?? 0, stage_id: stageIds.teams, account_id, state: 'active' as const, since: now },
      })),
    )
    .execute()
  const choices = [...decideAll(code, 'kept', 'choice'), ...decideAll(code, 'merged', 'teams')]
  const refused = await merge(code, kept, merged, choices)
  expect([refused.body.code, refused.text.includes('команда')]).toEqual(['merge_impossible', true])
  await app.db.updateTable('formed_team_members').set({ state: 'left' }).where('account_id', '=', kept.id).execute()
  const before = await everyRow(app.db)
  const again = await merge(code, kept, merged, choices)
  expect([again.status, again.text]).toEqual([200, expect.anything()])
  const working = app.db
    .selectFrom('mentor_choices')
    .select(['account_id', 'status'])
    .where('mentor_id', '=', mentor.id)
  expect(await working.execute()).toEqual([{ account_id: kept.id, status: 'accepted' }])
  const members = app.db
    .selectFrom('formed_team_members')
    .select(['account_id', 'team_id'])
    .where('state', '=', 'active')
  expect(await members.where('stage_id', '=', stageIds.teams).execute()).toEqual([
    { account_id: kept.id, team_id: teams[1]?.id },
  ])
  expect(await leftAfterUndoing(code, again, before)).toEqual([])
})

test('accounts with rights or duties, with an attempt under way or soon erased are not merged', async () => {
  const { code, stageIds } = await aSeason()
  const [kept, merged] = await aPair(code)
  await app.db.insertInto('account_roles').values({ account_id: merged.id, role: 'mentor' }).execute()
  expect((await compare(code, kept, merged)).body.obstacles).toHaveLength(1)
  expect((await merge(code, kept, merged)).body.code).toBe('merge_impossible')
  await app.db.deleteFrom('account_roles').where('account_id', '=', merged.id).execute()
  await app.db
    .insertInto('stage_staff')
    .values({ account_id: kept.id, stage_id: stageIds.essay, duty: 'check', added_at: now })
    .execute()
  expect((await merge(code, kept, merged)).body.code).toBe('merge_impossible')
  await app.db.deleteFrom('stage_staff').where('account_id', '=', kept.id).execute()
  await app.db
    .insertInto('erasure_requests')
    .values({ account_id: kept.id, asked_at: now, due_at: new Date(now.getTime() + 1000) })
    .execute()
  expect((await merge(code, kept, merged)).body.code).toBe('merge_impossible')
  const { sessions } = await app.db
    .selectFrom('account_merges')
    .select(({ fn }) => fn.countAll<string>().as('sessions'))
    .where('account_id', '=', kept.id)
    .executeTakeFirstOrThrow()
  expect(Number(sessions)).toBe(0)
})

test('when two organisers propose to merge the same accounts in opposite directions at once, only one succeeds', async () => {
  const { code } = await aSeason()
  const [one, two] = await aPair(code)
  const asked = { choices: [], reason: 'Сам попросил' }
  const answers = await Promise.all([
    organisers.propose(pair(code, one, two), asked, 0),
    organisers.propose(pair(code, two, one), asked, 1),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('an account that took over another can itself be merged, and the first login still works', async () => {
  const { code } = await aSeason()
  const [one, two] = await aPair(code)
  const [three] = await aPair(code)
  const settle = async () => {
    app.clock.advance(8 * 24 * 3_600_000)
    await app.work('settle_identity_act')
    app.clock.set(now)
  }
  expect((await merge(code, two, one)).status).toBe(200)
  expect((await merge(code, three, two)).body.code).toBe('identity_act_open')
  await settle()
  const before = await everyRow(app.db)
  const again = await merge(code, three, two)
  expect(await leftAfterUndoing(code, again, before)).toEqual([])
  expect((await merge(code, three, two)).status).toBe(200)
  await settle()
  const { token } = await logIn(app, one)
  expect((await app.call('GET /user/profile', { token })).body).toMatchObject({ email: three.email })
})

test('R-57 erasing a person also erases the merged account and the letters to its address', async () => {
  const { code, stageIds } = await aSeason()
  const [kept, merged] = await aPair(code)
  await handsIn(kept, stageIds.essay, 'Одна')
  await handsIn(merged, stageIds.essay, 'Другая')
  expect((await merge(code, kept, merged, [{ key: `${code}/essay`, stands: 'kept' }])).status).toBe(200)
  await app.db.insertInto('erasure_requests').values({ account_id: kept.id, asked_at: now, due_at: now }).execute()
  const job = { id: '1', attempt: 1, lastAttempt: false }
  await jobTasks(app.services).erase_person?.({ accountId: kept.id } as never, job)
  const left = await app.db.selectFrom('accounts').select('id').where('id', 'in', [kept.id, merged.id]).execute()
  expect(left).toEqual([])
  const written = app.db.selectFrom('outbox').select('id').where('recipient', 'in', [kept.email, merged.email])
  expect(await written.execute()).toEqual([])
})
