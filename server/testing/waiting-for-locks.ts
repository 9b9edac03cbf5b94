import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Db } from '#server/db.ts'
import { patience } from './patience.ts'

/** Waits until this number of statements wait for rows that another transaction has locked. */
export const untilWaiting = (db: Db, count: number) =>
  vi.waitFor(async () => {
    const { rows } = await sql<{ waiting: number }>`select count(*)::integer as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    expect(rows[0]?.waiting).toBe(count)
  }, patience)
