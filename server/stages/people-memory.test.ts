import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db, Tx } from '#server/db.ts'
import { makeServices } from '#server/make-services.ts'
import { forgetNames, queryChannel } from '#server/platform/db/client.ts'
import { aTeamStage } from '#server/testing/a-team-stage.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { lockStage } from './one-stage.ts'
import { personFacts, personVersion, shortenVersions } from './person-facts.ts'
import { type PersonStages, personStages } from './person-stages.ts'
import { userStages } from './user-stages.ts'

const start = new Date('2026-11-21T12:00:00+03:00')
const hour = 3_600_000

let app: TestApp
beforeAll(async () => {
  app = await testApp({ now: start.toISOString() })
})
beforeEach(() => app.clock.set(start))
afterAll(() => app.close())

/** A captain and a member, with the captain's tree read by a process that remembers it and by one that does not. */
async function twoInATeam() {
  const stage = await aTeamStage(app, { size_max: 2, member_stages: ['rules'] })
  const [captain, mate] = [await stage.person(), await stage.person()]
  const teamId = await stage.team(captain, `Команда ${captain.id}`)
  await stage.join(mate, teamId, await stage.code(captain, teamId, { days: 30, uses: 5 }))
  const of = { accountId: captain.id, competitionCode: stage.competition }
  const { db, clock, config, disk } = app.services
  return {
    ...stage,
    captain,
    mate,
    teamId,
    remembered: () => userStages(app.services, of, app.clock.now()),
    readAnew: () => userStages(makeServices({ db, clock, config, disk }, null), of, app.clock.now()),
  }
}

