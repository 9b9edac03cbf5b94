import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepDocument } from '#server/accounts/registration/personal-documents.ts'
import { jobTasks } from '#server/jobs.ts'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, rightPassword, sessionOf } from '#server/testing/an-account.ts'
import { actOf, differences, everyRow, twoOrganisers } from '#server/testing/merge-steps.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let app: TestApp
let code: string
let organisers: Awaited<ReturnType<typeof twoOrganisers>>
const now = new Date('2026-12-01T12:00:00+03:00')
const day = 24 * 3_600_000
type Person = Awaited<ReturnType<typeof anAccount>>

beforeAll(async () => {
  app = await testApp({ remembers: true })
  app.clock.set(now)
  organisers = await twoOrganisers(app)
  ;({ code } = await aCompetition(app.db, { essay: { type: 'essay' } }))
})
afterAll(() => app.close())

let pairs = 0
/** Two accounts in the competition: strangers, or with the given things in common. */
async function two(...common: ('name' | 'phone')[]): Promise<[Person, Person]> {
  pairs += 1
  const people: [Person, Person] = [await anAccount(app), await anAccount(app)]
  const confirmed = { email_verified_at: now, ...(common.includes('name') && nameOf(pairs)) }
  for (const { id } of people) {
    await takesPart(app.db, id, code, 'main', now)
    await app.db.updateTable('accounts').set(confirmed).where('id', '=', id).execute()
  }
  if (common.includes('phone'))
    await app.db
      .insertInto('former_phones')
      .values({ account_id: people[0].id, phone: people[1].phone ?? '', until: now })
      .execute()
  return people
}
const nameOf = (pair: number) => ({ last_name: 'Липа', first_name: 'Ада', birth_date: `${1900 + pair}-03-04` })
const params = (kept: Person, merged: Person) => ({ competition: code, test_id: kept.testId, other_id: merged.testId })
const asked = { choices: [], reason: 'Просит объединить' }
const propose = async (kept: Person, merged: Person) => {
  const { body } = await organisers.propose(params(kept, merged), asked)
  return body.act_id
}
const letters = (to: string) =>
  app.db.selectFrom('outbox').select(['subject', 'text', 'channel']).where('recipient', '=', to).orderBy('id').execute()
