import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import type { Access } from '#shared/platform/api/route.ts'
import { answerRefusal } from './answer-refusal.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('SZ-08 a statement that runs out of time is told an organiser as that, and logged with its route', async () => {
  const { db, close } = openDatabase(database.connection, { statementMs: 50 })
  const lines: string[] = []
  const app = Fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } })
  app.setErrorHandler(answerRefusal)
  const mounted = (url: string, access: Access) =>
    app.get(url, { config: { key: `GET ${url}`, access } }, () => sql`select pg_sleep(60)`.execute(db))
  mounted('/admin/everybody', 'participants')
  mounted('/user/stages', 'participant')
  const organiser = await app.inject({ url: '/admin/everybody' })
  const participant = await app.inject({ url: '/user/stages' })
  await app.close()
  await close()
  expect([organiser.statusCode, organiser.json().code]).toEqual([422, 'too_many_at_once'])
  expect(organiser.json().message).toMatch(/^Слишком много людей для одного раза/)
  expect([participant.statusCode, participant.json().code]).toEqual([503, 'overloaded'])
  const logged = lines.map((line) => JSON.parse(line)).find(({ route }) => route === 'GET /admin/everybody')
  expect(logged.err.code).toBe('57014')
})
