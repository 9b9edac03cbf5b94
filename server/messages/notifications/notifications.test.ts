import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { notify } from './notify.ts'
import { countNotificationsQuery } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const list = (token: string, status: 'unread' | 'read', limit = 10, offset = 0) =>
  app.call('GET /user/notifications', { token, query: { status, limit, offset } })
const read = (token: string, id: number) =>
  app.call('PATCH /user/notifications/:id', { token, params: { id }, body: { status: 'read' } })

async function withNotifications(count: number) {
  const person = await anAccount(app)
  for (let number = 1; number <= count; number += 1)
    await app.db
      .transaction()
      .execute((tx) => notify(tx, person.id, { title: `Новость ${number}`, text: 'Текст' }, app.clock.now()))
  return { ...person, ...(await sessionOf(app, person)) }
}

test('CL-06 unread notifications are listed newest first, ten a page, with their number', async () => {
  const { token } = await withNotifications(12)
  const first = await list(token, 'unread')
  expect(first.body.notifications.map(({ title }) => title)[0]).toBe('Новость 12')
  expect(first.body.notifications).toHaveLength(10)
  expect(first.body).toMatchObject({ count: 12, unread: 12 })
  expect(first.body.notifications[0]).toMatchObject({ status: 'unread', payload: '', created: '2026-11-21 12:00:00' })
  expect((await list(token, 'unread', 10, 10)).body.notifications).toHaveLength(2)
})

test('CL-06 ST-10 a notification marked as read moves to the history and is no longer counted', async () => {
  const { token } = await withNotifications(2)
  const [newest] = (await list(token, 'unread')).body.notifications
  expect((await read(token, newest?.id ?? 0)).body).toEqual({ unread: 1 })
  expect((await read(token, newest?.id ?? 0)).body).toEqual({ unread: 1 })
  expect((await list(token, 'unread')).body.count).toBe(1)
  expect((await list(token, 'read')).body).toMatchObject({
    count: 1,
    unread: 1,
    notifications: [{ id: newest?.id, status: 'read' }],
  })
})

test('CL-06 notifications of another person cannot be read or marked', async () => {
  const owner = await withNotifications(1)
  const stranger = await withNotifications(0)
  const [hers] = (await list(owner.token, 'unread')).body.notifications
  expect((await list(stranger.token, 'unread')).body.notifications).toEqual([])
  expect((await read(stranger.token, hers?.id ?? 0)).status).toBe(404)
  expect((await list(owner.token, 'unread')).body.unread).toBe(1)
})

test('a list of three takes as many queries as a list of one', async () => {
  const [one, three] = [await withNotifications(1), await withNotifications(3)]
  await list(one.token, 'unread')
  expect(await countQueries(() => list(three.token, 'unread'))).toBe(
    await countQueries(() => list(one.token, 'unread')),
  )
})

test('all notifications up to the newest listed one are marked at once; a newer one and those of other people stay unread', async () => {
  const person = await withNotifications(12)
  const stranger = await withNotifications(1)
  const [newest] = (await list(person.token, 'unread')).body.notifications
  await app.db.transaction().execute((tx) => notify(tx, person.id, { title: 'Только что', text: '' }, app.clock.now()))
  const all = { token: person.token, body: { up_to: newest?.id ?? 0 } }
  expect((await app.call('POST /user/notifications/read', all)).body).toEqual({ unread: 1 })
  expect((await list(person.token, 'unread')).body.notifications.map(({ title }) => title)).toEqual(['Только что'])
  expect((await list(person.token, 'read')).body.count).toBe(12)
  expect((await list(stranger.token, 'unread')).body.unread).toBe(1)
})

test('the counts use their indexes, however many notifications other people have', async () => {
  const { rows } = await app.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { sql: text } = countNotificationsQuery(tx, 1).compile()
    return sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(text.replaceAll(/\$\d/g, '1'))}`.execute(tx)
  })
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('notifications_unread')
  expect(plan).toContain('notifications_of_an_account')
  expect(plan).not.toContain('Seq Scan')
})

test('R-35 the payload is cleaned when it is stored, and is clean when it is read', async () => {
  const person = await withNotifications(0)
  const payload =
    '<p onclick="steal()">Приказ: <a href="https://example.test/1">открыть</a></p><script>steal()</script>'
  await app.db
    .transaction()
    .execute((tx) => notify(tx, person.id, { title: '<b>Итоги</b>', text: 'x < y', payload }, app.clock.now()))
  expect((await list(person.token, 'unread')).body.notifications).toMatchObject([
    {
      title: '<b>Итоги</b>',
      text: 'x < y',
      payload: '<p>Приказ: <a href="https://example.test/1" rel="noopener">открыть</a></p>',
    },
  ])
})
