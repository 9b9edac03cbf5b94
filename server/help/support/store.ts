import type { ExpressionBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Database } from '#server/tables.ts'
import type { Page } from '#shared/platform/api/page.ts'
import type { FeedbackStatus } from './tables.ts'

const columns = [
  'r.id',
  'r.account_id',
  'r.competition_code',
  'r.topic_title',
  'r.text',
  'r.email',
  'r.status',
  'r.created_at',
] as const

/** One person's requests in one competition, newest first. */
export function requestsOf(db: Db | Tx, accountId: number, competitionCode: string) {
  return db
    .selectFrom('feedback_requests as r')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('competition_code', '=', competitionCode)
    .orderBy('id', 'desc')
}

export interface InboxFilter {
  /** Of these competitions; an empty list means all. */
  competitions: readonly string[]
  status?: FeedbackStatus | undefined
  id?: number
}

/** Open requests are sorted oldest first, closed ones newest first. */
export function inbox(db: Db | Tx, filter: InboxFilter, { limit, offset }: Page) {
  return db
    .selectFrom('feedback_requests as r')
    .innerJoin('accounts as a', 'a.id', 'r.account_id')
    .select(columns)
    .select(['a.test_id', 'a.first_name', 'a.last_name', 'a.middle_name'])
    .where(chosen(filter))
    .orderBy(sql`r.status <> 'open'`)
    .orderBy(sql`case when r.status = 'open' then r.id else -r.id end`)
    .limit(limit)
    .offset(offset)
    .execute()
}

/** How many requests match the filter, and how many of the same competitions still wait for an answer. */
export async function countInbox(db: Db, { status, ...filter }: InboxFilter): Promise<{ count: number; open: number }> {
  const counted = await db
    .selectFrom('feedback_requests as r')
    .select((eb) => [
      eb.fn
        .countAll<string>()
        .filterWhere(status ? eb('r.status', '=', status) : sql<boolean>`true`)
        .as('count'),
      eb.fn.countAll<string>().filterWhere('r.status', '=', 'open').as('open'),
    ])
    .where(chosen(filter))
    .executeTakeFirstOrThrow()
  return { count: Number(counted.count), open: Number(counted.open) }
}

type Requests = ExpressionBuilder<Database & { r: Database['feedback_requests'] }, 'r'>

const chosen = (filter: InboxFilter) => (eb: Requests) =>
  eb.and([
    ...(filter.competitions.length > 0 ? [eb('r.competition_code', 'in', [...filter.competitions])] : []),
    ...(filter.status ? [eb('r.status', '=', filter.status)] : []),
    ...(filter.id === undefined ? [] : [eb('r.id', '=', filter.id)]),
  ])

export function filesOfRequests(db: Db | Tx, ids: readonly number[]) {
  return db
    .selectFrom('feedback_files')
    .innerJoin('files', 'files.id', 'feedback_files.file_id')
    .select(['request_id', 'file_id', 'files.name', 'files.size'])
    .where('request_id', 'in', ids.length > 0 ? [...ids] : [0])
    .orderBy('sort')
    .execute()
}

export function answersToRequests(db: Db | Tx, ids: readonly number[]) {
  return db
    .selectFrom('feedback_answers')
    .select(['id', 'request_id', 'text', 'created_at'])
    .where('request_id', 'in', ids.length > 0 ? [...ids] : [0])
    .orderBy('id')
    .execute()
}
