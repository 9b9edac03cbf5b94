import { type RawBuilder, sql } from 'kysely'
import { containing } from '#server/platform/db/containing.ts'
import { type SearchWords, searchWords } from './search-words.ts'

/** A word less similar to a name is no typing error of it. `beside` digits or an address the limit is lower. */
const minSimilarity = { alone: 0.4, beside: 0.2 }
/** Shorter words are not compared by similarity: they are similar to too many names. */
const minTypoLength = 4
/** Shorter texts have no trigram, by which an index finds them inside others. */
const minInsideLength = 3
/** A phone number without its +7. */
const wholePhone = /^\d{10}$/
const maxInteger = 2_147_483_647

/** The same expressions as in the indexes. */
const nameOf = sql`translate(lower(a.last_name || ' ' || a.first_name || ' ' || a.middle_name), 'ё', 'е')`
const surnameOf = sql`(translate(lower(a.last_name), 'ё', 'е') collate "C")`
const emailOf = sql`lower(a.email::text)`
export const byName = sql`${surnameOf}, a.first_name collate "C", a.id`
export const byArrival = sql`p.joined_at desc, a.id desc`

/** Conditions on an account `a` and its participation `p`, all of which hold, and the order of those who are found. */
export interface Search {
  conditions: RawBuilder<unknown>[]
  order: RawBuilder<unknown>
  /** The least similarity of the operator `<%`, which takes it from a setting. */
  similarity: number | null
}

/**
 * People with all these words in any order, the best matches first: those with a whole word of the name before the others.
 * A word of one or two letters begins a part of the name, a longer one may be inside. With `slips` a word of four or more
 * letters may be misspelt.
 */
export function peopleWith({ names, digits, addresses }: SearchWords, slips: boolean): Search {
  const beside = [...digits, ...addresses].some((word) => word.length >= minInsideLength)
  // Beside something rarer a name is only compared: its index would give very many people.
  const name = beside ? sql`(${nameOf} || '')` : nameOf
  const inside = (word: string) => sql`${name} like ${containing(word)}`
  const likeness = names.map((word) => sql`word_similarity(${word}, ${nameOf}) + (${nameOf} ~ ${`\\m${word}\\M`})::int`)
  return {
    conditions: [
      ...names.map((word) => {
        if (word.length < minInsideLength) return beginning(word)
        return slips && maySlip(word) ? sql`(${inside(word)} or ${word} <% ${name})` : inside(word)
      }),
      ...digits.map(numbered),
      ...addresses.map((word) =>
        word.length < minInsideLength
          ? sql`(${emailOf} like ${`${word}%`} or ${surname(word)})`
          : sql`(${emailOf} like ${containing(word)} or ${nameOf} like ${containing(word)})`,
      ),
    ],
    order: likeness.length > 0 ? sql`(${sql.join(likeness, sql` + `)}) desc, ${byName}` : byArrival,
    similarity: !slips ? null : beside ? minSimilarity.beside : minSimilarity.alone,
  }
}

/** A condition: the name or the number of the account `a` has what is searched for. */
export const isFound = (search: string): RawBuilder<unknown> =>
  sql.join([sql`true`, ...peopleWith(searchWords(search), false).conditions], sql` and `)

export const maySlip = (word: string): boolean => word.length >= minTypoLength

/** People whose surname begins with one of the words, and whose name has parts that begin with the others. */
export function peopleBySurname({ names, digits, addresses }: SearchWords): Search {
  const others = peopleWith({ names: [], digits, addresses }, false)
  return {
    conditions: [
      sql`(${sql.join(names.map(surname), sql` or `)})`,
      ...(names.length > 1 ? names.map(beginning) : []),
      ...others.conditions,
    ],
    order: byName,
    similarity: null,
  }
}

/** Words whose likenesses are too many to be of use: the surnames that begin so are meant. */
export const meansSurname = ({ names, digits, addresses }: SearchWords): boolean =>
  names.length > 0 && digits.length + addresses.length === 0 && names.every((word) => word.length < minInsideLength)

/** A word has letters and digits only, so it needs no escaping in a pattern. */
const beginning = (word: string) => sql`${nameOf} ~ ${`\\m${word}`}`

/** A range and no pattern: a statement with parameters finds it in the index. */
const surname = (word: string) => sql`(${surnameOf} >= ${word} and ${surnameOf} < ${`${word}\u{10ffff}`})`

function numbered(word: string): RawBuilder<unknown> {
  const id = sql`a.test_id = ${Number(word) <= maxInteger ? Number(word) : null}::int`
  if (word.length < minInsideLength) return id
  return wholePhone.test(word)
    ? sql`(a.phone = ${`+7${word}`} or ${id})`
    : sql`(a.phone like ${containing(word)} or ${id})`
}
