import type { Tx } from '#server/db.ts'
import type { ImportedArticle } from '#server/help/faq/import-articles.ts'
import { importArticles } from '#server/help/faq/import-articles.ts'
import type { FilledPeople } from './fill-people.ts'
import { everyKindHelp, politicsHelp, socialHelp, youngHelp } from './help/others.ts'
import { seasonHelp } from './help/season.ts'
import { daysFrom } from './moment.ts'

const helpOf: Record<string, ImportedArticle[]> = {
  ru_season_5: seasonHelp,
  politleaders_2: politicsHelp,
  socialarchitects: socialHelp,
  young_managers: youngHelp,
  all_kinds: everyKindHelp,
}

/** Searches without results and their counts: they show the editor where an article is missing. */
const misses: [query: string, times: number, daysAgo: number][] = [
  ['справка для работодателя', 7, 1],
  ['промокод', 4, 2],
  ['смена фамилии', 3, 2],
  ['wifi на площадке', 1, 5],
]

/** The help of every competition, with ratings by readers. */
export async function fillHelp(tx: Tx, people: FilledPeople, now: Date): Promise<void> {
  for (const [competition, articles] of Object.entries(helpOf))
    await importArticles(tx, competition, articles, daysFrom(now, -20))
  await tx
    .insertInto('faq_misses')
    .values(
      misses.map(([query, times, days]) => ({
        ...{ competition_code: 'ru_season_5', query, times, last_at: daysFrom(now, -days) },
      })),
    )
    .execute()
  const articles = await tx.selectFrom('faq_articles').select(['id', 'sort']).where('shown', '=', true).execute()
  await tx
    .insertInto('faq_feedback')
    .values(
      articles.flatMap(({ id: article_id, sort }) =>
        people.crowd.slice(0, (article_id * 7) % 23).map(({ accountId: account_id }, number) => ({
          ...{ article_id, account_id, useful: number % (3 + (sort % 4)) !== 0, given_at: daysFrom(now, -number) },
        })),
      ),
    )
    .execute()
}
