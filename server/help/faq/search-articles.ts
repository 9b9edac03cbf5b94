import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { readFound } from '#server/platform/db/read-page.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { pathsOf } from '#shared/help/faq/tree.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { recordMiss } from './record-miss.ts'
import { placesOf } from './store.ts'
import { queryOf, titleQueryOf, type Understood, understandQuery } from './understand-query.ts'
import { openHelp } from './who-edits.ts'

export interface Part {
  text: string
  match: boolean
}

interface Found {
  id: number
  path: string
  title: string
  title_marked: string
  words_marked: string
  words: string
  found: number
}

/** Articles that answer the query, the best first. A query without results is recorded for the editors. */
export async function searchArticles(
  { db, clock }: Services,
  caller: Caller,
  asked: { competition_code: string; query: string; suggest?: boolean | undefined } & Page,
) {
  const competitionCode = asked.competition_code
  await openHelp(db, caller, competitionCode)
  const understood = await understandQuery(db, competitionCode, asked.query)
  const look = asked.suggest ? suggest : find
  const found = understood ? await look(db, competitionCode, understood, asked) : { rows: [], count: 0 }
  // Text of a letter to support is not a query, and the editors must not read it.
  if (found.count === 0 && asked.offset === 0 && !asked.suggest)
    await recordMiss(db, competitionCode, asked.query, clock())
  const places = found.rows.length > 0 ? pathsOf(await placesOf(db, competitionCode)) : new Map()
  return {
    articles: found.rows.map(({ id, path, title, title_marked, words_marked, words }) => ({
      ...{ id, path, title },
      parents: ((places.get(id)?.parents ?? []) as { id: number; title: string; path: string }[]).map((parent) => ({
        ...{ id: parent.id, title: parent.title, path: parent.path },
      })),
      title_parts: partsOf(title_marked, title),
      excerpt: partsOf(words_marked, words),
    })),
    count: found.count,
    corrected: found.count > 0 ? (understood?.corrected ?? null) : null,
  }
}

/** For each group, a query for any of its words in any form. */
const eachOf = (groups: string[][], by: typeof queryOf) =>
  groups.map((words) => sql`(${sql.join(words.map(by), sql` || `)})`)

/**
 * Articles that a letter may be about: they have half of its words and at least two, because any article has one word
 * of a long letter. A single word must be in the title. More words rank higher.
 */
async function suggest(db: Db, competitionCode: string, { groups, asked }: Understood, page: Page) {
  const each = eachOf(groups, groups.length === 1 ? titleQueryOf : queryOf)
  const had = sql`(${sql.join(
    each.map((query) => sql`(a.search @@ ${query})::int`),
    sql` + `,
  )})`
  const min = Math.max(Math.ceil(asked / 2), Math.min(2, groups.length))
  return matching(db, competitionCode, { all: sql`(${sql.join(each, sql` || `)})`, weight: had, min }, page)
}

/** Articles with every word, then those with some of the words in the title; if there are none, with any word. */
async function find(db: Db, competitionCode: string, { groups }: Understood, page: Page) {
  const every = sql`(${sql.join(eachOf(groups, queryOf), sql` && `)})`
  const weight = sql`(a.search @@ ${every})::int`
  if (groups.length === 1) return matching(db, competitionCode, { all: every, weight, min: 0 }, page)
  // «Сменить телефон» must find «Изменить телефон» even when another article happens to have both words in its text.
  const titled = sql`(${every} || ${sql.join(eachOf(groups, titleQueryOf), sql` || `)})`
  const found = await matching(db, competitionCode, { all: titled, weight, min: 0 }, page)
  if (found.count > 0) return found
  const any = sql`(${sql.join(eachOf(groups, queryOf), sql` || `)})`
  return matching(db, competitionCode, { all: any, weight, min: 0 }, page)
}

// Control characters around each match; stored texts have none.
const [begin, end] = ['\u0002', '\u0003']
const marks = `StartSel=${begin}, StopSel=${end}`

async function matching(
  db: Db,
  competitionCode: string,
  query: {
    all: RawBuilder<unknown>
    /** The weight of an article `a`: articles with a higher one come first. */
    weight: RawBuilder<unknown>
    min: number
  },
  asked: Page,
) {
  return readFound(
    db,
    asked,
    (page) => sql<Found>`
    with asked as (select ${query.all} as query),
    best as (
      select a.id, a.path, a.title, a.words, asked.query, (count(*) over ())::int as found,
        ${query.weight} as weight, ts_rank_cd('{0.1, 0.2, 0.3, 1.0}', a.search, asked.query, 1) as rank
      from faq_articles a, asked
      where a.competition_code = ${competitionCode} and a.shown and a.search @@ asked.query
        and ${query.weight} >= ${query.min}
      order by weight desc, rank desc, a.path
      limit ${page.limit} offset ${page.offset}
    )
    select id, path, title, words, found,
      ts_headline('russian', translate(title, 'Ёё<>/', 'Ее   '), query, ${`${marks}, HighlightAll=true`}) as title_marked,
      ts_headline('russian', translate(words, 'Ёё<>/', 'Ее   '), query, ${`${marks}, MaxWords=26, MinWords=12, ShortWord=2`}) as words_marked
    from best order by weight desc, rank desc, path`,
  )
}

/** The highlighted text in parts, with each ё and each sign of the original. */
function partsOf(marked: string, original: string): Part[] {
  const plain = marked.replaceAll(begin, '').replaceAll(end, '')
  // The database got е for ё and a space for each of «<>/», one character for one, so positions match the original.
  const from = original.replaceAll('ё', 'е').replaceAll('Ё', 'Е').replace(/[<>/]/g, ' ').indexOf(plain)
  let place = from
  const parts: Part[] = []
  for (const [index, piece] of marked.split(new RegExp(`[${begin}${end}]`)).entries()) {
    const text = from < 0 ? piece : original.slice(place, place + piece.length)
    place += piece.length
    if (text !== '') parts.push({ text, match: index % 2 === 1 })
  }
  if (from > 0) parts.unshift({ text: '… ', match: false })
  if (from >= 0 && from + plain.length < original.length) parts.push({ text: ' …', match: false })
  return parts
}
