import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPortal } from '#server/conformance/whole-call.ts'
import { differences, everyRow, twoOrganisers } from '#server/testing/merge-steps.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { moving } from './what-moves.ts'

let app: TestApp
let organisers: Awaited<ReturnType<typeof twoOrganisers>>
/** How many pairs of people are merged and taken apart again. */
const rounds = Number(process.env.MERGE_ROUNDS ?? 5)

beforeAll(async () => {
  ;({ app } = await demoPortal())
  organisers = await twoOrganisers(app)
}, 120_000)
afterAll(() => app.close())

/** People of the demo without duties, those with rows in the most tables first. */
async function richest(): Promise<number[]> {
  const parts = moving.map(
    ({ table, column, fate }) =>
      sql`select ${sql.ref(column)} as id, ${fate.as === 'duty' ? 1 : 0}::integer as duties, ${table}::text as place from ${sql.table(table)}`,
  )
  const { rows } = await sql<{ test_id: number }>`
    select a.test_id from (${sql.join(parts, sql` union all `)}) as r join accounts a on a.id = r.id
    where exists (select from participations p where p.account_id = a.id and p.competition_code = 'ru_season_5')
    group by a.test_id having max(duties) = 0 order by count(distinct place) desc, a.test_id limit 60`.execute(app.db)
  return rows.map(({ test_id }) => test_id)
}

test('R-79 R-60 a merge of two people with teams, works, bookings and meetings is undone whole: every row of the portal is as before', async () => {
  const people = await richest()
  const touched = new Set<string>()
  let done = 0
  for (let at = 0; at + 1 < people.length && done < rounds; at += 1) {
    const [one = 0, other = 0] = [people[at], people[people.length - 1 - at]]
    if (one === other) continue
    const params = { competition: 'ru_season_5', test_id: one, other_id: other }
    const compared = await app.call('GET /admin/competitions/:competition/duplicates/:test_id/:other_id', {
      token: await organisers.token(0),
      params,
    })
    const decided = (first: 'kept' | 'merged', second: 'kept' | 'merged') => ({
      choices: compared.body.conflicts.map(({ key }, place) => ({ key, stands: place % 2 === 0 ? first : second })),
      reason: 'Проверка',
    })
    const before = await everyRow(app.db)
    for (const [first, second] of [
      ['merged', 'kept'],
      ['kept', 'kept'],
      ['merged', 'merged'],
    ] as const) {
      const answer = await organisers.merge(params, decided(first, second))
      if (answer.status !== 200) {
        expect(answer.body).toMatchObject({ code: 'merge_impossible' })
        continue
      }
      const merged = await everyRow(app.db)
      for (const row of differences(before, merged)) touched.add(row.split(' ')[1] ?? '')
      expect((await organisers.stop('ru_season_5', answer.body.act_id)).status).toBe(204)
      expect(differences(before, await everyRow(app.db))).toEqual([])
      done += 1
    }
  }
  expect(done).toBeGreaterThanOrEqual(rounds)
  expect([...touched]).toEqual(
    expect.arrayContaining([
      'accounts',
      'participations',
      'hand_ins',
      'works',
      'stage_facts',
      'stage_drafts',
      'consents',
    ]),
  )
}, 300_000)
