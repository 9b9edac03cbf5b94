import type { Db } from '#server/db.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import { inReadingOrder, type Nested, nest, pathsOf } from '#shared/help/faq/tree.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { feedbackOf, findByPath, ownFeedback, type Place, placesOf, textsOf, treeVersion } from './store.ts'
import { openHelp } from './who-edits.ts'

interface Listing extends Page {
  competition_code: string
  tree: boolean
  brief: boolean
}

/** The help of a competition. Editors also see unpublished articles and how useful readers found each. */
export async function listArticles(db: Db, caller: Caller, listing: Listing) {
  const { competition_code: competitionCode, tree, brief, limit, offset } = listing
  const { mayEdit } = await openHelp(db, caller, competitionCode)
  const places = (await placesOf(db, competitionCode)).filter(({ shown }) => shown || mayEdit)
  const paths = pathsOf(places)
  const feedback = mayEdit ? await feedbackOf(db, competitionCode) : null
  const roots = nest(places)
  const all: Nested<Place>[] = tree ? roots : inReadingOrder(roots).map((article) => ({ ...article, children: [] }))
  const page = all.slice(offset, offset + limit)
  const texts = brief
    ? null
    : await textsOf(
        db,
        inReadingOrder(page).map(({ id }) => id),
      )
  const wire = ({ children, shown: _shown, updated_at, ...article }: Nested<Place>): object => ({
    ...article,
    updated: formatWire(updated_at),
    parents: (paths.get(article.id)?.parents ?? []).map(({ id, title, path }) => ({ id, title, path })),
    ...(texts ? { text: texts.get(article.id) ?? '' } : {}),
    ...(feedback ? { feedback: feedback.get(article.id) ?? { yes: 0, no: 0 } } : {}),
    children: children.map(wire),
  })
  return {
    articles: page.map(wire),
    count: all.length,
    version: await treeVersion(db, competitionCode),
    may_edit: mayEdit,
  }
}

/** One article for reading. */
export async function readArticle(
  db: Db,
  caller: Caller,
  { competition_code: competitionCode, path }: { competition_code: string; path: string },
) {
  const { mayEdit } = await openHelp(db, caller, competitionCode)
  const article = await findByPath(db, competitionCode, path.replace(/^\/+|(?<!\/)\/+$/g, ''))
  if (!article || !(article.shown || mayEdit)) throw new Refusal('not_found')
  const places = await placesOf(db, competitionCode)
  const feedback = mayEdit ? await feedbackOf(db, competitionCode) : null
  const { id, parent_id, alias, title, text, sort, published, version } = article
  return {
    ...{ id, parent_id, alias, title, text, sort, published, version },
    path: article.path,
    updated: formatWire(article.updated_at),
    parents: (pathsOf(places).get(id)?.parents ?? []).map((parent) => ({
      ...{ id: parent.id, title: parent.title, path: parent.path },
    })),
    may_edit: mayEdit,
    useful: await ownFeedback(db, id, caller.accountId),
    ...(feedback ? { feedback: feedback.get(id) ?? { yes: 0, no: 0 } } : {}),
  }
}
