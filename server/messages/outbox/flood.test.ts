import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messagePerson } from '#server/messages/notifications/message-person.ts'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { receiverBudgets, senderBudgets, supportBudget } from './message-budgets.ts'
import { queueLetter, queueSms } from './queue-message.ts'
import { readMessage } from './send-message.ts'
import type { Channel, MessageKind } from './tables.ts'

let app: TestApp
let code: string
let stageId: number
beforeAll(async () => {
  app = await testApp()
  const made = await aCompetition(app.db, {
    choice: { type: 'mentor_choice', settings: { min_mentors: 1, max_mentors: 3 } },
    meetings: { type: 'mentor_meetings' },
  })
  code = made.code
  stageId = made.stageIds.choice
})
afterAll(() => app.close())
beforeEach(() => app.clock.set('2026-11-21T12:10:00+03:00'))
afterEach(async () => {
  for (const table of ['outbox', 'outgoing_messages', 'message_dispatches'] as const)
    await app.db.deleteFrom(table).execute()
  await sql`delete from throttles`.execute(app.db)
})

/** What has left the portal, by receiver. */
const sentTo = async (to: string) =>
  (await app.db.selectFrom('outbox').selectAll().where('recipient', '=', to).orderBy('id').execute()).map(
    ({ channel, subject, text }) => ({ channel, subject, text }),
  )
const anHourLater = async () => {
  app.clock.advance(3_600_000)
  await app.work('send_gathered')
}

async function aMentor() {
  const account = await anAccount(app, { firstName: 'Пётр', lastName: 'Наставников' })
  await app.db.insertInto('account_roles').values({ account_id: account.id, role: 'mentor' }).execute()
  await app.db.insertInto('mentor_profiles').values({ account_id: account.id }).execute()
  await app.db.insertInto('stage_mentors').values({ stage_id: stageId, mentor_id: account.id }).execute()
  return { ...account, ...(await sessionOf(app, account)) }
}

async function aMentee(mentor: { id: number }) {
  const person = await aPerson(app)
  await takesPart(app.db, person.id, code, 'main', app.clock.now())
  await app.db.updateTable('accounts').set({ email_verified_at: app.clock.now() }).where('id', '=', person.id).execute()
  await app.db
    .insertInto('mentor_choices')
    .values({
      ...{ account_id: person.id, mentor_id: mentor.id, stage_id: stageId, rank: 1 },
      ...{ status: 'accepted', chosen_at: app.clock.now() },
    })
    .execute()
  const { email, phone } = await app.db
    .selectFrom('accounts')
    .select(['email', 'phone'])
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  return { ...person, email, phone: phone ?? '' }
}

const meet = (mentor: { token: string }, person: { testId: number }, inHours: number) =>
  app.call('POST /mentors/meetings', {
    token: mentor.token,
    body: {
      ...{ stage_id: stageId, user_ids: [person.testId], minutes: 15, format: 2, place: 'https://meet.example.test/1' },
      meeting_date: formatWire(new Date(app.clock.now().getTime() + inHours * 3_600_000)),
    },
  })
const cancel = (mentor: { token: string }, id: number) =>
  app.call('POST /mentors/meetings/:id/cancel', {
    ...{ token: mentor.token, params: { id }, body: { reason: 'Заболел', revision: 1 } },
  })

