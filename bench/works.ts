import { sql } from 'kysely'
import type { Db } from '#server/db.ts'

/**
 * Adds this number of people who have handed in a text at the stage and wait for a decision. The works are compared and
 * prepared, as those that a checker is given always are: otherwise the portal would prepare them all from its next
 * full minute on, and a benchmark would measure that, more or less of it each time.
 */
export async function addWorks(db: Db, stageId: number, works: number): Promise<void> {
  const data = JSON.stringify({ text: 'Однажды мне пришлось принять решение. '.repeat(60) })
  for (let from = 0; from < works; from += 1000)
    await sql`
      with authors as (
        insert into accounts (email, password_hash, last_name, created_at)
        select 'author' || n || '@works.test', '', 'Автор' || n, now()
        from generate_series(${from}::int, ${Math.min(from + 1000, works) - 1}::int) as n returning id
      ), taking_part as (
        insert into participations (account_id, competition_code, door, track_code, region, joined_at)
        select id, 'ru_season_5', 'participant', 'business', (id % 85)::text, now() from authors
      ), facts as (
        insert into stage_facts (account_id, stage_id, started_at, submitted_at)
        select id, ${stageId}, now(), now() from authors
      )
      insert into hand_ins (account_id, stage_id, revision, arrived_at, receipt_number, data)
      select id, ${stageId}, 1, now() - make_interval(secs => id), 'bench-' || id, ${data}::jsonb
      from authors`.execute(db)
  await sql`
    with queue as (select id, hand_in_id from works where stage_id = ${stageId} and waits_since is not null),
    compared as (
      insert into compared_works (work_id, hand_in_id, compared_at) select id, hand_in_id, now() from queue
      on conflict do nothing)
    insert into prepared_works (work_id, hand_in_id, telling, prepared_at) select id, hand_in_id, '{}', now() from queue
    on conflict do nothing`.execute(db)
  await sql`analyze`.execute(db)
}
