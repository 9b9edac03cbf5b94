import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#server/testing/test-app.ts'
import type { RouteSpec } from '#shared/platform/api/route.ts'
import { routes } from '#shared/routes.ts'
import { demoPortal, type Key, roles, wholeCalls } from './whole-call.ts'

const lists = (Object.entries(routes) as [Key, RouteSpec][]).filter(
  ([key, { query, response }]) =>
    key.startsWith('GET ') &&
    JSON.stringify(query ?? {}).includes('"offset"') &&
    JSON.stringify(response).includes('"count"'),
)

let app: TestApp
let tokens: Awaited<ReturnType<typeof demoPortal>>['tokens']
let calls: ReturnType<typeof wholeCalls>
beforeAll(async () => {
  ;({ app, tokens } = await demoPortal())
  calls = wholeCalls(app, tokens)
})
afterAll(() => app.close())

/** The answer to the first of the demo's people who may read the list at this place. */
async function read(call: Awaited<ReturnType<typeof calls.wholeCall>>, page: string) {
  const url = new URL(call.url, app.url)
  for (const [name, value] of new URLSearchParams(page)) url.searchParams.set(name, value)
  for (const role of roles) {
    const answer = await app.fetch(url.pathname + url.search, { headers: { 'X-Token': tokens[role] ?? '' } })
    if (answer.ok) return (await answer.json()) as { count: number }
  }
  return null
}

test('past its end, every list still answers how many there are', async () => {
  const wrong: string[] = []
  let filled = 0
  for (const [key] of lists) {
    const call = await calls.wholeCall(key, calls.owned[key] ?? calls.captains[key])
    // The audit lists this first look, too.
    await read(call, 'limit=1&offset=0')
    const [first, past] = [await read(call, 'limit=1&offset=0'), await read(call, 'limit=1&offset=100000')]
    if (first && first.count > 0) filled += 1
    if (!first || first.count !== past?.count) wrong.push(`${key}: ${first?.count}, past the end ${past?.count}`)
  }
  expect(wrong).toEqual([])
  expect(filled).toBeGreaterThan(35)
}, 120_000)
