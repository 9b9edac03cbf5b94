import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { seasonOf } from '#server/stages/stored-stage.ts'
import type { Audience } from '#shared/people/participants/audience.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { maxFound, participantsPage } from '#shared/seasons/competitions/limits.ts'
import { among, stageOf } from './among.ts'
import { audienceChoices } from './choices.ts'
import { byArrival, maySlip, meansSurname, peopleBySurname, peopleWith, type Search } from './search-people.ts'
import { type SearchWords, searchWords } from './search-words.ts'

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

/** One page of the people of a competition: the best matches of a search first; without a search the latest first. */
export async function findParticipants(services: Services, competition: string, asked: ParticipantsAsked) {
  const season = await seasonOf(services.db, services.seasons, competition)
  const stage = stageOf(season, asked)
  const words = searchWords(asked.search ?? '')
  const narrowed = among(asked, stage, services.clock())
  const whose = sql`p.competition_code = ${competition} and ${sql.join(narrowed, sql` and `)}`
  const found =
    words.names.length + words.digits.length + words.addresses.length
      ? await search(services.db, whose, words, asked)
      : await everybody(services, competition, whose, asked)
  const titles = new Map(season.tracks.map(({ code, title }) => [code, title]))
  const choices = await audienceChoices(services, season)
  // Also regions that are no longer offered: people may be from them.
  const regions = (await services.dictionaries.now(services.db)).byName.get('regions')?.items ?? []
  const names = new Map(regions.map(({ id, value }) => [id, value]))
  return {
    title: season.title,
    ...found,
    people: found.people.map(({ region, track, joined_at, ...person }) => ({
      ...person,
      region: (region !== null && names.get(region)) || null,
      track: (track !== null && titles.get(track)) || null,
      joined_at: formatWire(joined_at),
    })),
    choices,
  }
}

const columns = sql`a.test_id, concat_ws(' ', a.last_name, a.first_name, nullif(a.middle_name, '')) as name, p.region,
  p.track_code as track, p.joined_at, p.door = 'supporter' as supporter, p.finalist_at is not null as finalist,
  p.disqualified_at is not null as disqualified`

/** Without a search. The number is counted once for all who ask for the same people. */
async function everybody(
  { db, readings }: Services,
  competition: string,
  whose: RawBuilder<unknown>,
  { limit, offset, search: _search, ...audience }: ParticipantsAsked,
) {
  const { rows: people } = await sql<Row>`
    select ${columns} from participations p join accounts a on a.id = p.account_id where ${whose}
    order by p.joined_at desc, p.account_id desc limit ${limit} offset ${offset}`.execute(db)
  const count = async (reader: Db) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from participations p where ${whose}`.execute(reader)
    return rows[0]?.count ?? 0
  }
  const name = `people ${JSON.stringify(Object.entries(audience).toSorted())}`
  // How long a work has waited changes by itself.
  const value = audience.waits
    ? await count(db)
    : (await readings.latest({ competition, name, read: count }, 'fresh')).value
  return { people, count: value, by_surname: false, more: false }
}

/**
 * People with the words as they are written; when these are few, those with a slip, too; when they are very many, those
 * whose surname begins so.
 */
async function search(db: Db, whose: RawBuilder<unknown>, words: SearchWords, page: Page) {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      const exact = peopleWith(words, false)
      const found = meansSurname(words) ? null : await matching(tx, whose, exact, page)
      if (found && found.count < participantsPage && words.names.some(maySlip)) {
        const alike = await matching(tx, whose, peopleWith(words, true), page)
        if (!alike.more) return { ...alike, by_surname: false }
      }
      if (found && !found.more) return { ...found, by_surname: false }
      if (words.names.length > 0) {
        const named = await matching(tx, whose, { ...peopleBySurname(words), some: true }, page)
        if (!found || named.count > 0) return { ...named, by_surname: true }
      }
      return { ...(await matching(tx, whose, { ...exact, order: byArrival, some: true }, page)), by_surname: false }
    })
}

/** One page of those who match, and of more than can be looked through none; with `some` the page is of some of them. */
async function matching(
  tx: Tx,
  whose: RawBuilder<unknown>,
  { conditions, order, similarity, some = false }: Search & { some?: boolean },
  { limit, offset }: Page,
) {
  if (similarity !== null)
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(similarity)}, true)`.execute(tx)
  const { rows } = await sql<Row & { count: number; place: number | null }>`
    with found as materialized (
      select a.id from accounts a join participations p on p.account_id = a.id
      where ${whose} and ${sql.join(conditions, sql` and `)}
      limit ${maxFound + 1}
    ), counted as materialized (select count(*)::int as count from found)
    select counted.count, page.* from counted
    left join lateral (
      select ordered.*, row_number() over () as place from (
        select ${columns} from found join accounts a using (id) join participations p on p.account_id = a.id and ${whose}
        where ${some} or (select count from counted) <= ${maxFound}
        order by ${order} limit ${limit} offset ${offset}
      ) as ordered
    ) as page on true
    order by page.place`.execute(tx)
  const count = rows[0]?.count ?? 0
  return {
    people: rows.flatMap(({ count: _count, place, ...person }) => (place === null ? [] : [person])),
    count: Math.min(count, maxFound),
    more: count > maxFound,
  }
}
