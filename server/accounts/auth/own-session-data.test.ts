import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount, rightPassword } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { ownSessions } from './own-session-data.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('the copy of a person’s data lists each login with device, address and time, the newest first', async () => {
  const [person, other] = [await anAccount(app), await anAccount(app)]
  const login = (username: string, userAgent: string, ip: string) =>
    app.call('POST /auth/login', {
      body: { username, password: rightPassword },
      headers: { 'User-Agent': userAgent },
      ip,
    })
  app.clock.set('2026-11-21T12:00:00+03:00')
  await login(person.email, 'Mozilla/5.0 (Windows NT 10.0; rv:125.0) Gecko/20100101 Firefox/125.0', '203.0.113.1')
  await login(other.email, 'Mozilla/5.0 (iPhone)', '203.0.113.9')
  app.clock.set('2026-11-22T09:30:00+03:00')
  await login(person.email, 'curl/8', '203.0.113.2')
  const [newest, first, ...others] = await ownSessions(app.db, person.id)
  expect(others).toEqual([])
  expect(newest?.lines).toEqual([
    ['Устройство', 'Неизвестное устройство'],
    ['Вход', expect.stringMatching(/^22\.11\.2026.* 09:30.*, с адреса 203\.0\.113\.2$/)],
    ['Последняя активность', expect.stringMatching(/^22\.11\.2026.* 09:30/)],
  ])
  expect(first?.lines[0]).toEqual(['Устройство', 'Firefox, Windows'])
  const at = new Date('2026-11-21T12:00:00+03:00')
  expect(first?.kept).toEqual({
    ...{ user_agent: expect.stringContaining('Firefox'), ip: '203.0.113.1' },
    ...{ created_at: at, last_seen_at: at, revoked_at: null },
  })
})

test('the first 300 characters of a user agent are kept', async () => {
  const person = await anAccount(app)
  const name = `Mozilla/5.0 ${'x'.repeat(300)}`
  await app.call('POST /auth/login', {
    body: { username: person.email, password: rightPassword },
    headers: { 'User-Agent': name },
  })
  const [session] = await ownSessions(app.db, person.id)
  expect(session?.kept).toMatchObject({ user_agent: name.slice(0, 300) })
})
