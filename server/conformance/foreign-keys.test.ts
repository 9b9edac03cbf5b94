import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Tables that stay small in a season of 250,000 people: a row for each act of an organiser, an expert, a judge or a team. */
const small = new Set([
  ...['bulk_acts', 'broadcasts', 'check_drafts', 'export_downloads', 'exports', 'judge_conflicts'],
  ...['lesson_cancellations', 'playoffs', 'questionnaire_keys', 'questionnaire_reports', 'rubrics', 'saved_audiences'],
  ...['stage_incidents', 'stage_staff', 'team_agreed', 'team_evaluations', 'team_mark_flags', 'test_publications'],
  ...['test_question_versions', 'test_rulings', 'track_allocations'],
])
/** Their rows live for minutes. */
const short = new Set(['login_challenges'])
/** What a season consists of: its deletion may read a table, for it is rare and no person waits for it. */
const ofSeasons = new Set(['competitions', 'stages', 'rules_versions', 'consent_texts'])

test('SZ-10 whatever is deleted, the rows that refer to it are found by an index', async () => {
  const { rows } = await sql<{ table: string; column: string; to: string }>`
    select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as to
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and not exists (
        select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = any(c.conkey)
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)'))
    order by 1, 2`.execute(app.db)
  const found = rows.filter(({ table, to }) => !(small.has(table) || short.has(table) || ofSeasons.has(to)))
  expect(found.map(({ table, column }) => `${table}.${column}`)).toEqual([])
  // A name that excuses nothing any more is taken off the lists.
  const tables = new Set(rows.filter(({ to }) => !ofSeasons.has(to)).map(({ table }) => table))
  expect([...small, ...short].filter((table) => !tables.has(table))).toEqual([])
})
