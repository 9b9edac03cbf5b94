import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { federalDistricts } from '#server/forms/dictionaries/data/federal-districts.ts'
import { searchForm } from './search-form.ts'

const maxSuggestions = 10

/** Below this similarity a value is a different word and not a typing error. */
const minSimilarity = 0.4
/** Two letters are similar to too many words. */
const minTypoLength = 3

interface DictionaryQuery {
  readonly dict: string
  readonly query: string
  readonly limit?: number
  /** kladr_code of a region. */
  readonly district?: string | undefined
  /** A federal district, by its name or its id in the dictionary of districts. */
  readonly fo?: string | undefined
  /** Adds the items of this competition to the shared ones. */
  readonly competition?: string | undefined
}

/**
 * Suggestions for a query: values that begin with it, then values with a word that begins with it, then values that
 * differ by a typing error. An empty query gives the beginning of the dictionary. Retired items are left out.
 */
export async function searchDictionary(db: Db | Tx, asked: DictionaryQuery) {
  const query = searchForm(asked.query)
  const limit = Math.min(Math.max(1, asked.limit ?? maxSuggestions), maxSuggestions)
  if (query === '' && asked.query.trim() !== '') return []

  const likeness = sql<number>`word_similarity(${query}, search)`
  const rank = sql<number>`case
    when search like ${`${query}%`} then 0
    when search like ${`% ${query}%`} then 1
    else 2 end`
  const district = fullName(asked.fo)
  return await db
    .selectFrom('dictionary_items')
    .select(['id', 'value', 'region', 'fo'])
    .where('dict', '=', asked.dict)
    .where('retired', '=', false)
    .where((where) =>
      where.or([
        where('competition_code', 'is', null),
        ...(asked.competition ? [where('competition_code', '=', asked.competition)] : []),
      ]),
    )
    .$if(asked.district !== undefined, (rows) => rows.where('region', '=', asked.district ?? null))
    .$if(district !== undefined, (rows) => rows.where('fo', '=', district ?? null))
    .$if(query !== '', (rows) =>
      rows
        .where((where) =>
          where.or([
            where('search', 'like', `${query}%`),
            where('search', 'like', `% ${query}%`),
            ...(query.length >= minTypoLength ? [where(likeness, '>=', minSimilarity)] : []),
          ]),
        )
        .orderBy(rank)
        // Among equal matches the order of the dictionary decides.
        .orderBy(
          sql`case when search like ${`${query}%`} or search like ${`% ${query}%`} then 0 else -${likeness} end`,
        ),
    )
    .orderBy('sort')
    .orderBy('value')
    .orderBy('id')
    .limit(limit)
    .execute()
}

function fullName(fo: string | undefined): string | undefined {
  if (fo === undefined) return undefined
  return Object.hasOwn(federalDistricts, fo) ? federalDistricts[fo as keyof typeof federalDistricts] : fo
}