test('R-85 a mentor who makes 151 meetings with one person fills neither mailbox nor phone; the rest is one letter', async () => {
  const mentor = await aMentor()
  const person = await aMentee(mentor)
  const answers = []
  for (let hours = 24; hours < 24 + 151; hours += 1) answers.push((await meet(mentor, person, hours)).status)
  const made = answers.filter((status) => status === 201).length
  expect(made).toBe(120)
  expect(new Set(answers)).toEqual(new Set([201, 429]))
  expect(await sentTo(person.email)).toHaveLength(receiverBudgets.email.kind)
  expect(await sentTo(person.phone)).toHaveLength(receiverBudgets.sms.kind)
  const { count } = await app.db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('account_id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(Number(count), 'on the portal there is a notice of each').toBe(made)
  await anHourLater()
  const rest = (await sentTo(person.email)).slice(receiverBudgets.email.kind)
  expect(rest.map(({ subject }) => subject)).toEqual(['110 изменений встреч'])
  expect(rest[0]?.text.match(/Наставник приглашает вас на встречу/g)).toHaveLength(110)
  const sms = (await sentTo(person.phone)).slice(receiverBudgets.sms.kind)
  expect(sms.map(({ text }) => text)).toEqual([`115 изменений встреч. Подробности: ${app.config.publicUrl}`])
})

test('R-85 a mentor who names one stranger after another as assistant is believed ten times a day', async () => {
  const mentor = await aMentor()
  const strangers = ['victim@example.test', 'other@example.test']
  const profile = {
    position: '',
    field: '',
    region: '',
    employer: '',
    about: '',
    video: '',
    capacity: null,
    topics: [],
  }
  const save = (assistant_email: string) =>
    app.call('PUT /mentors/profile', { token: mentor.token, body: { ...profile, absences: [], assistant_email } })
  const answers = []
  for (let round = 0; round < 200; round += 1) answers.push(await save(strangers[round % 2] ?? ''))
  expect(answers.slice(10).filter(({ body }) => body.code === 'too_many_requests')).toHaveLength(95)
  const letters = [...(await sentTo(strangers[0] ?? '')), ...(await sentTo(strangers[1] ?? ''))]
  expect(letters.filter(({ subject }) => subject.startsWith('Вас назвали помощником'))).toHaveLength(10)
  expect(letters).toHaveLength(19)
  // The other fields can still be saved.
  expect((await save(strangers[1] ?? '')).status).toBe(200)
})

test('R-85 an organiser who invites a stranger sixty times writes to the stranger ten times and once more', async () => {
  const { token } = await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['admins'] }))
  for (let count = 0; count < 60; count += 1) {
    const { status } = await app.call('POST /admin/competitions/:competition/rights/invitations', {
      ...{ token, params: { competition: code } },
      body: { email: 'stranger@example.test', flags: ['participants'] },
    })
    expect(status).toBe(200)
  }
  expect(await sentTo('stranger@example.test')).toHaveLength(10)
  await anHourLater()
  const last = (await sentTo('stranger@example.test')).at(-1)
  expect(last?.subject).toBe('50 сообщений о работе в конкурсе')
  // Each link replaces the one before, and the newest is quoted.
  const links = last?.text.match(/staff-invitation#[\w-]+/g) ?? []
  const { status } = await app.call('POST /auth/staff-invitation/read', {
    body: { token: links.at(-1)?.split('#')[1] ?? '' },
  })
  expect(status).toBe(200)
})

test('R-85 a warning is never gathered with another, equal ones leave as one, and many of one sort delay none of another', async () => {
  const to = 'owner@example.test'
  const warn = (subject: string, text: string) =>
    app.db.transaction().execute((tx) => queueLetter(tx, app.services, { to, subject, text }, 'security'))
  for (let count = 0; count < 40; count += 1) await warn('Вход с нового устройства', `Вход ${count}`)
  await warn('Пароль изменён', 'Ваш пароль изменён')
  expect((await sentTo(to)).map(({ subject }) => subject)).toEqual([
    ...Array.from({ length: receiverBudgets.email.kind }, () => 'Вход с нового устройства'),
    'Пароль изменён',
  ])
  for (let count = 0; count < 12; count += 1) await warn('Телефон изменён', `Телефон ${count}`)
  await anHourLater()
  const rest = (await sentTo(to)).slice(2 * receiverBudgets.email.kind + 1)
  expect(rest.map(({ subject, text }) => [subject, text])).toEqual([
    ['Вход с нового устройства', 'Вход 39'],
    ['Телефон изменён', 'Телефон 11'],
  ])
})

test('R-85 what is gathered about events is not said to be about meetings', async () => {
  const person = await aMentee(await aMentor())
  for (let count = 0; count < 13; count += 1)
    await app.db.transaction().execute((tx) =>
      messagePerson(tx, app.services, person.id, {
        ...{ kind: 'meetings', event: true, title: 'Время мероприятия изменилось', text: `${count}` },
      }),
    )
  await anHourLater()
  expect((await sentTo(person.email)).at(-1)?.subject).toBe('3 сообщения о мероприятиях')
})

