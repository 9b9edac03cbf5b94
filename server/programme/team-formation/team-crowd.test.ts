import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTeamStage } from '#server/testing/a-team-stage.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { listTeams } from './list-teams.ts'
import { crowdBegins } from './team-crowd.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ now: '2026-11-21T12:00:00+03:00' })
})
afterAll(() => app.close())

const size = crowdBegins + 300
/**
 * Makes teams with only a captain; every `fullEvery`-th counts as full. The triggers are disabled: for so many rows at
 * once, on tables without statistics, they take longer than a statement may.
 */
const fill = (stageId: number, fullEvery: number) =>
  app.db.transaction().execute(async (tx) => {
    await sql`alter table formed_team_members disable trigger user`.execute(tx)
    await sql`
      with people as (
        insert into accounts (email, password_hash, created_at)
        select 'crowd' || ${stageId}::int || '-' || at || '@portal.test', '', now() from generate_series(1, ${size}::int) as at
        returning id
      ), numbered as (select id, row_number() over (order by id)::int - 1 as at from people
      ), teams as (
        insert into formed_teams (stage_id, competition_code, name, name_key, created_at, taken)
        select s.id, s.competition_code, 'Сотня ' || (n.at * 7919) % ${size}::int, 'сотня' || n.at, now(),
          case n.at % ${fullEvery}::int when 1 then 99 else 1 end
        from numbered n cross join stages s where s.id = ${stageId}
        returning id, stage_id, competition_code, name_key
      )
      insert into formed_team_members (team_id, stage_id, competition_code, account_id, role, state, since)
      select t.id, t.stage_id, t.competition_code, n.id, 'captain', 'active', now()
      from teams t join numbered n on 'сотня' || n.at = t.name_key`.execute(tx)
    await sql`alter table formed_team_members enable trigger user`.execute(tx)
  })

test.each([
  { largest: 50, ownTeam: 'has places' },
  { largest: 1, ownTeam: 'is full' },
])('with very many teams the pages together are the whole list in its order, also if the own team $ownTeam', async ({
  largest,
}) => {
  const stage = await aTeamStage(app, { size_min: 1, size_max: largest })
  await fill(stage.stageId, 5)
  const stranger = await stage.person()
  const captain = await stage.person()
  const ownId = await stage.team(captain, 'Сотня 5 своя')
  for (const [person, own] of [
    [stranger, 0],
    [captain, ownId],
  ] as const) {
    const { rows } = await sql<{ id: number }>`
      select t.id from formed_teams t join stages s on s.id = t.stage_id where s.id = ${stage.stageId}
      order by t.id <> ${own}, t.taken >= ${largest}, t.name, t.id`.execute(app.db)
    const whole = rows.map(({ id }) => id)
    // The first call counts the teams, the second reads the cache.
    await stage.list(person)
    for (const offset of [0, 1, 9, 249, 250, 251, 500, 1036, 1040, 1041, 1045, 1200, size - 3]) {
      const page = (await stage.list(person, { offset })).body
      expect(
        page.teams.map(({ team_id }: { team_id: number }) => team_id),
        `${own} from ${offset}`,
      ).toEqual(whole.slice(offset, offset + 9))
      expect(page.count).toBe(size + 1)
    }
  }
})

test('the cache of a crowd is read again after two seconds, and dropped when there are few teams', async () => {
  const stage = await aTeamStage(app)
  await fill(stage.stageId, size + 1)
  const person = await stage.person()
  const count = async () => (await stage.list(person)).body.count
  expect([await count(), await count()]).toEqual([size, size])
  const drop = (most: number) =>
    sql`update formed_teams set dissolved_at = now() where id in (
      select id from formed_teams where stage_id = ${stage.stageId} and dissolved_at is null limit ${most})`.execute(
      app.db,
    )
  await drop(100)
  expect(await count()).toBe(size)
  app.clock.advance(2000)
  expect(await count()).toBe(size - 100)
  await drop(size - 105)
  app.clock.advance(2000)
  expect([await count(), await count()]).toEqual([5, 5])
  await drop(1)
  expect(await count()).toBe(4)
})

test('a page of a crowd is read by one statement, which notices changes of the person and of the season', async () => {
  const stage = await aTeamStage(app)
  await fill(stage.stageId, size + 1)
  const person = await stage.person()
  const asked = { accountId: person.id, stageId: stage.stageId, team_name: '', limit: 9, offset: 0 }
  const page = () => listTeams(app.services, asked, app.clock.now())
  // The first call counts the teams, the second reads the cache.
  await page()
  await page()
  expect(await countQueries(page)).toBe(1)
  const captain = await stage.person()
  const team_id = await stage.team(captain, 'Зовём письмом')
  await stage.letter(captain, team_id, person.email)
  expect((await page()).invitations).toEqual([{ team_id, name: 'Зовём письмом' }])
  expect(await countQueries(page)).toBe(2)
  // Written as if by another process.
  await app.db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('formed_teams')
      .values({
        ...{ stage_id: stage.stageId, competition_code: stage.competition, name: 'Свои', name_key: 'свои' },
        created_at: app.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('formed_team_members')
      .values({
        ...{ team_id: id, stage_id: stage.stageId, competition_code: stage.competition, account_id: person.id },
        ...{ role: 'captain', state: 'active', since: app.clock.now() },
      })
      .execute()
  })
  app.clock.advance(2000)
  const own = await page()
  expect(own.teams[0]).toMatchObject({ name: 'Свои', my_team: true, standing: 'captain' })
  expect(own).toMatchObject({ captain: true, may_change: true })
  await app.db
    .updateTable('stages')
    .set({ closes_at: new Date(app.clock.now().getTime() - 1) })
    .where('id', '=', stage.stageId)
    .execute()
  expect(await page()).toMatchObject({ may_change: false })
})
