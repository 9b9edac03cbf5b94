import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson } from '#server/testing/a-competition.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import {
  type NotificationChannel,
  type NotificationKindName,
  usualChoices,
} from '#shared/messages/notifications/kinds.ts'
import { filterSubscribed } from './choices.ts'
import { messagePerson } from './message-person.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const choices = async (token: string) => (await app.call('GET /user/notification-choices', { token })).body.choices
const choose = (token: string, kind: NotificationKindName, channel: NotificationChannel, wanted: boolean) =>
  app.call('PUT /user/notification-choices', { token, body: { choices: [{ kind, channel, wanted }] } })

async function channelsOf(accountId: number, email: string, phone: string | null, kind: NotificationKindName) {
  const title = `Сообщение ${Math.random()}`
  await app.db
    .transaction()
    .execute((tx) => messagePerson(tx, app.services, accountId, { kind, title, text: title, sms: title }))
  const bell = await app.db.selectFrom('notifications').select('id').where('title', '=', title).execute()
  const sent = await app.db
    .selectFrom('outbox')
    .select(['channel', 'recipient'])
    .where('text', 'like', `%${title}%`)
    .orderBy('channel')
    .execute()
  for (const { recipient } of sent) expect([email, phone]).toContain(recipient)
  return [...bell.map(() => 'portal'), ...sent.map(({ channel }) => channel)]
}

test('a person’s choices are stored, and the others keep their defaults', async () => {
  const { token } = await aPerson(app)
  expect(await choices(token)).toEqual(usualChoices)
  expect((await choose(token, 'teams', 'email', false)).status).toBe(204)
  await choose(token, 'deadlines', 'sms', true)
  const differing = (await choices(token)).filter((choice, number) => choice.wanted !== usualChoices[number]?.wanted)
  expect(differing.map(({ kind, channel, wanted }) => [kind, channel, wanted])).toEqual([
    ['deadlines', 'sms', true],
    ['teams', 'email', false],
  ])
})

test('the portal uses only the channels that the person has chosen', async () => {
  const person = await aPerson(app)
  const sent = (kind: NotificationKindName) => channelsOf(person.id, person.email, person.phone, kind)
  expect(await sent('meetings')).toEqual(['portal', 'email', 'sms'])
  expect(await sent('deadlines')).toEqual(['portal', 'email'])
  await choose(person.token, 'deadlines', 'portal', false)
  await choose(person.token, 'deadlines', 'sms', true)
  await choose(person.token, 'meetings', 'email', false)
  expect(await sent('deadlines')).toEqual(['email', 'sms'])
  expect(await sent('meetings')).toEqual(['portal', 'sms'])
  // News of a team is never sent by SMS, even if a person chooses it.
  await choose(person.token, 'teams', 'sms', true)
  expect(await sent('teams')).toEqual(['portal', 'email'])
})

test('decisions always cause a notification, and codes are always sent', async () => {
  const person = await aPerson(app)
  const all = usualChoices.map(({ kind, channel }) => ({ kind, channel, wanted: false }))
  await app.call('PUT /user/notification-choices', { token: person.token, body: { choices: all } })
  expect(await channelsOf(person.id, person.email, person.phone, 'stages')).toEqual(['portal'])
  await app.call('POST /user/send-email-verify', { token: person.token })
  const letters = (await app.call('GET /dev/outbox', { query: { to: person.email } })).body
  expect(letters[0]?.code).not.toBe(null)
})

test('an unconfirmed address gets no automatic letters', async () => {
  const person = await aPerson(app)
  await app.db.updateTable('accounts').set({ email_verified_at: null }).where('id', '=', person.id).execute()
  expect(await channelsOf(person.id, person.email, person.phone, 'teams')).toEqual(['portal'])
})

test('for many people it takes one query', async () => {
  const people = [await aPerson(app), await aPerson(app), await aPerson(app)]
  const ids = people.map(({ id }) => id)
  await choose(people[1]?.token ?? '', 'teams', 'email', false)
  await choose(people[2]?.token ?? '', 'deadlines', 'sms', true)
  expect(await filterSubscribed(app.db, ids, 'teams', 'email')).toEqual(new Set([ids[0], ids[2]]))
  expect(await filterSubscribed(app.db, ids, 'deadlines', 'sms')).toEqual(new Set([ids[2]]))
  expect(await filterSubscribed(app.db, ids, 'stages', 'portal')).toEqual(new Set(ids))
  expect(await filterSubscribed(app.db, ids, 'teams', 'sms')).toEqual(new Set())
})