test('R-85 thirty meetings that are cancelled within seconds are one letter to their mentor', async () => {
  const posting = await testApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  try {
    posting.clock.set('2026-11-21T12:10:05+03:00')
    for (let id = 1; id <= 30; id += 1) {
      await posting.db.transaction().execute((tx) =>
        queueLetter(
          ...([tx, posting.services] as const),
          {
            ...{ to: 'mentor@example.test', subject: 'Встреча отменена', text: `Встреча ${id}` },
            thing: { name: `meeting ${id}`, step: 'answered' },
          },
          'meetings',
        ),
      )
      posting.clock.advance(300)
    }
    posting.clock.advance(240_000)
    await posting.work('send_gathered')
    const letters = await posting.db.selectFrom('outgoing_messages').selectAll().execute()
    expect(letters.map(({ sealed }) => sealed && readMessage(posting.services, sealed).subject)).toEqual([
      '30 изменений встреч',
    ])
  } finally {
    await posting.close()
  }
})

describe('R-85 a meeting made and cancelled within minutes', () => {
  test('is told of by nothing that can be recalled', async () => {
    const mentor = await aMentor()
    const person = await aMentee(mentor)
    const { body } = await meet(mentor, person, 30)
    expect(await sentTo(person.email)).toHaveLength(1)
    app.clock.advance(60_000)
    expect((await cancel(mentor, body.id)).status).toBe(204)
    expect([...(await sentTo(person.email)), ...(await sentTo(person.phone))]).toEqual([])
  })

  test('of which the person has learned is told of', async () => {
    const mentor = await aMentor()
    const person = await aMentee(mentor)
    const { body } = await meet(mentor, person, 30)
    app.clock.advance(151_000)
    await cancel(mentor, body.id)
    expect((await sentTo(person.email)).map(({ subject }) => subject)).toEqual([
      'Наставник приглашает вас на встречу',
      'Встреча отменена',
    ])
  })

  test('to which the person has already agreed is told of, without the invitation', async () => {
    const mentor = await aMentor()
    const person = await aMentee(mentor)
    const { token } = await sessionOf(app, person)
    const { body } = await meet(mentor, person, 30)
    await app.call('POST /user/meeting-invitations/:id', {
      ...{ token, params: { id: body.id }, body: { status: 'accepted' } },
    })
    const cancelled = await app.call('POST /mentors/meetings/:id/cancel', {
      ...{ token: mentor.token, params: { id: body.id }, body: { reason: 'Заболел', revision: 2 } },
    })
    expect(cancelled.status).toBe(204)
    const letters = await sentTo(person.email)
    expect(letters.map(({ subject }) => subject).filter(Boolean)).toEqual(['Встреча отменена'])
  })

  test('that was moved meanwhile is told of once, as it is now', async () => {
    const mentor = await aMentor()
    const person = await aMentee(mentor)
    const { body } = await meet(mentor, person, 30)
    const moved = await app.call('PUT /mentors/meetings/:id', {
      ...{ token: mentor.token, params: { id: body.id } },
      body: {
        ...{ minutes: 15, format: 2, place: 'https://meet.example.test/1', revision: 1 },
        meeting_date: formatWire(new Date(app.clock.now().getTime() + 50 * 3_600_000)),
      },
    })
    expect(moved.status).toBe(200)
    expect((await sentTo(person.email)).map(({ subject }) => subject)).toEqual(['Встреча перенесена'])
  })
})

/** The functions by which a message enters the gate. */
const entrances =
  /\b(queueLetters?|queueSms|queueManySms|messagePerson|messagePeople|sendCode|sendCodeQuietly)\(\s*tx\b/g

const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing/'))
  .map((file) => ({ file, text: readFileSync(`server/${file}`, 'utf8') }))

/** The text of a call, from its name to the closing bracket. */
function callAt(text: string, start: number): string {
  let depth = 0
  for (let at = text.indexOf('(', start); at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return text.slice(start, at + 1)
  }
  return text.slice(start)
}

const places = sources.flatMap(({ file, text }) =>
  [...text.matchAll(entrances)].map((match) => {
    const call = callAt(text, match.index)
    const line = text.slice(0, match.index).split('\n').length
    return { at: `${file}:${line}`, file, entrance: match[1] ?? '', call }
  }),
)

const kinds: MessageKind[] = [
  ...(['meetings', 'events', 'stages', 'deadlines', 'news', 'teams'] as const),
  ...(['security', 'account', 'staff', 'invitation', 'support'] as const),
]

/** The kind that the call names; null for a kind that its caller gives. */
function kindOf({ entrance, call }: (typeof places)[number]): MessageKind | 'code' | null {
  if (entrance.startsWith('sendCode')) return 'code'
  const named = entrance.startsWith('message')
    ? /\bkind: '(\w+)'/.exec(call)?.[1]
    : (/'(\w+)',?\s*\)$/.exec(call)?.[1] ?? (/, kind\)$/.test(call) ? null : 'account'))
  return (named ?? null) as MessageKind | null
}

