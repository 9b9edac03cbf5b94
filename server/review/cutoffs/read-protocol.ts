import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName, fullName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import type { CutoffList } from '#shared/review/cutoffs/routes.ts'
import type { Outcome, Why } from '#shared/review/cutoffs/select-people.ts'
import { askedBy, askThread } from './ask-thread.ts'
import type { ProtocolPlace } from './confirm.ts'
import { firstOfLists, pickFive, type Recipient } from './pick-five.ts'
import { previewLetters } from './preview-letters.ts'
import { stateOf } from './read-cutoff.ts'
import { listed, namesOf, peopleNamed, protocolOf } from './store.ts'
import { namesShown } from './titles.ts'
import { isChange, type Settled } from './work-out.ts'

/** A protocol as it was frozen, the changes since then, and the letters. */
export async function readProtocol(services: Services, actorId: number, place: ProtocolPlace) {
  const { db } = services
  const names = await namesOf(services, place.competition)
  const { season } = names
  const protocol = await protocolOf(db, place)
  const stage = season.byId.get(protocol.stage_id)
  if (!stage) throw new Refusal('protocol_not_found')
  const state = stateOf(protocol, services.clock())
  const waits = state === 'frozen' || state === 'scheduled'
  // Before the publication nobody is done, and everybody would be read to see that.
  const begun = state === 'publishing' || state === 'published'
  const recipients = waits ? await fiveOf(db, protocol.id) : []
  const since = waits
    ? await askThread(services, 'since', {
        asked: askedBy(names, stage, protocol.rule),
        protocolId: protocol.id,
        settledOf: recipients.map(({ id }) => id),
      })
    : {
        shut: begun ? await disqualifiedIn(db, protocol.id) : [],
        moved: [],
        moved_count: 0,
        settled: new Map<number, Settled>(),
      }
  const { rows: done } = await sql<{ done: string; count: number }>`
    select done, count(*)::int as count from protocol_rows
    where protocol_id = ${begun ? protocol.id : 0} and done is not null group by done`.execute(db)
  const countOf = (as: string) => done.find((row) => row.done === as)?.count ?? 0
  const actors = [protocol.frozen_by, protocol.confirmed_by, protocol.withdrawn_by]
  const known = await peopleNamed(db, [...actors.filter((id) => id !== null), ...since.shut, ...since.moved])
  const actor = (id: number | null) => {
    const one = id === null ? undefined : known.get(id)
    return one ? fullName(one) : ''
  }
  const { counts } = protocol.summary
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
    freezing: protocol.freezing,
    told: countOf('told'),
    same: countOf('same'),
    stopped: countOf('stopped'),
    ...counts,
    line: protocol.summary.line,
    quotas: protocol.summary.quotas,
    groups: protocol.summary.groups,
    since: {
      disqualified: listed(known, since.shut),
      scores: listed(known, since.moved),
      scores_count: since.moved_count,
    },
    previews: await previewLetters(db, services, recipients, {
      ...{ of: counts.people - counts.none, letters: protocol.letters },
      ...{ stageTitle: stage.title, competition: place.competition },
      reasonFor: (id) => {
        const { outcome = 'none' } = recipients.find((one) => one.id === id) ?? {}
        return isChange(since.settled.get(id) ?? null, outcome) ? protocol.reason : ''
      },
    }),
  }
}

/** The people to whom letters are shown, found in an index among all. */
async function fiveOf(db: Db, protocolId: number): Promise<Recipient[]> {
  const some = (which: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: number) => sql`(
    select account_id as id, outcome, why, place, waiting, score::float8 as score from protocol_rows
    where protocol_id = ${protocolId} and ${which} order by ${order} limit ${limit})`
  const [best, worst] = [sql`place, account_id`, sql`place desc, account_id desc`]
  const { rows } = await sql<Recipient>`
    select * from (${sql.join(
      [
        some(sql`outcome = 'passed'`, best, firstOfLists),
        some(sql`outcome = 'passed'`, worst, 1),
        some(sql`outcome = 'passed' and why = 'quota'`, best, 1),
        some(sql`outcome = 'passed' and why = 'second'`, best, 1),
        some(sql`outcome = 'waiting'`, best, firstOfLists),
        some(sql`outcome = 'failed'`, best, firstOfLists),
      ],
      sql` union `,
    )}) as r order by place, id`.execute(db)
  return pickFive(rows)
}

/** The first of those who were disqualified before the publication. */
async function disqualifiedIn(db: Db, protocolId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('protocol_rows')
    .select('account_id')
    .where('protocol_id', '=', protocolId)
    .where('outcome', '<>', 'none')
    .where('done', '=', 'disqualified')
    .orderBy('account_id')
    .limit(namesShown)
    .execute()
  return rows.map(({ account_id }) => account_id)
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
      ? sql`r.outcome = 'passed' and r.why = ${list}`
      : list === 'ties'
        ? sql`r.outcome = 'passed' and r.why = 'tie'`
        : list === 'changes'
          ? sql`false`
          : sql`r.outcome = ${list}`
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from protocol_rows r where r.protocol_id = ${id} and ${of}`.execute(db)
  const { rows } = await sql<PersonRow>`
    select a.test_id, a.last_name, a.first_name, a.middle_name, r.place, r.waiting, r.score, r.second, r.region, r.track,
      r.outcome, r.why
    from (
      select * from protocol_rows r where r.protocol_id = ${id} and ${of}
      order by r.outcome, r.place, r.account_id limit ${limit} offset ${offset}
    ) as r join accounts a on a.id = r.account_id
    order by r.place nulls last, r.account_id`.execute(db)
  return {
    count: counted[0]?.count ?? 0,
    people: rows.map(({ test_id, place: at, waiting, score, second, region, track, outcome, why, ...name }) => ({
      ...{ test_id, place: at, waiting, outcome, why, name: formalName(name) },
      score: score === null ? null : Number(score),
      second: second === null ? null : Number(second),
      region: region && names.titleOf('region', region),
      track: track && names.titleOf('track', track),
    })),
  }
}
