import type { Tx } from '#server/db.ts'
import { sanitise, textOf } from '#server/platform/html/sanitise.ts'
import { aliasOf } from '#shared/platform/text/alias.ts'
import { lockTree } from './change-tree.ts'
import { keepWords } from './save-article.ts'

export interface ImportedArticle {
  title: string
  alias?: string
  /** HTML. */
  text: string
  children?: ImportedArticle[]
  draft?: true
}

/** Writes the whole help of a competition that has none. Aliases of siblings must differ. */
export async function importArticles(
  tx: Tx,
  competitionCode: string,
  articles: readonly ImportedArticle[],
  at: Date,
): Promise<void> {
  await lockTree(tx, competitionCode)
  await importBelow(tx, articles, { competitionCode, at, parentId: null, path: '', shown: true })
}

interface Place {
  competitionCode: string
  at: Date
  parentId: number | null
  path: string
  shown: boolean
}

async function importBelow(tx: Tx, articles: readonly ImportedArticle[], place: Place): Promise<void> {
  for (const [sort, article] of articles.entries()) {
    const alias = article.alias ?? aliasOf(article.title)
    const path = place.path === '' ? alias : `${place.path}/${alias}`
    const text = sanitise(article.text)
    const shown = place.shown && article.draft !== true
    const { id } = await tx
      .insertInto('faq_articles')
      .values({
        ...{ competition_code: place.competitionCode, parent_id: place.parentId, alias, path, sort, shown },
        ...{ title: article.title, text, words: textOf(text), published: article.draft !== true },
        created_at: place.at,
        updated_at: place.at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await keepWords(tx, id, place.competitionCode)
    await importBelow(tx, article.children ?? [], { ...place, parentId: id, path, shown })
  }
}
