import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#server/testing/test-app.ts'
import { routes } from '#shared/routes.ts'
import { demoPortal, type Key, type Role, wholeCalls } from './whole-call.ts'
import { callerOf, withTexts } from './with-texts.ts'

let app: TestApp
let tokens: Partial<Record<Role, string>>
let visits = 0
const neighbour = createServer((socket) => {
  visits += 1
  socket.destroy()
})
beforeAll(async () => {
  ;({ app, tokens } = await demoPortal())
  await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await app.close()
  neighbour.close()
})

/** They end the session of the role that calls the others. */
const endsSession = /revoke-sessions|logout|password\/change/

test('R-84 the portal never visits an address that somebody gave it: neither in a link, a picture nor a text of any call', async () => {
  const address = `http://127.0.0.1:${(neighbour.address() as AddressInfo).port}/picture.png`
  const given = (name: string) =>
    /html|text|comment|description|body/.test(name) ? `<p><img src="${address}"> ${address}</p>` : address
  const { wholeCall, made, owned, captains } = wholeCalls(app, tokens)
  let sent = 0
  for (const key of Object.keys(routes) as Key[]) {
    const call = await wholeCall(key, owned[key] ?? captains[key])
    if (call.json === undefined || endsSession.test(key)) continue
    const { status } = await made({ ...call, json: withTexts(call.json, given) }, tokens[callerOf(routes[key])])
    expect([key, status]).not.toEqual([key, 500])
    sent += 1
  }
  expect(sent).toBeGreaterThan(150)
  await fetch(address).catch(() => {})
  expect(visits).toBe(1)
})
