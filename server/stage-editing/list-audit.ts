import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import type { Page } from '#shared/api/page.ts'
import { fullName } from '#shared/people/full-name.ts'
import type { StageChange } from '#shared/stage-editing/stage-changes.ts'
import { formatWire } from '#shared/time/moscow.ts'

const maxTableRows = 10_000

/** The changes in a competition and who made them, newest first. */
export async function listAudit(db: Db, competition: string, page: Page) {
  const { rows, count } = await readPage(actsOf(db, competition), page)
  return { acts: rows.map(shown), count }
}

/** The audit as a table with one row per change. */
export async function auditTable(db: Db, competition: string): Promise<{ head: string[]; rows: string[][] }> {
  const acts = await actsOf(db, competition).limit(maxTableRows).execute()
  const rows = acts.map(shown).flatMap(({ at, by, action, stage, changes }) => {
    const act = [at, by, action, stage ?? '']
    if (changes.length === 0) return [[...act, '', '', '']]
    return changes.map(({ title, before = '', after = '' }) => [...act, title, before, after])
  })
  return { head: ['Когда (Москва)', 'Кто', 'Действие', 'Этап', 'Что', 'Было', 'Стало'], rows }
}

const actsOf = (db: Db, competition: string) =>
  db
    .selectFrom('audit as a')
    .leftJoin('accounts', 'accounts.id', 'a.actor_id')
    .select(['a.id', 'a.at', 'a.action', 'a.detail', 'accounts.first_name', 'accounts.last_name'])
    .where(sql`a.detail ->> 'competition'`, '=', competition)
    .orderBy('a.id', 'desc')

function shown({
  id,
  at,
  action,
  detail,
  ...person
}: Awaited<ReturnType<ReturnType<typeof actsOf>['execute']>>[number]) {
  return {
    id,
    at: formatWire(at),
    by: fullName(person),
    action,
    stage: typeof detail.stage === 'string' ? detail.stage : null,
    changes: Array.isArray(detail.changes) ? (detail.changes as StageChange[]) : [],
  }
}
