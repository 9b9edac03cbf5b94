import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/db.ts'
import { forgetNames } from '#server/platform/db/client.ts'
import { openDatabase, warmConnections } from '#server/platform/db/database.ts'
import type { Database } from '#server/tables.ts'
import { aTeamStage } from '#server/testing/a-team-stage.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { personFacts } from './person-facts.ts'
import { warmUp } from './warm-connections.ts'

let app: TestApp
beforeAll(async () => {
  forgetNames()
  app = await testApp()
})
afterAll(() => app.close())

test('the kept connections have planned the reading of a person before anybody comes', async () => {
  const { competition, person } = await aTeamStage(app, {})
  const { id } = await person()
  const season = await app.services.seasons.of(app.db, competition)
  if (!season) throw new Error('the season is there')
  const { db, pool, close } = openDatabase<Database>({ connectionString: app.databaseUrl }, { min: warmConnections })
  try {
    await warmUp({ ...app.services, db })
    expect(pool.totalCount).toBe(warmConnections)
    const plans = async (one: Db) => {
      const { rows } = await sql<{ anew: number; kept: number }>`
        select custom_plans::int as anew, generic_plans::int as kept from pg_prepared_statements
        where statement like '%$1::int as account_id%as person_version%' and statement not like '%generic_plans%'`.execute(
        one,
      )
      return rows
    }
    const look = async (left: number): Promise<void> =>
      db.connection().execute(async (one) => {
        const before = await plans(one)
        await personFacts(one, id, season, app.clock.now())
        const after = await plans(one)
        expect(before.length).toBeGreaterThan(0)
        expect(after.map(({ anew }) => anew)).toEqual(before.map(({ anew }) => anew))
        expect(after.map(({ kept }) => kept).reduce((sum, each) => sum + each)).toBe(
          before.map(({ kept }) => kept).reduce((sum, each) => sum + each) + 1,
        )
        if (left > 1) await look(left - 1)
      })
    await look(warmConnections)
    expect(pool.totalCount).toBe(warmConnections)
  } finally {
    await close()
  }
})
