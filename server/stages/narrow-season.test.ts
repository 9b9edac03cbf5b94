import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompetition, aPerson } from '#server/testing/a-competition.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import type { Gate } from '#shared/stages/gate.ts'
import { narrowSeason } from './narrow-season.ts'
import { personStages, personStagesOfMany } from './person-stages.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const day = 86_400_000
const json = (gate: Gate) => JSON.stringify(gate)

async function aSeason(gate: Gate) {
  const now = app.clock.now()
  const { code, stageIds } = await aCompetition(app.db, {
    first: { type: 'rules', settings: { text: 'Правила' } },
    essay: { type: 'essay', requires: ['first'], settings: { task: 'Напишите' } },
    aside: { type: 'essay', settings: { task: 'Ещё' } },
    forming: { type: 'teams_forming' },
    test: { type: 'test', gate: json(gate), closes_at: new Date(now.getTime() + day) },
  })
  const season = async () => {
    const found = await app.services.seasons.of(app.db, code)
    if (!found) throw new Error('no season')
    return found
  }
  return { code, stageIds, season, narrowed: async () => narrowSeason(await season(), stageIds.test) }
}
const codes = ({ stages }: { stages: readonly { code: string }[] }) => stages.map((stage) => stage.code)

test('a stage brings along the stages in its condition, and those that they require, and no others', async () => {
  const { narrowed } = await aSeason({ not: { stage: 'essay', outcome: 'failed' } })
  expect(codes(await narrowed())).toEqual(['first', 'essay', 'test'])
})

test('the stages that decide who has a longer time are included too', async () => {
  const { stageIds, narrowed } = await aSeason({ region: ['77'] })
  expect(codes(await narrowed())).toEqual(['test'])
  const given = { reason: 'Сбой', granted_by: null, granted_at: app.clock.now() }
  await app.db
    .insertInto('stage_extensions')
    .values({
      ...given,
      stage_id: stageIds.test,
      audience: json({ stage: 'aside', outcome: 'submitted' }),
      closes_at: app.clock.now(),
    })
    .execute()
  expect(codes(await narrowed())).toEqual(['aside', 'test'])
})

test('a condition on a team keeps the whole season: any kind may have teams', async () => {
  const { season, narrowed } = await aSeason({ any: [{ region: ['77'] }, { team: 'member' }] })
  expect(await narrowed()).toEqual(await season())
})

test('in the narrowed season a stage has the same status for people as in the whole season', async () => {
  const { code, stageIds, season, narrowed } = await aSeason({ stage: 'essay', outcome: 'submitted' })
  const now = app.clock.now()
  const [one, other] = [await aPerson(app, code), await aPerson(app, code)]
  await app.db
    .insertInto('stage_facts')
    .values({ account_id: one.id, stage_id: stageIds.essay, started_at: now, submitted_at: now })
    .execute()
  await app.db
    .insertInto('attempts')
    .values({
      account_id: one.id,
      stage_id: stageIds.test,
      number: 1,
      begun_at: now,
      limit_minutes: 40,
      device: 'a',
      heard_at: now,
    })
    .execute()
  expect(codes(await season())).toHaveLength(5)
  const many = await personStagesOfMany(app.db, await narrowed(), [one.id, other.id], now)
  const stands: unknown[] = []
  for (const { id } of [one, other]) {
    const whole = await personStages(app.db, app.services.seasons, { accountId: id, competitionCode: code }, now)
    const own = whole?.stages.find(({ row }) => row.code === 'test')
    const read = many?.get(id)?.stages.find(({ row }) => row.code === 'test')
    expect([read?.state, read?.facts, read?.own]).toEqual([own?.state, own?.facts, own?.own])
    stands.push(read?.state.status)
  }
  expect(stands).toEqual(['in_progress', 'wait'])
})
