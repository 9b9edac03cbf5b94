import type { Static } from 'typebox'
import type { Db, Tx } from '#server/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import type { feedbackRoutes } from '#shared/help/support/routes.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { answersToRequests, countInbox, filesOfRequests, type InboxFilter, inbox, requestsOf } from './store.ts'

export type Request = Static<(typeof feedbackRoutes)['POST /feedback_form']['response']>
export type IncomingRequest = Static<(typeof feedbackRoutes)['PATCH /admin/feedback/:id']['response']>
type Row = Awaited<ReturnType<ReturnType<typeof requestsOf>['execute']>>[number]

/** One person's requests with their answers. */
export async function listFeedback(db: Db, accountId: number, competitionCode: string, page: Page) {
  const { rows, count } = await readPage(requestsOf(db, accountId, competitionCode), page)
  const whole = await withFilesAndAnswers(db, rows)
  return { requests: rows.map(whole), count }
}

/** The requests that an organiser sees, by the filter. */
export async function listInbox(db: Db, filter: InboxFilter, page: Page) {
  return { requests: await incoming(db, filter, page), ...(await countInbox(db, filter)) }
}

export async function incoming(db: Db | Tx, filter: InboxFilter, page: Page): Promise<IncomingRequest[]> {
  const rows = await inbox(db, filter, page)
  const whole = await withFilesAndAnswers(db, rows)
  return rows.map((row) => ({
    ...whole(row),
    competition_code: row.competition_code,
    from: { id: row.test_id, fio: formalName(row) },
  }))
}

/** Two queries for any number of requests. */
export async function withFilesAndAnswers(db: Db | Tx, rows: readonly Row[]): Promise<(row: Row) => Request> {
  const ids = rows.map(({ id }) => id)
  const files = await filesOfRequests(db, ids)
  const answers = await answersToRequests(db, ids)
  return (row) => ({
    id: row.id,
    topic: row.topic_title,
    text: row.text,
    email: row.email,
    status: row.status,
    created: formatWire(row.created_at),
    files: files
      .filter(({ request_id }) => request_id === row.id)
      .map(({ file_id, name, size }) => ({ file_id, name, size })),
    answers: answers
      .filter(({ request_id }) => request_id === row.id)
      .map(({ id, text, created_at }) => ({ id, text, created: formatWire(created_at) })),
  })
}
