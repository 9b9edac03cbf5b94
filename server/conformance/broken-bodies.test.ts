import { afterAll, beforeAll, expect, test } from 'vitest'
import { portalLog } from '#server/platform/http/portal-log.ts'
import { silentStateService } from '#server/testing/a-state-service.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { multipartType } from '#server/testing/multipart.ts'
import { rawConnection } from '#server/testing/raw-connection.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { adminFlags, type RouteSpec } from '#shared/platform/api/route.ts'
import { routes } from '#shared/routes.ts'

const logged: string[] = []
let app: TestApp
let token: string
beforeAll(async () => {
  app = await testApp({ env: silentStateService, logger: portalLog(null, { write: (line) => logged.push(line) }) })
  const everybody = await anAccount(app, { isDemo: true })
  const flags = adminFlags.map((flag) => ({ account_id: everybody.id, flag }))
  await app.db.insertInto('admin_flags').values(flags).execute()
  const roles = (['mentor', 'assessor'] as const).map((role) => ({ account_id: everybody.id, role }))
  await app.db.insertInto('account_roles').values(roles).execute()
  token = (await sessionOf(app, everybody)).token
})
afterAll(() => app.close())

/** Calls that end the caller's session, and calls that answer without reading a body. */
const endsSession = /logout|revoke-sessions|second-factor|erasure/

test('R-67 a body that breaks off never causes a server error, at any route with a body', async () => {
  const takers = (Object.entries(routes) as [string, RouteSpec][]).filter(
    ([key, { body, upload }]) => (body || upload) && !endsSession.test(key),
  )
  expect(takers.length).toBeGreaterThan(40)
  const kinds: [string, string, number][] = [
    ['application/json', '{"a":"Ан', 50],
    ['application/json', '{"a":"Ан', 9],
    ['application/json', '', 20],
    [multipartType, '--portal-test-boundary\r\nContent-Disp', 500],
    [multipartType, '--portal-test-boundary\r\nContent-Disp', 37],
    ['multipart/form-data', 'a', 1],
    ['text/plain', 'a', 2],
  ]
  for (const [key] of takers)
    for (const [type, part, length] of kinds) {
      const [method, path = ''] = key.split(' ')
      const head = `${method} /api/v3${path.replace(/:\w+/g, '1')} HTTP/1.1\r\nHost: a\r\nX-Token: ${token}\r\nX-Forwarded-For: 10.1.${Math.floor(Math.random() * 255)}.${Math.floor(Math.random() * 255)}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`
      const { socket, answer } = rawConnection(app.url, head, part)
      // A complete body is only invalid; one shorter than announced ends with the connection.
      if (part.length < length) socket.end()
      const { status } = await answer
      expect([key, type, length, status]).toEqual([
        key,
        type,
        length,
        status >= 400 && status < 500 ? status : 'refused',
      ])
      socket.destroy()
    }
  expect(logged).toEqual([])
})
