import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { searchForm } from '#server/forms/dictionaries/search-form.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { sanitise, textOf } from '#server/platform/html/sanitise.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { maxArticles } from '#shared/help/faq/limits.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { aliasOf, freeAlias } from '#shared/platform/text/alias.ts'
import { arrange, keepArrangement, lockedPlaces } from './change-tree.ts'
import type { Place } from './store.ts'
import { requireEditor } from './who-edits.ts'

interface ArticleParts {
  title?: string | undefined
  alias?: string | undefined
  text?: string | undefined
  parent_id?: number | null | undefined
  sort?: number | undefined
  published?: boolean | undefined
}

interface SavedArticle {
  id: number
  path: string
  alias: string
  version: number
}

/** Adds an article. Without a place it becomes the last sibling; without an alias it gets one made from its title. */
export async function addArticle(
  { db, clock }: Services,
  caller: Caller,
  { competition_code: competitionCode, ...parts }: ArticleParts & { competition_code: string; title: string },
): Promise<SavedArticle> {
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const before = await lockedPlaces(tx, competitionCode)
    if (before.length >= maxArticles) throw new Refusal('faq_too_many', { values: { max: maxArticles } })
    const parentId = parts.parent_id ?? null
    const siblings = siblingsOf(before, parentId)
    const fresh = {
      id: 0,
      parent_id: parentId,
      alias: parts.alias ?? freeAlias(aliasOf(parts.title), new Set(siblings.map(({ alias }) => alias))),
      sort: parts.sort === undefined ? siblings.length : parts.sort - 0.5,
      published: parts.published ?? true,
    }
    refuseTaken(siblings, parts.alias)
    const arranged = arrange(before, [...before, fresh])
    const place = arranged.find(({ id }) => id === 0)
    if (!place) throw new Refusal('invalid_request')
    const { alias, sort, path, published, shown } = place
    const { id } = await tx
      .insertInto('faq_articles')
      .values({
        ...{ competition_code: competitionCode, parent_id: parentId, alias, sort, path, published, shown },
        title: parts.title.trim(),
        ...cleaned(parts.text ?? ''),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await keepArrangement(tx, { competitionCode, before, after: arranged.filter((article) => article.id !== 0) })
    await keepWords(tx, id, competitionCode)
    await recordAudit(tx, { actorId: caller.accountId, action: 'faq.added', subject: String(id), detail: { path } })
    return { id, path, alias, version: 1 }
  })
}

/**
 * Changes the given fields and keeps the rest. With `version`, an article that another editor has saved meanwhile is
 * not overwritten.
 */
export async function saveArticle(
  { db, clock }: Services,
  caller: Caller,
  { id, version: seen, ...parts }: ArticleParts & { id: number; version?: number | undefined },
): Promise<SavedArticle> {
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const competitionCode = await competitionOf(tx, id)
    requireEditor(caller, competitionCode)
    const before = await lockedPlaces(tx, competitionCode)
    const was = before.find((article) => article.id === id)
    if (!was) throw new Refusal('not_found')
    const { version } = await tx
      .selectFrom('faq_articles')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (seen !== undefined && seen !== version) throw new Refusal('faq_article_changed')

    const wanted = placed(before, was, parts)
    const movesPlace = (['parent_id', 'sort', 'alias', 'published'] as const).some((name) => wanted[name] !== was[name])
    let place: { path: string; alias: string } = was
    if (movesPlace) {
      const after = arrange(
        before,
        before.map((article) => (article.id === id ? wanted : article)),
      )
      await keepArrangement(tx, { competitionCode, before, after })
      place = after.find((article) => article.id === id) ?? was
    }
    await tx
      .updateTable('faq_articles')
      .set((eb) => ({
        version: eb('version', '+', 1),
        updated_at: now,
        ...(parts.title === undefined ? {} : { title: parts.title.trim() }),
        ...(parts.text === undefined ? {} : cleaned(parts.text)),
      }))
      .where('id', '=', id)
      .execute()
    await keepWords(tx, id, competitionCode)
    await recordAudit(tx, {
      actorId: caller.accountId,
      action: 'faq.changed',
      subject: String(id),
      detail: { path: place.path, parts: Object.keys(parts) },
    })
    return { id, path: place.path, alias: place.alias, version: version + 1 }
  })
}

/** The requested place of an article. An article moved without a position becomes the last of its new siblings. */
function placed(before: readonly Place[], was: Place, { parent_id, sort, alias, published }: ArticleParts) {
  const parentId = parent_id === undefined ? was.parent_id : parent_id
  const siblings = siblingsOf(before, parentId).filter((article) => article.id !== was.id)
  refuseTaken(siblings, alias)
  const moves = parentId !== was.parent_id
  const number = sort ?? (moves ? siblings.length : was.sort)
  // Between the two siblings; the numbers become whole again when the tree is tidied.
  const among = !moves && number === was.sort ? was.sort : number > was.sort && !moves ? number + 0.5 : number - 0.5
  return { ...was, parent_id: parentId, sort: among, alias: alias ?? was.alias, published: published ?? was.published }
}

const siblingsOf = (places: readonly Place[], parentId: number | null) =>
  places.filter((article) => article.parent_id === parentId)

function refuseTaken(siblings: readonly Place[], alias: string | undefined): void {
  if (alias === undefined || siblings.every((article) => article.alias !== alias)) return
  throw new Refusal('faq_alias_taken', { fields: { alias: { rule: 'taken', message: 'Такой адрес уже занят' } } })
}

export async function competitionOf(tx: Tx, articleId: number): Promise<string> {
  const found = await tx
    .selectFrom('faq_articles')
    .select('competition_code')
    .where('id', '=', articleId)
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return found.competition_code
}

/** The cleaned text and its words. */
function cleaned(html: string): { text: string; words: string } {
  const text = sanitise(html)
  return { text, words: textOf(text) }
}

/** Shorter words are not checked for typing errors; longer ones are not words. */
const [minWordLength, maxWordLength] = [4, 40]

/** Saves the words of the article for searching. */
export async function keepWords(tx: Tx, articleId: number, competitionCode: string): Promise<void> {
  const { title, words } = await tx
    .selectFrom('faq_articles')
    .select(['title', 'words'])
    .where('id', '=', articleId)
    .executeTakeFirstOrThrow()
  const found = new Set(searchForm(`${title} ${words}`).split(' '))
  const kept = [...found].filter((word) => word.length >= minWordLength && word.length <= maxWordLength)
  await tx.deleteFrom('faq_words').where('article_id', '=', articleId).execute()
  await sql`
    insert into faq_words (article_id, competition_code, word)
    select ${articleId}, ${competitionCode}, word from unnest(${kept}::text[]) word`.execute(tx)
}
