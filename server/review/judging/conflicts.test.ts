import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { anAccount } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { conflictsAt } from './conflicts.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  const regions = [
    { dict: 'regions', id: '16', value: 'Татарстан', search: 'татарстан' },
    { dict: 'regions', id: '71', value: 'Тульская область', search: 'тульская область' },
  ]
  await app.db
    .insertInto('dictionary_items')
    .values(regions)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
})
afterAll(() => app.close())

const now = new Date('2026-11-21T12:00:00+03:00')
const kazan = { id: '16-kazan', value: 'Казань' }
const chelny = { id: '16-chelny', value: 'Набережные Челны' }

interface Lives {
  region: string | null
  /** The person's answers in a handed-in form. */
  says?: Record<string, unknown>
}

/** A stage with the essay of one author. Its judges have the author's surname unless another is given. */
async function aStage(author: Lives) {
  const { code, stageIds } = await aCompetition(app.db, { essay: { type: 'essay' }, form: { type: 'form' } })
  let receipts = 0
  const handsIn = (stage_id: number, account_id: number, data: Record<string, unknown>) => {
    receipts += 1
    const of = { stage_id, account_id, revision: 1, arrived_at: now, form_version: 1 }
    const receipt_number = `${code} ${receipts}`
    return app.db
      .insertInto('hand_ins')
      .values({ ...of, receipt_number, data: JSON.stringify(data) })
      .execute()
  }
  const lives = async (lastName: string, { says }: Lives) => {
    const { id } = await anAccount(app, { lastName })
    if (says) await handsIn(stageIds.form, id, says)
    return id
  }
  const writer = await lives('Плещеева', author)
  await takesPart(app.db, writer, code, 'main', now)
  await app.db.updateTable('participations').set({ region: author.region }).where('account_id', '=', writer).execute()
  await handsIn(stageIds.essay, writer, { text: 'Я решил' })
  return {
    /** Whether a judge with these homes may not read it. */
    async bars(judge: Lives, lastName = 'Плещеев'): Promise<boolean> {
      const id = await lives(lastName, judge)
      await app.db
        .insertInto('stage_staff')
        .values({ stage_id: stageIds.essay, account_id: id, duty: 'judge', added_at: now, region: judge.region })
        .execute()
      return (await conflictsAt(app.db, stageIds.essay)).some((one) => one.judge === id)
    },
  }
}

test('a namesake who has named no town is compared by the region alone', async () => {
  const stage = await aStage({ region: '16', says: { city: kazan } })
  expect(await stage.bars({ region: '16' })).toBe(true)
  expect(await stage.bars({ region: '71' })).toBe(false)
  expect(await stage.bars({ region: null })).toBe(false)
  expect(await stage.bars({ region: '16' }, 'Дроздов')).toBe(false)
})

test('where both have named the town, the town counts and not the region', async () => {
  const stage = await aStage({ region: '16', says: { city: kazan } })
  expect(await stage.bars({ region: '16', says: { city: chelny } })).toBe(false)
  expect(await stage.bars({ region: '71', says: { city: kazan } })).toBe(true)
  expect(await stage.bars({ region: null, says: { town: 'г. Казань' } })).toBe(true)
  // A town typed by hand may be the same town in other words.
  expect(await stage.bars({ region: '16', says: { city: 'Казань, Вахитовский район' } })).toBe(true)
  expect(await stage.bars({ region: '71', says: { city: kazan } }, 'Дроздов')).toBe(false)
})

test('equal addresses are one home, however they are written; different addresses prove nothing', async () => {
  const stage = await aStage({ region: '16', says: { address: 'г. Казань, ул. Баумана, д. 5, кв. 12' } })
  expect(await stage.bars({ region: '71', says: { registration_address: 'Казань, Баумана 5, 12' } })).toBe(true)
  expect(await stage.bars({ region: '71', says: { address: 'Казань, Баумана 7' } })).toBe(false)
  expect(await stage.bars({ region: '16', says: { address: 'Казань, Баумана 7' } })).toBe(true)
  const abroad = await aStage({ region: null })
  expect(await abroad.bars({ region: null })).toBe(false)
})
