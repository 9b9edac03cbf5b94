import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'
import { limits } from '#shared/platform/api/limits.ts'
import { oneSpelling } from './client-address.ts'
import { clientKey } from './limits.ts'

const ofOneClient = {
  '203.0.113.7': [
    ...['203.0.113.7', ' 203.0.113.7\t', '203.0.113.7:51234', '"203.0.113.7"', '203.000.113.007', '203.000.113.007:80'],
    ...['::ffff:203.0.113.7', '::FFFF:203.0.113.7', '[::ffff:203.0.113.7]:443', '0:0:0:0:0:ffff:203.0.113.7'],
    ...['::ffff:cb00:7107', '0000:0000:0000:0000:0000:FFFF:CB00:7107', '[::ffff:203.000.113.007]'],
  ],
  '10.0.0.1': ['10.0.0.1', '010.000.000.001', '10.0.0.1:1'],
  '2001:db8::a': [
    ...['2001:db8::a', '2001:DB8::A', '[2001:db8::a]', '[2001:0DB8::000A]:443', '"[2001:db8::a]:443"'],
    ...['2001:0db8:0000:0000:0000:0000:0000:000a', '2001:db8:0:0::a', ' 2001:db8::a ', '2001:db8::a%eth0'],
  ],
}

for (const [client, spellings] of Object.entries(ofOneClient))
  test(`R-95 ${client} is one client in each of ${spellings.length} spellings`, () => {
    expect(new Set(spellings.map(oneSpelling))).toEqual(new Set([client]))
    expect(new Set(spellings.map(clientKey)).size).toBe(1)
  })

test('R-95 what is no address stays as it is written, and other clients stay others', () => {
  for (const text of ['unknown', '_hidden', '', '300.1.1.1', '1.2.3', 'a:b', '[x]:1'])
    expect(oneSpelling(text)).toBe(text)
  expect(new Set(['203.0.113.7', '203.0.113.70', '2.3.0.113', '2001:db8::7'].map(oneSpelling)).size).toBe(4)
})

test('R-95 the limit of a client is one, however its proxy writes the address', async () => {
  const app = await testApp()
  try {
    const body = { username: 'nobody@example.test', password: 'wrong password 1' }
    const spellings = ofOneClient['203.0.113.7']
    const statuses = new Set<number>()
    for (let call = 0; call <= limits.login.points; call += 1)
      statuses.add((await app.call('POST /auth/login', { body, ip: spellings[call % spellings.length] })).status)
    expect([...statuses].at(-1)).toBe(429)
    const ip = '198.51.100.9, [::FFFF:198.51.100.007]:50123, 127.0.0.1:8080'
    const other = { ...body, username: 'other@example.test' }
    expect((await app.call('POST /auth/login', { body: other, ip })).status).toBe(401)
    const { rows } = await sql<{ key: string }>`select key from throttles where key like 'login:%'`.execute(app.db)
    expect(rows.map(({ key }) => key).sort()).toEqual(['login:198.51.100.7', 'login:203.0.113.7'])
  } finally {
    await app.close()
  }
})
