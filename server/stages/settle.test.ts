import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompetition, aPerson } from '#server/testing/a-competition.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import type { StageOutcome } from '#shared/stages/outcome.ts'
import { recordFacts } from './facts.ts'
import { settle, settleEach } from './settle.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const handed = new Date('2026-11-20T10:00:00Z')
const now = new Date('2026-11-21T10:00:00Z')

/** Two people at an essay: the first has handed in, and the hand-in is still being processed. */
async function two() {
  const { code, stageIds } = await aCompetition(app.db, { essay: { type: 'essay' } })
  const [first, second] = [await aPerson(app, code), await aPerson(app, code)]
  const of = { accountId: first.id, stageId: stageIds.essay }
  await recordFacts(app.db, of, { submittedAt: handed, processingAt: handed, interruptedAt: handed }, handed)
  const rows = (table: 'stage_facts' | 'stage_decisions') =>
    app.db.selectFrom(table).selectAll().where('stage_id', '=', stageIds.essay).orderBy('account_id').execute()
  return { stageId: stageIds.essay, accountIds: [second.id, first.id], rows }
}

const moments = {
  passed: { passed_at: now, failed_at: null, returned_at: null, reasons: [] },
  failed: { passed_at: null, failed_at: now, returned_at: null, reasons: ['Почему'] },
  returned: { passed_at: null, failed_at: null, returned_at: now, reasons: ['Почему'] },
} satisfies Record<StageOutcome, object>

test.each([
  'passed',
  'failed',
  'returned',
] as const)('everybody about whom it is decided has begun, waits for nothing and is %s; a returned work is not handed in', async (outcome) => {
  const { stageId, accountIds, rows } = await two()
  await app.db.transaction().execute((tx) => settle(tx, { stageId, outcome, accountIds, reason: 'Почему' }, now))
  const settled = { ...moments[outcome], processing_at: null, interrupted_at: null }
  expect(await rows('stage_facts')).toMatchObject([
    { ...settled, started_at: handed, submitted_at: outcome === 'returned' ? null : handed },
    { ...settled, started_at: now, submitted_at: null },
  ])
  const decision = { outcome, reason: 'Почему', decided_by: null, decided_at: now, published_at: now }
  expect(await rows('stage_decisions')).toMatchObject([decision, decision])
})

test('people are decided about in words of their own, with comments, by whoever has confirmed it', async () => {
  const { stageId, accountIds, rows } = await two()
  const decidedBy = (await aPerson(app)).id
  const [second = 0, first = 0] = accountIds
  const people = [
    { accountId: second, reason: 'Второй', comments: ['Хорошо', 'Кратко'] },
    { accountId: first, reason: 'Первый' },
  ]
  await app.db.transaction().execute((tx) => settleEach(tx, { stageId, outcome: 'failed', decidedBy }, people, now))
  expect(await rows('stage_facts')).toMatchObject([{ reasons: ['Первый'] }, { reasons: ['Второй'] }])
  expect(await rows('stage_decisions')).toMatchObject([
    { account_id: first, reason: 'Первый', comments: [], decided_by: decidedBy },
    { account_id: second, reason: 'Второй', comments: ['Хорошо', 'Кратко'], decided_by: decidedBy },
  ])
  await app.db.transaction().execute((tx) => settleEach(tx, { stageId, outcome: 'passed' }, [], now))
  expect(await rows('stage_decisions')).toHaveLength(2)
})