const linkOf = async (to: string) => {
  const found = (await letters(to)).flatMap(({ text }) => text.match(/\/stop#(\S+)/)?.[1] ?? [])
  return found.at(-1) ?? ''
}
const read = (token: string) => app.call('POST /auth/identity-act/read', { body: { token } })
const stop = (token: string) => app.call('POST /auth/identity-act/stop', { body: { token } })
const profileBy = async (person: Person) => {
  const body = { username: person.email, password: rightPassword }
  const { status, body: entered } = await app.call('POST /auth/login', { body })
  if (status !== 200) return status
  const { access_token: token } = entered as { access_token: string }
  return (await app.call('GET /user/profile', { token })).body.email
}

test('R-79 one organiser alone cannot merge two strangers: another one confirms, and neither person has lost anything before', async () => {
  const [kept, merged] = await two()
  const act = await propose(kept, merged)
  expect(await actOf(app, act)).toMatchObject({ state: 'waiting', due_at: null })
  expect([await letters(kept.email), await letters(merged.email)]).toEqual([[], []])
  await organisers.aDayLater()
  expect(await profileBy(merged)).toBe(merged.email)
  expect((await organisers.confirm(code, act, 0)).body).toMatchObject({ code: 'identity_second_person' })
  const board = await app.call('GET /admin/competitions/:competition/duplicates', {
    token: await organisers.token(1),
    params: { competition: code },
  })
  expect(board.body.merges[0]).toMatchObject({ id: act, state: 'waiting', own: false, reason: 'Просит объединить' })
  expect((await organisers.confirm(code, act)).status).toBe(204)
  expect((await organisers.confirm(code, act)).body).toMatchObject({ code: 'identity_act_over' })
  expect(await actOf(app, act)).toMatchObject({ state: 'told', confirmed_by: organisers.people[1].id })
  // Both are told a day before, at both addresses, and neither letter gives the address of the other person away.
  for (const [reader, other] of [
    [kept, merged],
    [merged, kept],
  ] as const) {
    const [letter] = await letters(reader.email)
    expect(letter?.subject).toBe('Ваши учётные записи хотят объединить')
    expect(letter?.text).toContain('02.12.2026 12:00')
    expect(letter?.text).not.toContain(other.email)
  }
  await app.work('carry_out_identity_act')
  expect(await profileBy(merged)).toBe(merged.email)
  await organisers.aDayLater()
  expect((await actOf(app, act)).state).toBe('done')
  expect([await profileBy(kept), await profileBy(merged)]).toEqual([kept.email, 401])
  for (const { email } of [kept, merged])
    expect((await letters(email)).map(({ subject }) => subject).filter((each) => !each.startsWith('Вход'))).toEqual([
      'Ваши учётные записи хотят объединить',
      'Ваши учётные записи объединены',
    ])
})

test('R-79 only what both accounts have proved makes one organiser enough: the same confirmed phone, name and birthday', async () => {
  const stateOf = async (kept: Person, merged: Person) => (await actOf(app, await propose(kept, merged))).state
  expect(await stateOf(...(await two('name', 'phone')))).toBe('told')
  expect(await stateOf(...(await two('name')))).toBe('waiting')
  expect(await stateOf(...(await two('phone')))).toBe('waiting')
  // One account alone can type a document of the other: that proves nothing.
  const [one, other] = await two('name')
  const clash = { account_id: Math.min(one.id, other.id), other_id: Math.max(one.id, other.id), at: now }
  await app.db
    .insertInto('document_clashes')
    .values({ ...clash, kind: 'snils' })
    .execute()
  expect(await stateOf(one, other)).toBe('waiting')
})

test('R-79 the link of either letter stops the merge without a login, once; the same two then need a second organiser', async () => {
  const [kept, merged] = await two('name', 'phone')
  const act = await propose(kept, merged)
  const [link, others] = [await linkOf(merged.email), await linkOf(kept.email)]
  expect((await read(link)).body).toMatchObject({ title: 'Объединение учётных записей', state: 'told' })
  expect((await stop(link)).body).toEqual({ state: 'stopped' })
  for (const token of [link, others, 'made-up']) {
    expect((await stop(token)).body).toMatchObject({ code: 'link_expired' })
    expect((await read(token)).body).toMatchObject({ code: 'link_expired' })
  }
  await organisers.aDayLater()
  expect([await profileBy(kept), await profileBy(merged)]).toEqual([kept.email, merged.email])
  expect((await letters(kept.email)).at(-1)?.subject).toBe('Учётные записи не объединят')
  const audited = await app.db
    .selectFrom('audit')
    .select(['action', 'actor_id'])
    .where('subject', '=', `account:${kept.id}`)
    .orderBy('id')
    .execute()
  expect(audited).toEqual([
    { action: 'merge_asked', actor_id: organisers.people[0].id },
    { action: 'merge_stopped', actor_id: null },
  ])
  expect((await actOf(app, act)).ended_by).toBeNull()
  expect((await actOf(app, await propose(kept, merged))).state).toBe('waiting')
})

test('R-79 for seven days after a merge the link of the first letter, too, gives everything back', async () => {
  const [kept, merged] = await two('name', 'phone')
  await app.db
    .transaction()
    .execute((tx) => keepDocument(tx, app.services.config, merged.id, { kind: 'snils', value: '11223344595' }))
  const before = await everyRow(app.db)
  await propose(kept, merged)
  const link = await linkOf(merged.email)
  await organisers.aDayLater()
  expect(await profileBy(merged)).toBe(401)
  // What the person writes meanwhile stays with the account that it was written to.
  const written = { account_id: kept.id, phone: '+79990000001', until: now }
  await app.db.insertInto('former_phones').values(written).execute()
  app.clock.set(new Date(now.getTime() + 8 * day - 1000))
  expect((await read(link)).body.state).toBe('done')
  expect((await stop(link)).body).toEqual({ state: 'undone' })
  app.clock.set(now)
  const left = differences(before, await everyRow(app.db)).filter(
    (row) => !/^(lost|new) (personal_documents|personal_keys) /.test(row),
  )
  expect(left).toEqual([expect.stringMatching(/^new former_phones .*\+79990000001/)])
  // The document is sealed anew, so only its owner can be compared.
  const owners = app.db
    .selectFrom('personal_documents')
    .select('account_id')
    .where('account_id', 'in', [kept.id, merged.id])
  expect(await owners.execute()).toEqual([{ account_id: merged.id }])
  expect([await profileBy(kept), await profileBy(merged)]).toEqual([kept.email, merged.email])
  expect((await letters(merged.email)).at(-1)?.subject).toBe('Учётные записи снова разделены')
})

test('R-79 after seven days nobody can undo a merge, what undoing needed is erased, and both logins lead to one account', async () => {
  const [kept, merged] = await two('name', 'phone')
  const act = await propose(kept, merged)
  await organisers.aDayLater()
  const link = await linkOf(kept.email)
  expect((await actOf(app, act)).undo).not.toBeNull()
  app.clock.set(new Date(now.getTime() + 8 * day))
  expect((await stop(link)).body).toMatchObject({ code: 'link_expired' })
  expect((await organisers.stop(code, act)).body).toMatchObject({ code: 'identity_act_over' })
  await app.work('settle_identity_act')
  app.clock.set(now)
  expect(await actOf(app, act)).toMatchObject({ state: 'settled', undo: null })
  const links = app.db.selectFrom('identity_act_links').select('act_id').where('act_id', '=', act)
  expect(await links.execute()).toEqual([])
  expect(await profileBy(merged)).toBe(kept.email)
})

test('R-79 an organiser withdraws, stops or undoes a merge with a reason; one who does not reach both accounts cannot', async () => {
  const [kept, merged] = await two()
  const first = await propose(kept, merged)
  const helper = await anAccount(app, { isDemo: true })
  const elsewhere = await aCompetition(app.db, { essay: { type: 'essay' } })
  await app.db
    .insertInto('admin_flags')
    .values({ account_id: helper.id, flag: 'participants', competition_code: code })
    .execute()
  await takesPart(app.db, merged.id, elsewhere.code, 'main', now)
  const { token } = await sessionOf(app, helper)
  for (const act of ['confirm', 'stop'] as const) {
    const key = `POST /admin/competitions/:competition/merges/:act_id/${act}` as const
    const answer = await app.call(key, {
      token,
      params: { competition: code, act_id: first },
      body: { reason: 'Мне нужно' },
    })
    expect(answer.body).toMatchObject({ code: 'not_found' })
  }
  expect((await organisers.stop(code, first, 0)).status).toBe(204)
  expect(await actOf(app, first)).toMatchObject({ state: 'withdrawn', ended_reason: 'Оказались разные люди' })
  // Nobody was told, so nobody is told now.
  expect(await letters(kept.email)).toEqual([])
  const second = await propose(kept, merged)
  await organisers.confirm(code, second)
  expect((await organisers.stop(code, second, 0)).status).toBe(204)
  expect((await actOf(app, second)).state).toBe('stopped')
})

test('R-79 a merge that has become impossible since is not done, and both people and the organiser hear of it', async () => {
  const [kept, merged] = await two()
  const act = await propose(kept, merged)
  await organisers.confirm(code, act)
  await app.db.insertInto('account_roles').values({ account_id: merged.id, role: 'mentor' }).execute()
  await organisers.aDayLater()
  expect((await actOf(app, act)).state).toBe('failed')
  expect(await profileBy(merged)).toBe(merged.email)
  for (const { email } of [kept, merged])
    expect((await letters(email)).at(-1)?.subject).toBe('Учётные записи не объединены')
  const bell = app.db.selectFrom('notifications').select('title').where('account_id', '=', organisers.people[0].id)
  expect(await bell.execute()).toEqual([{ title: 'Объединение учётных записей: не получилось' }])
})

test('R-79 a person whose address nobody has confirmed is told by SMS as well', async () => {
  const [kept, merged] = await two('name', 'phone')
  await app.db.updateTable('accounts').set({ email_verified_at: null }).where('id', '=', merged.id).execute()
  await propose(kept, merged)
  const sms = await letters(merged.phone ?? '')
  expect(sms.map(({ channel, text }) => [channel, /\/stop#\S{40,}/.test(text)])).toEqual([['sms', true]])
  expect(await letters(kept.phone ?? '')).toEqual([])
})

test('R-79 R-57 what undoing needs goes with the person who is erased', async () => {
  const [kept, merged] = await two('name', 'phone')
  const act = await propose(kept, merged)
  await organisers.aDayLater()
  await app.db.insertInto('erasure_requests').values({ account_id: kept.id, asked_at: now, due_at: now }).execute()
  await jobTasks(app.services).erase_person?.({ accountId: kept.id } as never, {
    id: '1',
    attempt: 1,
    lastAttempt: false,
  })
  const { rows } = await sql`select from identity_acts where id = ${act}`.execute(app.db)
  expect(rows).toEqual([])
})
