import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { containing } from '#server/platform/db/containing.ts'
import type { Services } from '#server/services.ts'
import { seasonOf } from '#server/stage-editing/stored-stage.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import type { Page } from '#shared/api/page.ts'
import type { Audience } from '#shared/participants/audience.ts'
import { formatWire } from '#shared/time/moscow.ts'
import { among, stageOf } from './among.ts'
import { audienceChoices } from './choices.ts'
import { searchWords } from './search-words.ts'

type ParticipantsAsked = Page & Audience & { search?: string }

interface Row {
  test_id: number
  name: string
  region: string | null
  track: string | null
  joined_at: Date
  supporter: boolean
  finalist: boolean
  disqualified: boolean
}

/** A word less similar to a name is no typing error of it. `beside` digits or an address the limit is lower. */
const minSimilarity = { alone: 0.4, beside: 0.2 }
/** Shorter words are not compared by similarity: they are similar to too many names. */
const minTypoLength = 4

/** One page of the people of a competition: the best matches of a search first; without a search the latest first. */
export async function findParticipants(services: Services, competition: string, asked: ParticipantsAsked) {
  const season = await seasonOf(services.db, services.seasons, competition)
  const stage = stageOf(season, asked)
  const { people, count } = await services.db
    .transaction()
    .setAccessMode('read only')
    .execute((tx) => read(tx, competition, asked, stage, services.clock()))
  const titles = new Map(season.tracks.map(({ code, title }) => [code, title]))
  const choices = await audienceChoices(services, season)
  // Also regions that are no longer offered: people may be from them.
  const regions = (await services.dictionaries.now(services.db)).byName.get('regions')?.items ?? []
  const names = new Map(regions.map(({ id, value }) => [id, value]))
  return {
    title: season.title,
    count,
    people: people.map(({ region, track, joined_at, ...person }) => ({
      ...person,
      region: (region !== null && names.get(region)) || null,
      track: (track !== null && titles.get(track)) || null,
      joined_at: formatWire(joined_at),
    })),
    choices,
  }
}

async function read(
  tx: Tx,
  competition: string,
  asked: ParticipantsAsked,
  stage: SeasonStage | null | undefined,
  now: Date,
) {
  const words = searchWords(asked.search ?? '')
  // The operator `<%`, which uses an index, takes its limit from this setting, which ends with the transaction.
  if (words.names.length > 0) {
    const beside = words.digits.length + words.addresses.length > 0
    const least = String(beside ? minSimilarity.beside : minSimilarity.alone)
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${least}, true)`.execute(tx)
  }
  const found = sql`from participations p join accounts a on a.id = p.account_id
    where p.competition_code = ${competition} and ${sql.join(conditions(asked, words, stage, now), sql` and `)}`
  const likeness = words.names.map((word) => sql`word_similarity(${word}, ${nameOf})`)
  const order =
    likeness.length > 0
      ? sql`(${sql.join(likeness, sql` + `)}) desc, a.last_name, a.first_name, a.id`
      : sql`p.joined_at desc, p.account_id desc`
  const { rows: people } = await sql<Row>`
    select a.test_id, concat_ws(' ', a.last_name, a.first_name, nullif(a.middle_name, '')) as name, p.region,
      p.track_code as track, p.joined_at, p.door = 'supporter' as supporter, p.finalist_at is not null as finalist,
      p.disqualified_at is not null as disqualified
    ${found} order by ${order} limit ${asked.limit} offset ${asked.offset}`.execute(tx)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${found}`.execute(tx)
  return { people, count: rows[0]?.count ?? 0 }
}

/** The same expression as in the index. */
const nameOf = sql`translate(lower(a.last_name || ' ' || a.first_name || ' ' || a.middle_name), 'ё', 'е')`

function conditions(
  asked: ParticipantsAsked,
  words: ReturnType<typeof searchWords>,
  stage: SeasonStage | null | undefined,
  now: Date,
) {
  const all: RawBuilder<unknown>[] = [sql`true`]
  for (const word of words.names)
    all.push(
      word.length < minTypoLength
        ? sql`${nameOf} like ${containing(word)}`
        : sql`(${nameOf} like ${containing(word)} or ${word} <% ${nameOf})`,
    )
  for (const word of words.digits) all.push(sql`(a.phone like ${containing(word)} or a.test_id::text = ${word})`)
  for (const word of words.addresses)
    all.push(sql`(lower(a.email::text) like ${containing(word)} or ${nameOf} like ${containing(word)})`)
  all.push(...among(asked, stage, now))
  return all
}
