import { sql } from 'kysely'
import type { Db } from '#server/db.ts'

const shown = 15
/** A word in a single text has nothing in common with others. */
const minTexts = 2
const minLetters = 3

/** The words that most texts have in common, in any grammatical form; each is shown in its most frequent form. */
export async function wordGroups(db: Db, texts: readonly string[]): Promise<{ word: string; texts: number }[]> {
  if (texts.length < minTexts) return []
  const { rows } = await sql<{ word: string; texts: number }>`
    select mode() within group (order by w.word) as word, count(distinct w.number)::int as texts
    from (
      select lower(p.token) as word, (ts_lexize('russian_stem', translate(lower(p.token), 'ё', 'е')))[1] as stem, t.number
      from unnest(${texts}::text[]) with ordinality as t (text, number), ts_parse('default', t.text) as p
      -- Only words: no numbers, no addresses.
      where p.tokid in (1, 2) and length(p.token) >= ${minLetters}
    ) w
    where w.stem is not null
    group by w.stem having count(distinct w.number) >= ${minTexts}
    order by count(distinct w.number) desc, word limit ${shown}`.execute(db)
  return rows
}