describe('a remembered person', () => {
  test('any write about the person, in any connection, is in the very next tree', async () => {
    const { captain, mate, teamId, stageId, rulesId, competition, remembered, readAnew } = await twoInATeam()
    const passed = (account_id: number) =>
      app.db.insertInto('stage_facts').values({ account_id, stage_id: rulesId, passed_at: start })
    const own = { account_id: captain.id, stage_id: stageId }
    const writes: [string, { execute(): Promise<unknown> }][] = [
      ['stage_facts', passed(captain.id)],
      ['stage_facts of another member', passed(mate.id)],
      [
        'stage_remarks',
        app.db.insertInto('stage_remarks').values({ ...own, text: 'Почти', created_at: start, settled_at: null }),
      ],
      [
        'stage_extensions',
        app.db
          .insertInto('stage_extensions')
          .values({ ...own, closes_at: new Date('2026-12-05T10:00:00+03:00'), reason: 'Болезнь', granted_at: start }),
      ],
      ['formed_teams', app.db.updateTable('formed_teams').set({ name: 'Новое имя' }).where('id', '=', teamId)],
      ['formed_team_members', app.db.deleteFrom('formed_team_members').where('account_id', '=', mate.id)],
      [
        'participations',
        app.db
          .updateTable('participations')
          .set({ disqualified_at: start })
          .where('account_id', '=', captain.id)
          .where('competition_code', '=', competition),
      ],
    ]
    for (const [name, write] of writes) {
      const before = await remembered()
      await write.execute()
      const after = await remembered()
      expect(after, name).toEqual(await readAnew())
      expect(after, name).not.toEqual(before)
    }
  })

  test('every table from which the statuses are read raises the version of the person or of the season', async () => {
    const { readAnew } = await twoInATeam()
    const texts: string[] = []
    const collect = (text: unknown) => texts.push(String(text))
    queryChannel.subscribe(collect)
    await readAnew().finally(() => queryChannel.unsubscribe(collect))
    const facts = texts.find((text) => text.includes('stage_facts')) ?? ''
    const parameters = new Set(facts.match(/\$\d+/g)).size
    const plan = await app.db.connection().execute(async (one) => {
      await sql`set plan_cache_mode = force_generic_plan`.execute(one)
      await sql.raw(`prepare facts as ${facts}`).execute(one)
      const asked = Array(parameters).fill('null').join(', ')
      const { rows } = await sql<
        Record<string, unknown>
      >`explain (format json) execute facts(${sql.raw(asked)})`.execute(one)
      await sql`deallocate facts`.execute(one)
      await sql`reset plan_cache_mode`.execute(one)
      return JSON.stringify(rows)
    })
    const tables = new Set([...plan.matchAll(/"Relation Name":\s*"(\w+)"/g)].map(([, name]) => name))
    for (const one of ['season_versions', 'person_changes']) expect(tables.delete(one)).toBe(true)
    const { rows } = await sql<{ table: string; events: string[] }>`
      select event_object_table as table, array_agg(distinct event_manipulation::text) as events
      from information_schema.triggers where trigger_name ~ '^(person|people|season)_' group by 1`.execute(app.db)
    const watched = new Map(rows.map(({ table, events }) => [table, events.toSorted()]))
    expect(tables.size).toBeGreaterThan(8)
    // Competitions and teams are created and deleted together with other rows, whose triggers raise the version.
    for (const table of tables)
      expect([table, watched.get(table ?? '')]).toEqual([
        table,
        table === 'formed_teams'
          ? ['UPDATE']
          : table === 'competitions'
            ? ['INSERT', 'UPDATE']
            : ['DELETE', 'INSERT', 'UPDATE'],
      ])
  })

  test('a write under a lock uses the remembered tree, sees commits of others and its own writes, and leaves nothing behind after a rollback', async () => {
    const { captain, rulesId, remembered, readAnew } = await twoInATeam()
    await remembered()
    const inTransaction = (write?: (tx: Tx) => Promise<unknown>) =>
      app.db
        .transaction()
        .execute(async (tx) => {
          const { seasons } = app.services
          const locked = await lockStage(tx, seasons, captain.id, { stageId: rulesId }, app.clock.now())
          let all: PersonStages | null = locked.all
          if (write) {
            await write(tx)
            const { competitionCode } = locked.all.person
            all = await personStages(tx, seasons, { accountId: captain.id, competitionCode }, app.clock.now())
          }
          const status = all?.stages.find(({ row }) => row.id === rulesId)?.state.status
          throw Object.assign(new Error('rolled back'), { status, all })
        })
        .catch((fault: Error & { status?: string; all?: PersonStages }) => fault)
    const pass = (db: Db | Tx) =>
      sql`insert into stage_facts (account_id, stage_id, passed_at) values (${captain.id}, ${rulesId}, ${start})
        on conflict (account_id, stage_id) do update set passed_at = excluded.passed_at`.execute(db)

    // The lock creates an empty row of facts, which does not change the version.
    const [first, second] = [await inTransaction(), await inTransaction()]
    expect(first.status).not.toBe('success')
    expect(second.all).toBe(first.all)
    expect((await inTransaction(pass)).status).toBe('success')
    expect(await remembered()).toEqual(await readAnew())
    expect((await inTransaction()).all).toBe(first.all)
    await pass(app.db)
    expect((await inTransaction()).status).toBe('success')
  })

  test('a version that has grown long is replaced by a new one', async () => {
    const { captain, rulesId, competition } = await twoInATeam()
    const write = (day: number) =>
      app.db
        .insertInto('stage_extensions')
        .values({
          account_id: captain.id,
          stage_id: rulesId,
          closes_at: start,
          reason: `День ${day}`,
          granted_at: start,
        })
        .execute()
    const version = async () => (await personVersion(app.db, captain.id, competition))?.person ?? ''
    const versions = new Set([await version()])
    for (let day = 0; day < 12; day += 1) {
      await write(day)
      versions.add(await version())
    }
    expect(versions.size).toBe(13)
    await shortenVersions(app.db)
    expect(await version()).toMatch(/^\d+$/)
    expect(versions.has(await version())).toBe(false)
    const short = await version()
    await shortenVersions(app.db)
    expect(await version()).toBe(short)
  })

  test('changes by time alone are shown at their moment, without any write', async () => {
    const { competition, stageId, rulesId, captain, remembered, readAnew } = await twoInATeam()
    const at = (hours: number) => new Date(start.getTime() + hours * hour)
    const window = (id: number, opens: number, closes: number, clock: 'moscow' | 'participant') =>
      app.db
        .updateTable('stages')
        .set({ opens_at: at(opens), closes_at: at(closes), clock })
        .where('id', '=', id)
        .execute()
    await window(rulesId, 5, 40, 'participant')
    await window(stageId, 2, 50, 'moscow')
    await app.db
      .updateTable('participations')
      .set({ region: '41' })
      .where('account_id', '=', captain.id)
      .where('competition_code', '=', competition)
      .execute()
    await app.db
      .insertInto('stage_facts')
      .values({ account_id: captain.id, stage_id: rulesId, passed_at: at(-1) })
      .execute()
    await app.db
      .insertInto('stage_reopenings')
      .values({ stage_id: rulesId, at: at(20), reason: 'Новая редакция' })
      .execute()
    await app.db
      .insertInto('stage_extensions')
      .values({ account_id: captain.id, stage_id: stageId, closes_at: at(60), reason: 'Болезнь', granted_at: start })
      .execute()
    const told = new Set<string>()
    for (let half = 0; half < 140; half += 1) {
      app.clock.set(at(half / 2))
      const { now: _now, ...tree } = await remembered()
      const { now: _then, ...anew } = await readAnew()
      expect(tree, `after ${half / 2} hours`).toEqual(anew)
      told.add(JSON.stringify(tree))
    }
    expect(told.size).toBeGreaterThan(4)
  })
})

test('reading a person is planned once for each connection and not for each person, however old the statistics are', async () => {
  // Earlier tests may have used up the names of statements.
  forgetNames()
  const { services, db } = app
  const stage = await aTeamStage(app, { size_max: 3 })
  const season = await services.seasons.of(db, stage.competition)
  if (!season) throw new Error('the season is there')
  const people = await Promise.all(Array.from({ length: 12 }, () => stage.person()))
  // As after many people have come: the tables are much larger than their statistics.
  await sql`analyze accounts, stage_facts, person_changes`.execute(db)
  await sql`
    with crowd as (
      insert into accounts (email, password_hash, created_at)
      select 'crowd-' || n || '@plan.test', '', now() from generate_series(1, 1000) as n returning id
    )
    insert into stage_facts (account_id, stage_id, started_at) select id, ${stage.stageId}, now() from crowd`.execute(
    db,
  )
  await db.connection().execute(async (one) => {
    for (const { id } of people) await personFacts(one, id, season, app.clock.now())
    const { rows } = await sql<{ anew: number; kept: number }>`
      select custom_plans::int as anew, generic_plans::int as kept from pg_prepared_statements
      where statement like '%$1::int as account_id%as person_version%' and statement not like '%generic_plans%'`.execute(
      one,
    )
    // Readings of other seasons by this connection are counted too.
    expect(rows.filter(({ anew }) => anew > 5)).toEqual([])
    expect(rows.some(({ anew, kept }) => anew + kept >= people.length)).toBe(true)
  })
})
