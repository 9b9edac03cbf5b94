import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount, rightPassword } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { firstAdministratorLink } from './first-administrator.ts'
import { openSession } from './sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({
    env: {
      NODE_ENV: 'production',
      MAIL: 'off',
      PUBLIC_URL: 'https://portal.example',
      TOKEN_SECRET: 't'.repeat(32),
      DATA_PEPPER: 'p'.repeat(32),
      DATA_KEY: Buffer.alloc(32, 1).toString('base64'),
    },
  })
})
afterAll(() => app.close())

test('R-64 on a database with demo accounts a production process refuses their logins and their open sessions', async () => {
  const [demo, real] = [
    await anAccount(app, { isDemo: true, flags: ['admins', 'participants'] }),
    await anAccount(app, { flags: ['participants'] }),
  ]
  const login = ({ email }: { email: string }) =>
    app.call('POST /auth/login', { body: { username: email, password: rightPassword } })
  expect((await login(real)).status).toBe(200)
  const wrong = await login({ email: 'nobody@example.test' })
  const refused = await login(demo)
  expect([refused.status, refused.text]).toEqual([401, wrong.text])
  // A session that was opened by a demo on the same database with the same secrets.
  const opened = async (id: number) => openSession(app.db, app.services, id, { ip: '', userAgent: '' })
  const seen = async ({ id }: { id: number }) => {
    const { token, refreshToken } = await opened(id)
    const profile = await app.call('GET /user/profile', { token: token.access_token })
    const cookies = { '__Host-refresh': refreshToken }
    const refresh = await app.call('POST /auth/token/refresh', { cookies })
    const organiser = await app.call('GET /admin/feedback', { token: token.access_token })
    return [profile.status, refresh.status, organiser.status, organiser.body.code]
  }
  expect(await seen(real)).toEqual([200, 200, 403, 'second_factor_required'])
  expect(await seen(demo)).toEqual([401, 403, 401, 'unauthorized'])
  // The only administrator is a demo account, so the portal still offers to create one.
  expect(await firstAdministratorLink(app.services)).toContain('https://portal.example/admin/first-administrator#')
})

test('R-64 a demo account gets no letter for a new password', async () => {
  const demo = await anAccount(app, { isDemo: true })
  expect((await app.call('POST /auth/login/restore', { body: { username: demo.email } })).status).toBe(200)
  await app.work('send_restore_letter')
  expect(await app.db.selectFrom('outgoing_messages').select('id').execute()).toEqual([])
})

test('in a demo the demo accounts log in, by e-mail and by phone', async () => {
  const inDemo = await testApp()
  const { email, phone } = await anAccount(inDemo, { isDemo: true })
  const statuses = []
  for (const username of [email, phone ?? ''])
    statuses.push((await inDemo.call('POST /auth/login', { body: { username, password: rightPassword } })).status)
  await inDemo.close()
  expect(statuses).toEqual([200, 200])
})
