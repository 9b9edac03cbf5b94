import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import type { Page } from '#shared/platform/api/page.ts'

const placeColumns = ['id', 'parent_id', 'alias', 'sort', 'path', 'title', 'published', 'shown', 'updated_at'] as const

/** Every article of the competition without its text; at most `maxArticles`. */
export const placesOf = (db: Db | Tx, competitionCode: string) =>
  db.selectFrom('faq_articles').select(placeColumns).where('competition_code', '=', competitionCode).execute()
export type Place = Awaited<ReturnType<typeof placesOf>>[number]

export async function textsOf(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('faq_articles').select(['id', 'text']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, text }) => [id, text]))
}

export async function treeVersion(db: Db | Tx, competitionCode: string): Promise<number> {
  const row = await db
    .selectFrom('faq_trees')
    .select('version')
    .where('competition_code', '=', competitionCode)
    .executeTakeFirst()
  return row?.version ?? 1
}

/** How many readers found each article useful, and how many did not. */
export async function feedbackOf(db: Db, competitionCode: string): Promise<Map<number, { yes: number; no: number }>> {
  const rows = await db
    .selectFrom('faq_feedback')
    .innerJoin('faq_articles', 'faq_articles.id', 'faq_feedback.article_id')
    .select([
      'article_id',
      sql<number>`count(*) filter (where useful)::int`.as('yes'),
      sql<number>`count(*) filter (where not useful)::int`.as('no'),
    ])
    .where('faq_articles.competition_code', '=', competitionCode)
    .groupBy('article_id')
    .execute()
  return new Map(rows.map(({ article_id, yes, no }) => [article_id, { yes, no }]))
}

/** The article at this path, or the one that had this path before. */
export async function findByPath(db: Db, competitionCode: string, path: string) {
  return db
    .selectFrom('faq_articles')
    .selectAll()
    .where('competition_code', '=', competitionCode)
    .where((is) =>
      is.or([
        is('path', '=', path),
        is(
          'id',
          '=',
          is
            .selectFrom('faq_old_paths')
            .select('article_id')
            .where('faq_old_paths.competition_code', '=', competitionCode)
            .where('faq_old_paths.path', '=', path),
        ),
      ]),
    )
    .orderBy(sql`path = ${path}`, 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function ownFeedback(db: Db, articleId: number, accountId: number): Promise<boolean | null> {
  const row = await db
    .selectFrom('faq_feedback')
    .select('useful')
    .where('article_id', '=', articleId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.useful ?? null
}

export async function saveFeedback(
  db: Db,
  given: { articleId: number; accountId: number; useful: boolean; at: Date },
): Promise<void> {
  await db
    .insertInto('faq_feedback')
    .values({ article_id: given.articleId, account_id: given.accountId, useful: given.useful, given_at: given.at })
    .onConflict((conflict) =>
      conflict.columns(['article_id', 'account_id']).doUpdateSet({ useful: given.useful, given_at: given.at }),
    )
    .execute()
}

export async function missesOf(db: Db, competitionCode: string, page: Page) {
  const misses = db
    .selectFrom('faq_misses')
    .select(['query', 'times', 'last_at'])
    .where('competition_code', '=', competitionCode)
    .orderBy('last_at', 'desc')
    .orderBy('query')
  return readPage(misses, page)
}
