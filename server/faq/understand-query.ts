import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { searchForm } from '#server/dictionaries/search-form.ts'
import { slipsAllowed, slipsBetween } from './edit-distance.ts'
import { otherLayout } from './keyboard-layout.ts'

export interface Understood {
  /** For every word that means something, the words of the articles by which to look for it. */
  groups: string[][]
  /** How many words meant something, those included that no article has. */
  asked: number
  /** The query as it was understood, when that is not what was typed. */
  corrected: string | null
}

const mostWords = 8
const longestWord = 40

/**
 * Makes out what is looked for: words that the articles have, in any form; for a word that none has, the nearest ones;
 * and when nothing at all is known, the same keys in the Russian layout. Null: nothing to look for.
 */
export async function understandQuery(db: Db, competitionCode: string, typed: string): Promise<Understood | null> {
  const understood = await inWords(db, competitionCode, typed)
  if (understood) return understood
  const swapped = otherLayout(typed)
  if (swapped === null) return null
  const meant = await inWords(db, competitionCode, swapped)
  return meant && { ...meant, corrected: meant.corrected ?? searchForm(swapped) }
}

async function inWords(db: Db, competitionCode: string, typed: string): Promise<Understood | null> {
  const words = [...new Set(searchForm(typed).split(' '))]
    .filter((word) => word !== '')
    .slice(0, mostWords)
    .map((word) => word.slice(0, longestWord))
  if (words.length === 0) return null
  const told = await tellWords(db, competitionCode, words)
  const meant = told.filter(({ stop }) => !stop)
  const nearest = await nearestWords(
    db,
    competitionCode,
    meant.flatMap(({ word, known }) => (known ? [] : [word])),
  )
  const groups = meant.map(({ word, known }) => (known ? [word] : (nearest.get(word) ?? [])))
  const found = groups.filter((group) => group.length > 0)
  // A question of which less than half is understood is another question.
  if (found.length === 0 || found.length * 2 < groups.length) return null
  const changed = meant.some(({ word, known }) => !known && (nearest.get(word) ?? []).length > 0)
  return {
    groups: found,
    asked: groups.length,
    corrected: changed ? words.map((word) => nearest.get(word)?.[0] ?? word).join(' ') : null,
  }
}

/** By the word in any of its forms, or by how it begins while it is being typed. */
export const queryOf = (word: string) =>
  word.length < 3
    ? sql`plainto_tsquery('russian', ${word})`
    : sql`(plainto_tsquery('russian', ${word}) || to_tsquery('simple', ${`${word}:*`}))`

/** The same in the title alone. */
export const titleQueryOf = (word: string) =>
  word.length < 3
    ? sql`to_tsquery('russian', ${`${word}:A`})`
    : sql`(to_tsquery('russian', ${`${word}:A`}) || to_tsquery('simple', ${`${word}:*A`}))`

/** Of each word: does any article have it, and is it one of those that mean nothing by themselves («как», «на»). */
async function tellWords(db: Db, competitionCode: string, words: string[]) {
  const rows = words.map(
    (word) => sql`
      select ${word}::text as word,
        numnode(plainto_tsquery('russian', ${word})) = 0 as stop,
        exists (
          select from faq_articles
          where competition_code = ${competitionCode} and shown and search @@ ${queryOf(word)}
        ) as known`,
  )
  const answer = await sql<{
    word: string
    stop: boolean
    known: boolean
  }>`${sql.join(rows, sql` union all `)}`.execute(db)
  return answer.rows
}

/** For each word the nearest ones that the articles have, the nearest first. */
async function nearestWords(db: Db, competitionCode: string, words: string[]): Promise<Map<string, string[]>> {
  const asked = words.filter((word) => slipsAllowed(word.length) > 0)
  if (asked.length === 0) return new Map()
  const { rows } = await sql<{ asked: string; word: string }>`
    select asked, near.word from unnest(${asked}::text[]) asked
    cross join lateral (
      select w.word, max(similarity(w.word, asked)) as likeness
      from faq_words w join faq_articles a on a.id = w.article_id and a.shown
      where w.competition_code = ${competitionCode} and w.word % asked
      group by w.word order by likeness desc, w.word limit 20
    ) near`.execute(db)
  return new Map(
    asked.map((word) => {
      const allowed = slipsAllowed(word.length)
      const near = rows
        .filter((row) => row.asked === word)
        .map((row) => ({ word: row.word, slips: slipsBetween(word, row.word, allowed) }))
        .filter(({ slips }) => slips <= allowed)
      // What needs fewer slips was meant; others only add noise.
      const least = Math.min(...near.map(({ slips }) => slips))
      return [word, near.filter(({ slips }) => slips === least).map((each) => each.word)]
    }),
  )
}
