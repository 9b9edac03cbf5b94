import { setTimeout } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { patience } from '#server/testing/patience.ts'
import { logHolds } from './log-holds.ts'
import { portalLog } from './portal-log.ts'

interface Line {
  msg: string
  held_ms: number
  processor_ms: number
  routes: string[]
}

test('R-75: a call that held the portal for over a second is logged with its route', async () => {
  const lines: Line[] = []
  const logger = portalLog(null, { write: (line) => void lines.push(JSON.parse(line)) })
  const app = Fastify()
  logHolds(app, logger)
  app.get('/costly/:id', async () => {
    // As after a query: the call came long before it holds the loop.
    await setTimeout(1)
    const began = performance.now()
    while (performance.now() - began < 1500);
    return 'ok'
  })
  app.get('/answered', async () => 'ok')
  await app.listen({ host: '127.0.0.1', port: 0 })
  await app.inject('/answered')
  await app.inject('/costly/7')
  await vi.waitFor(() => expect(lines.flatMap(({ routes }) => routes)).toContain('GET /costly/:id'), patience)
  const [line] = lines.filter(({ routes }) => routes.includes('GET /costly/:id'))
  expect(line?.msg).toBe('the event loop was held')
  expect(line?.held_ms).toBeGreaterThan(1000)
  expect(line?.processor_ms).toBeGreaterThan(0)
  expect(JSON.stringify(line)).not.toContain('/7')
  await app.close()
})
