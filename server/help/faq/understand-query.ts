import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { searchForm } from '#server/forms/dictionaries/search-form.ts'
import { slipsAllowed, typingErrorsBetween } from './edit-distance.ts'
import { otherLayout } from './keyboard-layout.ts'

export interface Understood {
  /** For every meaningful word, the words of the articles to search for. */
  groups: string[][]
  /** How many meaningful words the query has, including those that no article has. */
  asked: number
  /** The corrected query, when it differs from what was typed. */
  corrected: string | null
}

const maxWords = 8
const maxWordLength = 40

/**
 * Works out the words to search for: words of the articles in any form; for an unknown word, the most similar ones; and
 * when no word is known, the same keys in the Russian layout. Null: nothing to search for.
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
    .slice(0, maxWords)
    .map((word) => word.slice(0, maxWordLength))
  if (words.length === 0) return null
  const classified = await classifyWords(db, competitionCode, words)
  const meant = classified.filter(({ stop }) => !stop)
  const nearest = await nearestWords(
    db,
    competitionCode,
    meant.flatMap(({ word, known }) => (known ? [] : [word])),
  )
  const groups = meant.map(({ word, known }) => (known ? [word] : (nearest.get(word) ?? [])))
  const found = groups.filter((group) => group.length > 0)
  // When less than half of the words are known, the results would not answer the question.
  if (found.length === 0 || found.length * 2 < groups.length) return null
  const changed = meant.some(({ word, known }) => !known && (nearest.get(word) ?? []).length > 0)
  return {
    groups: found,
    asked: groups.length,
    corrected: changed ? words.map((word) => nearest.get(word)?.[0] ?? word).join(' ') : null,
  }
}

/** Matches the word in any form, or as a prefix while it is being typed. */
export const queryOf = (word: string) =>
  word.length < 3
    ? sql`plainto_tsquery('russian', ${word})`
    : sql`(plainto_tsquery('russian', ${word}) || to_tsquery('simple', ${`${word}:*`}))`

/** Matches the word in the title only. */
export const titleQueryOf = (word: string) =>
  word.length < 3
    ? sql`to_tsquery('russian', ${`${word}:A`})`
    : sql`(to_tsquery('russian', ${`${word}:A`}) || to_tsquery('simple', ${`${word}:*A`}))`

/** For each word: whether any article has it, and whether it is a stop word («как», «на»). */
async function classifyWords(db: Db, competitionCode: string, words: string[]) {
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

/** For each word the most similar words of the articles, the best first. */
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
        .map((row) => ({ word: row.word, slips: typingErrorsBetween(word, row.word, allowed) }))
        .filter(({ slips }) => slips <= allowed)
      // Only the words with the fewest typing errors: others add noise.
      const fewest = Math.min(...near.map(({ slips }) => slips))
      return [word, near.filter(({ slips }) => slips === fewest).map((each) => each.word)]
    }),
  )
}
