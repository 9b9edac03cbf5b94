import { sql } from 'kysely'
import { readFound } from '#server/platform/db/read-page.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import type { CutoffList } from '#shared/cutoffs/routes.ts'
import type { Outcome, Why } from '#shared/cutoffs/select-people.ts'
import { formalName, fullName } from '#shared/people/full-name.ts'
import { formatWire } from '#shared/time/moscow.ts'
import type { ProtocolPlace } from './confirm.ts'
import { previewLetters } from './preview-letters.ts'
import { stateOf } from './read-cutoff.ts'
import { readPeople } from './read-people.ts'
import { namesOf, peopleNamed, protocolOf } from './store.ts'
import { isChange } from './work-out.ts'

const namesShown = 20

/** A protocol as it was frozen, the changes since then, and the letters. */
export async function readProtocol(services: Services, actorId: number, place: ProtocolPlace) {
  const { db } = services
  const { season, districtOf } = await namesOf(services, place.competition)
  const protocol = await protocolOf(db, place)
  const stage = season.byId.get(protocol.stage_id)
  if (!stage) throw new Refusal('protocol_not_found')
  const state = stateOf(protocol, services.clock())
  const rows = await db
    .selectFrom('protocol_rows')
    .select(['account_id as id', 'outcome', 'why', 'place', 'waiting', 'score', 'done'])
    .where('protocol_id', '=', protocol.id)
    .execute()
  const waits = state === 'frozen' || state === 'scheduled'
  const { people } = waits ? await readPeople(db, season, stage, protocol.rule, districtOf) : { people: [] }
  const now = new Map(people.map((person) => [person.id, person]))
  const counted = rows.filter(({ outcome }) => outcome !== 'none')
  const shut = waits
    ? counted.filter(({ id }) => now.get(id)?.disqualified !== false)
    : counted.filter(({ done }) => done === 'disqualified')
  const moved = waits
    ? counted.filter(({ id, score }) => {
        const one = now.get(id)
        return one !== undefined && !one.disqualified && one.score !== (score === null ? null : Number(score))
      })
    : []
  const actors = [protocol.frozen_by, protocol.confirmed_by, protocol.withdrawn_by]
  const shown = [...shut, ...moved.slice(0, namesShown)].map(({ id }) => id)
  const known = await peopleNamed(db, [...actors.filter((id) => id !== null), ...shown])
  const actor = (id: number | null) => {
    const one = id === null ? undefined : known.get(id)
    return one ? fullName(one) : ''
  }
  const named = (some: readonly { id: number }[]) =>
    some.slice(0, namesShown).flatMap(({ id }) => {
      const one = known.get(id)
      return one ? [{ test_id: one.test_id, name: formalName(one) }] : []
    })
  const settled = (id: number) => now.get(id)?.settled ?? null
  const outcomeOf = new Map(rows.map(({ id, outcome }) => [id, outcome]))
  return {
    competition_title: season.title,
    ...{ number: protocol.number, title: protocol.title, stage: stage.code, stage_title: stage.title, state },
    ...{ reason: protocol.reason, hash: protocol.hash },
    frozen_by: actor(protocol.frozen_by),
    frozen_at: formatWire(protocol.frozen_at),
    confirmed_by: actor(protocol.confirmed_by),
    confirmed_at: protocol.confirmed_at && formatWire(protocol.confirmed_at),
    publish_at: protocol.publish_at && formatWire(protocol.publish_at),
    published_at: protocol.published_at && formatWire(protocol.published_at),
    withdrawn_by: actor(protocol.withdrawn_by),
    withdrawn_at: protocol.withdrawn_at && formatWire(protocol.withdrawn_at),
    withdrawn_why: protocol.withdrawn_why,
    own: protocol.frozen_by === actorId,
    told: rows.filter(({ done }) => done === 'told').length,
    same: rows.filter(({ done }) => done === 'same').length,
    stopped: rows.filter(({ done }) => done === 'stopped').length,
    ...protocol.summary.counts,
    line: protocol.summary.line,
    quotas: protocol.summary.quotas,
    groups: protocol.summary.groups,
    since: { disqualified: named(shut), scores: named(moved), scores_count: moved.length },
    previews: waits
      ? await previewLetters(
          db,
          services,
          rows.map((row) => ({ ...row, score: row.score === null ? null : Number(row.score) })),
          {
            ...{ letters: protocol.letters, stageTitle: stage.title, competition: place.competition },
            reasonFor: (id) => (isChange(settled(id), outcomeOf.get(id) ?? 'none') ? protocol.reason : ''),
          },
        )
      : [],
  }
}

interface PersonRow {
  test_id: number
  last_name: string
  first_name: string
  middle_name: string | null
  place: number | null
  waiting: number | null
  score: string | null
  second: string | null
  region: string | null
  track: string | null
  outcome: Outcome
  why: Why | null
  found: number
}

/** People of a protocol by name, the best first. */
export async function listProtocolPeople(
  services: Services,
  place: ProtocolPlace,
  { list, limit, offset }: { list: CutoffList; limit: number; offset: number },
) {
  const { db } = services
  const names = await namesOf(services, place.competition)
  const { id } = await protocolOf(db, place)
  const of =
    list === 'quota' || list === 'second'
      ? sql`r.why = ${list}`
      : list === 'ties'
        ? sql`r.why = 'tie'`
        : list === 'changes'
          ? sql`false`
          : sql`r.outcome = ${list}`
  const { rows, count } = await readFound(
    db,
    { limit, offset },
    (page) => sql<PersonRow>`
    select a.test_id, a.last_name, a.first_name, a.middle_name, r.place, r.waiting, r.score, r.second, r.region, r.track,
      r.outcome, r.why, (count(*) over ())::int as found
    from protocol_rows r join accounts a on a.id = r.account_id
    where r.protocol_id = ${id} and ${of}
    order by r.place nulls last, r.account_id limit ${page.limit} offset ${page.offset}`,
  )
  return {
    count,
    people: rows.map(({ test_id, place: at, waiting, score, second, region, track, outcome, why, ...name }) => ({
      ...{ test_id, place: at, waiting, outcome, why, name: formalName(name) },
      score: score === null ? null : Number(score),
      second: second === null ? null : Number(second),
      region: region && names.titleOf('region', region),
      track: track && names.titleOf('track', track),
    })),
  }
}