describe('R-85 no message passes by the gate', () => {
  const only = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

  test('messages are stored in one place, and leave from one place', () => {
    expect(only(/insertInto\('(outbox|outgoing_messages)'\)|insert into (outbox|outgoing_messages)\b/)).toEqual([
      'messages/outbox/queue-message.ts',
    ])
    expect(only(/\bmailer\.send\(|[^.\w]sendSms\((?!to)/).filter((file) => !file.startsWith('platform/'))).toEqual([
      'messages/outbox/send-message.ts',
    ])
    // What has passed the gate once is sent again, or together with others.
    expect(only(/\bpostMessages\(/).toSorted()).toEqual([
      'messages/outbox/queue-message.ts',
      'messages/outbox/send-gathered.ts',
      'messages/outbox/undelivered.ts',
    ])
    const asCodes = places.filter((place) => place.entrance.startsWith('queue') && kindOf(place) === 'code')
    expect(new Set(asCodes.map(({ file }) => file))).toEqual(new Set(['messages/outbox/send-code.ts']))
  })

  test('every place that sends is known by its kind', () => {
    expect(places.length).toBeGreaterThan(50)
    for (const place of places) {
      const kind = kindOf(place)
      if (kind !== null) expect([...kinds, 'code'], place.at).toContain(kind)
    }
  })
})

describe('R-85 what each place of the source sends, 250 times to one receiver, leaves as', () => {
  const flooded = places.flatMap((place) => {
    const kind = kindOf(place)
    const channels: Channel[] = /Sms\(|sms[:,]/.test(place.call) ? ['email', 'sms'] : ['email']
    return kind === null || kind === 'code' ? [] : channels.map((channel) => ({ ...place, kind, channel }))
  })
  const combinations = [...new Set(flooded.map(({ kind, channel }) => `${kind} ${channel}`))]

  for (const combination of combinations) {
    const [kind, channel] = combination.split(' ') as [MessageKind, Channel]
    const of = flooded.filter((place) => place.kind === kind && place.channel === channel)
    test(`its budget and one message more: ${combination} (${of.length} places)`, async () => {
      const to = channel === 'sms' ? '+79161234567' : 'victim@example.test'
      const budget = kind === 'support' ? supportBudget : receiverBudgets[channel]
      const sent = async () => (await sentTo(to)).length
      // Warnings are few sorts, each with a budget of its own.
      const said = (count: number) => (kind === 'security' ? 'Пароль изменён' : `${count}`)
      for (let count = 0; count < 250; count += 1)
        await app.db
          .transaction()
          .execute((tx) =>
            channel === 'sms'
              ? queueSms(tx, app.services, { to, text: said(count) }, kind)
              : queueLetter(tx, app.services, { to, subject: said(count), text: 'текст' }, kind),
          )
      expect(await sent()).toBe(budget.kind)
      await anHourLater()
      expect(await sent()).toBe(budget.kind + 1)
    })
  }

  test('its budget in all, with kinds in turn', async () => {
    for (let count = 0; count < 100; count += 1)
      for (const kind of kinds.filter((each) => each !== 'support' && each !== 'security'))
        await app.db
          .transaction()
          .execute((tx) =>
            queueLetter(tx, app.services, { to: 'victim@example.test', subject: kind, text: 'текст' }, kind),
          )
    expect(await sentTo('victim@example.test')).toHaveLength(receiverBudgets.email.hour)
  })
})

test('R-85 one account sets off so many letters an hour, whoever gets them; an organiser more; the portal itself any', async () => {
  const flood = async (sender: typeof app.services.sender) => {
    const before = Number(
      (
        await app.db
          .selectFrom('outbox')
          .select((eb) => eb.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )
    for (let count = 0; count < 350; count += 1)
      await app.db
        .transaction()
        .execute((tx) =>
          queueLetter(
            tx,
            { ...app.services, sender },
            { to: `p${count}-${before}@example.test`, subject: 'a', text: 'b' },
            'news',
          ),
        )
    return (
      Number(
        (
          await app.db
            .selectFrom('outbox')
            .select((eb) => eb.fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      ) - before
    )
  }
  expect(await flood({ accountId: 1, organises: false })).toBe(senderBudgets.email.person)
  expect(await flood({ accountId: 2, organises: true })).toBe(350)
  expect(await flood(null)).toBe(350)
})
