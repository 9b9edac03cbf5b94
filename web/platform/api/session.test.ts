import { expect, test } from 'vitest'
import { createRefresher } from './refresh.ts'
import { createSession, decodeClaims } from './session.ts'

const tokenOf = (claims: unknown) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`

test('EN-02 the access token decodes to user_email, admin_permissions and test_id', () => {
  expect(decodeClaims(tokenOf({ user_email: 'имя@пример.рф', admin_permissions: ['faq'], test_id: 10042 }))).toEqual({
    user_email: 'имя@пример.рф',
    admin_permissions: ['faq'],
    test_id: 10042,
  })
})

test('EN-02 an unreadable token means not logged in', () => {
  expect(decodeClaims('nonsense')).toBeNull()
})

test('ST-01 of two tabs that refresh at once only the first asks the server', async () => {
  let asked = 0
  const network = (async () => {
    asked += 1
    return new Response(JSON.stringify({ access_token: 'new', expired: '' }))
  }) as unknown as typeof fetch
  let queue: Promise<unknown> = Promise.resolve()
  const locks = {
    request: (_name: string, run: () => Promise<unknown>) => {
      queue = queue.then(run)
      return queue
    },
  } as unknown as LockManager
  const tabs = [createSession(), createSession()]
  for (const tab of tabs) tab.set('old')
  const announce = (token: string | null) => {
    for (const tab of tabs) tab.set(token)
  }
  const outcomes = await Promise.all(
    tabs.map((tab) => createRefresher({ fetch: network, session: tab, locks, announce })()),
  )
  expect(outcomes).toEqual(['refreshed', 'refreshed'])
  expect(asked).toBe(1)
  expect(tabs.map((tab) => tab.token())).toEqual(['new', 'new'])
})
