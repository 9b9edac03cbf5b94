import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#server/testing/test-app.ts'
import type { RouteSpec } from '#shared/platform/api/route.ts'
import { routes } from '#shared/routes.ts'
import { admitted, endsTheSession } from './admitted.ts'
import { costlyTexts, costlyValue } from './hostile-values.ts'
import { demoPortal, type Key, type Role, type WholeCall, wholeCalls } from './whole-call.ts'

/** `COSTLY_TEXTS=20 npx vitest run server/conformance/costly` tries all texts, and measures what another caller waits. */
const tried = costlyTexts.slice(0, Number(process.env.COSTLY_TEXTS ?? 1))
const isLong = process.env.COSTLY_TEXTS !== undefined

let app: TestApp
let tokens: Partial<Record<Role, string>>
let { wholeCall, owned, made }: ReturnType<typeof wholeCalls> = {} as never
beforeAll(async () => {
  ;({ app, tokens } = await demoPortal())
  ;({ wholeCall, owned, made } = wholeCalls(app, tokens))
})
afterAll(() => app.close())

/** Processor time in milliseconds of the thread that answers everybody. Other load of the machine does not count. */
async function costOf(call: WholeCall, token: string | undefined) {
  const before = process.threadCpuUsage()
  const { status } = await made(call, token)
  const { user, system } = process.threadCpuUsage(before)
  return { ms: (user + system) / 1000, status }
}

/**
 * Most of what a call may take in this thread, with the client, which is a part of the test, and several times slower
 * on a machine that is shared. A square on these texts takes seconds.
 */
const maxMs = 1500

test('R-75: no call with texts made to be costly, and no later reading of them, holds the portal', async () => {
  const keys = Object.keys(routes) as Key[]
  const costs: { ms: number; of: string }[] = []
  let taken = 0
  const measure = async (key: Key, call: WholeCall, text: string) => {
    const spec = routes[key] as RouteSpec
    const [first = 'anonymous'] = admitted[spec.access]
    const role = spec.access === 'participant' ? 'finalist' : first
    let least = Number.POSITIVE_INFINITY
    for (let round = 0; round < 3 && least > maxMs; round += 1) {
      const { ms, status } = await costOf(call, tokens[role])
      least = Math.min(least, ms)
      if (status < 300) taken += 1
    }
    costs.push({ ms: least, of: `${key} ${JSON.stringify(text.slice(0, 20))}` })
  }
  const readings = keys.filter((key) => key.startsWith('GET ') && !(routes[key] as RouteSpec).events)
  const writings = keys.filter(
    (key) => !endsTheSession.has(key) && !key.startsWith('GET ') && !(routes[key] as RouteSpec).upload,
  )
  let slowest = 0
  let waits = true
  const others = async () => {
    while (waits) {
      const began = performance.now()
      await app.fetch('/api/v3/app/config')
      slowest = Math.max(slowest, performance.now() - began)
    }
  }
  const waiting = isLong ? others() : null
  for (const text of tried) {
    for (const key of writings) {
      const call = await wholeCall(key, owned[key]).catch(() => null)
      if (!call) continue
      const { body, bodyLimit = 64 * 1024 } = routes[key] as RouteSpec
      await measure(key, { ...call, json: costlyValue(body, call.json, text, bodyLimit / 3) }, text)
    }
    for (const key of readings) {
      const call = await wholeCall(key, owned[key]).catch(() => null)
      if (!call) continue
      const address = new URL(call.url, 'http://portal')
      for (const name of address.searchParams.keys()) address.searchParams.set(name, text.repeat(4000).slice(0, 4000))
      await measure(key, { ...call, url: address.pathname + address.search }, text)
      await measure(key, call, text)
    }
  }
  waits = false
  await waiting
  const worst = costs.toSorted((one, other) => other.ms - one.ms).slice(0, isLong ? 40 : 5)
  console.log(worst.map(({ ms, of }) => `${Math.round(ms)} ms ${of}`).join('\n'))
  if (isLong) console.log(`${costs.length} calls; another caller waited ${Math.round(slowest)} ms at most`)
  expect(taken).toBeGreaterThan(100)
  expect(worst.filter(({ ms }) => ms > maxMs)).toEqual([])
}, 3_600_000)
