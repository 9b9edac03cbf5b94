import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { queued } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { settle } from '#server/stages/settle.ts'
import { type Applicant, allocate } from '#shared/kinds/choose_tracks/allocate.ts'
import { maxMovesShown } from '#shared/kinds/choose_tracks/limits.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { giveTrack } from './give-track.ts'
import { lockPlaces, type Place, placesLeft, settingsOf, takenPlaces, titleOf, trackStage } from './places.ts'

interface Waiting {
  account_id: number
  test_id: number
  first_name: string
  last_name: string
  middle_name: string | null
  score: string | null
  since: Date
  tracks: string[]
  /** The team of the competition, and whether the person leads it. */
  team_id: number | null
  leads: boolean
  /** The tracks that the captain of the team has named, also when the captain already has a place. */
  captain_tracks: string[] | null
}

/** Everybody who has named tracks and has no place, with the published score. */
async function whoWaits(db: Db | Tx, stage: SeasonStage): Promise<Waiting[]> {
  const { score_of } = settingsOf(stage)
  const { rows } = await sql<Waiting>`
    select a.id as account_id, a.test_id, a.first_name, a.last_name, a.middle_name, named.since, named.tracks,
      mate.team_id, coalesce(mate.role = 'captain', false) as leads,
      (select array_agg(k.track_code order by k.priority) from formed_team_members head
        join track_choices k on k.stage_id = ${stage.id} and k.account_id = head.account_id
        where head.team_id = mate.team_id and head.role = 'captain' and head.state = 'active') as captain_tracks,
      (select r.score from stage_results r
        join stages s on s.id = r.stage_id
        join stage_facts f on f.stage_id = r.stage_id and f.account_id = r.account_id
        where s.competition_code = ${stage.competitionCode} and s.code = ${score_of} and r.account_id = a.id
          and coalesce(f.passed_at, f.failed_at) is not null) as score
    from (
      select c.account_id, min(c.chosen_at) as since, array_agg(c.track_code order by c.priority) as tracks
      from track_choices c where c.stage_id = ${stage.id} group by c.account_id
    ) as named
    join stage_facts w on w.stage_id = ${stage.id} and w.account_id = named.account_id
      and w.submitted_at is not null and w.passed_at is null and w.failed_at is null
    join participations p on p.account_id = named.account_id and p.competition_code = ${stage.competitionCode}
      and p.disqualified_at is null and p.withdrawn_at is null
    join accounts a on a.id = named.account_id
    left join formed_team_members mate on mate.account_id = named.account_id
      and mate.competition_code = ${stage.competitionCode} and mate.state = 'active'
    where not exists (select from track_places l where l.stage_id = ${stage.id} and l.account_id = named.account_id)
    order by a.id`.execute(db)
  return rows
}

interface Seated {
  account_id: number
  team_id: number
  track: string
  test_id: number
  first_name: string
  last_name: string
  middle_name: string | null
}

/**
 * Members of teams who have a track already and would follow their team to another. People moved by an organiser are
 * not among them.
 */
async function whoIsSeated(db: Db | Tx, stage: SeasonStage): Promise<Seated[]> {
  const { rows } = await sql<Seated>`
    select l.account_id, m.team_id, l.track_code as track, a.test_id, a.first_name, a.last_name, a.middle_name
    from track_places l
    join accounts a on a.id = l.account_id
    join participations p on p.account_id = l.account_id and p.competition_code = ${stage.competitionCode}
      and p.disqualified_at is null and p.withdrawn_at is null
    join formed_team_members m on m.account_id = l.account_id and m.competition_code = ${stage.competitionCode}
      and m.state = 'active'
    where l.stage_id = ${stage.id} and l.way <> 'organiser' and l.track_code is not null and l.asked_code is null
    order by l.account_id`.execute(db)
  return rows
}

/**
 * Where captains choose for their teams, a team is one entry of the queue, with the captain's wishes and the mean of
 * its scores: it is never divided, and members who already have a track move with it. Returns the entries, each with
 * the account under which the place is given.
 */
function inQueue(
  waiting: readonly Waiting[],
  seated: ReadonlyMap<number, Seated[]>,
  whose: 'person' | 'team',
): { unit: Applicant; people: Waiting[]; follow: Seated[] }[] {
  const groups = Map.groupBy(waiting, ({ account_id, team_id }) =>
    whose === 'team' && team_id !== null ? `team ${team_id}` : `person ${account_id}`,
  )
  return [...groups.values()].flatMap((people) => {
    const leader = people.find(({ leads }) => leads) ?? people[0]
    if (!leader) return []
    const scores = people.flatMap(({ score }) => (score === null ? [] : [Number(score)]))
    const score = scores.length === 0 ? null : scores.reduce((sum, one) => sum + one, 0) / scores.length
    const { account_id: id, since } = leader
    // The choice of a captain counts for the others even after the captain has a place or a decision.
    const tracks = (whose === 'team' && leader.captain_tracks) || leader.tracks
    const follow = (whose === 'team' && leader.team_id !== null && seated.get(leader.team_id)) || []
    const inTracks = new Map(
      [...Map.groupBy(follow, ({ track }) => track)].map(([track, { length }]) => [track, length]),
    )
    const size = people.length + follow.length
    return [{ unit: { id, tracks, since: since.getTime(), score, size, seated: inTracks }, people, follow }]
  })
}

async function drawnUp(db: Db | Tx, stage: SeasonStage) {
  const settings = settingsOf(stage)
  const { mode, default_track: usual } = settings
  if (mode === 'at_once') throw new Refusal('tracks_at_once')
  const taken = await takenPlaces(db, stage.id)
  const free = settings.tracks.map((track) => ({ track, left: placesLeft(track, taken) }))
  const waiting = await whoWaits(db, stage)
  const seated = settings.whose === 'team' ? await whoIsSeated(db, stage) : []
  const queue = inQueue(
    waiting,
    Map.groupBy(seated, ({ team_id }) => team_id),
    settings.whose,
  )
  const given = allocate(
    queue.map(({ unit }) => unit),
    new Map(free.flatMap(({ track, left }) => (left === null ? [] : [[track.code, left] as const]))),
    mode,
  )
  const unitOf = new Map(queue.flatMap(({ unit, people }) => people.map(({ account_id }) => [account_id, unit.id])))
  const people = waiting.map((person) => {
    const own = given.get(unitOf.get(person.account_id) ?? person.account_id)
    return {
      ...person,
      score: person.score === null ? null : Number(person.score),
      track: own?.track ?? (usual === '' ? null : usual),
      priority: own?.priority ?? null,
    }
  })
  // Members do not follow into a track that requires a letter before the letter has been read.
  const letters = withLetter(stage)
  const follow = queue.flatMap(({ unit, follow }) => {
    const track = given.get(unit.id)?.track ?? (usual === '' ? undefined : usual)
    return follow.flatMap((mate) =>
      track === undefined || mate.track === track || letters.has(track)
        ? []
        : [{ ...mate, to: track, captain: unit.id }],
    )
  })
  const told = people.map(({ account_id, track, priority }) => [account_id, track, priority])
  const moved = follow.map(({ account_id, to }) => [account_id, to])
  return {
    free,
    people,
    /** Members with a place in another track, and where they move with their team. */
    follow,
    fingerprint: createHash('sha256')
      .update(JSON.stringify([mode, told, moved]))
      .digest('hex'),
  }
}

/** The codes of the tracks that ask for a letter. */
const withLetter = (stage: SeasonStage): ReadonlySet<string> =>
  new Set(settingsOf(stage).tracks.flatMap(({ code, letter }) => (letter ? [code] : [])))

const isOver = ({ closesAt }: SeasonStage, now: Date) => closesAt !== null && closesAt <= now

const givenOut = (db: Db | Tx, stageId: number) =>
  db.selectFrom('track_allocations').select('published_at').where('stage_id', '=', stageId).executeTakeFirst()

/** How the places would be given out, the highest score first. */
export async function previewAllocation(services: Services, place: Place, { limit, offset }: Page) {
  const { db, clock } = services
  const { season, stage } = await trackStage(services, place)
  const { free, people, follow, fingerprint } = await drawnUp(db, stage)
  const title = (code: string) => titleOf(season, code)
  const ordered = people.toSorted(
    (one, other) =>
      Number(other.score !== null) - Number(one.score !== null) || Number(other.score) - Number(one.score),
  )
  return {
    fingerprint,
    may_publish: isOver(stage, clock()) && !(await givenOut(db, stage.id)),
    tracks: free.map(({ track: { code }, left }) => {
      const inside = people.filter(({ track, priority }) => track === code && priority !== null)
      const scores = inside.flatMap(({ score }) => score ?? [])
      // There is no passing score while places are left, or when a person without a score has got one.
      const isFull = left !== null && left > 0 && inside.length >= left
      return {
        ...{ code, left, title: title(code) },
        given: inside.length,
        lowest: isFull && scores.length === inside.length ? Math.min(...scores) : null,
      }
    }),
    unplaced: people.filter(({ track }) => track === null).length,
    by_default: people.filter(({ track, priority }) => track !== null && priority === null).length,
    moved: follow.length,
    moves: follow.slice(0, maxMovesShown).map(({ test_id, track, to, ...name }) => ({
      ...{ test_id, name: formalName(name) },
      ...{ from: title(track), to: title(to) },
    })),
    count: people.length,
    people: ordered.slice(offset, offset + limit).map(({ test_id, score, track, priority, tracks, ...name }) => ({
      ...{ test_id, score, priority, name: formalName(name) },
      track: track && title(track),
      wishes: tracks.map(title),
    })),
  }
}

/** Gives the places out exactly as previewed, all or none: after any change nothing is done. */
export async function publishAllocation(services: Services, actorId: number, place: Place, fingerprint: string) {
  const { db, clock, seasons } = services
  const { stage } = await trackStage(services, place)
  const now = clock()
  return db.transaction().execute(async (tx) => {
    await lockPlaces(tx, stage.id)
    const season = await seasons.of(tx, place.competition)
    const known = season?.byId.get(stage.id)
    if (!season || !known) throw new Refusal('stage_not_found')
    if (await givenOut(tx, stage.id)) throw new Refusal('tracks_given_out')
    if (!isOver(known, now)) throw new Refusal('tracks_still_open')
    const drawn = await drawnUp(tx, known)
    if (drawn.fingerprint !== fingerprint) throw new Refusal('allocation_changed')
    const letters = withLetter(known)
    const placed = drawn.people.flatMap(({ account_id, track }) => (track === null ? [] : [{ account_id, track }]))
    await keepPlaces(tx, stage.id, placed, now)
    for (const [track, people] of Map.groupBy(placed, (person) => person.track)) {
      const accountIds = people.map(({ account_id }) => account_id)
      if (letters.has(track)) await sendToDesk(tx, stage.id, accountIds, now)
      else
        await settle(
          tx,
          { accountIds, stageId: stage.id, outcome: 'passed', reason: `Ваш трек — ${quoted(titleOf(season, track))}` },
          now,
        )
    }
    for (const { account_id: accountId, to: code, captain } of drawn.follow) {
      const title = titleOf(season, code)
      await giveTrack(tx, { stageId: stage.id, accountId, code, title, way: 'team', chosenBy: captain }, now)
      await queueTrackNotices(tx, stage.id, [accountId], 'captain')
    }
    const unplaced = drawn.people.filter(({ track }) => track === null).map(({ account_id }) => account_id)
    const reason = 'Мест в названных вами треках не хватило'
    if (unplaced.length > 0)
      await settle(tx, { accountIds: unplaced, stageId: stage.id, outcome: 'failed', reason }, now)
    await tx
      .insertInto('track_allocations')
      .values({ stage_id: stage.id, published_at: now, published_by: actorId })
      .execute()
    await queueTrackNotices(
      tx,
      stage.id,
      drawn.people.map(({ account_id }) => account_id),
      'allocation',
    )
    await recordAudit(tx, {
      actorId,
      action: 'tracks_given_out',
      subject: `stage:${place.competition}/${place.code}`,
      detail: {
        competition: place.competition,
        stage: place.code,
        given: placed.length,
        unplaced: unplaced.length,
        moved: drawn.follow.length,
      },
    })
    return { given: placed.length, unplaced: unplaced.length }
  })
}

const keepPlaces = (tx: Tx, stageId: number, placed: readonly { account_id: number; track: string }[], now: Date) =>
  sql`
    insert into track_places (stage_id, account_id, asked_code, way, since)
    select ${stageId}, account, track, 'allocation', ${now}
    from unnest(${placed.map(({ account_id }) => account_id)}::int[], ${placed.map(({ track }) => track)}::text[])
      as given (account, track)`.execute(tx)

/** Puts their letters into the queue of the desk. */
const sendToDesk = (tx: Tx, stageId: number, accountIds: readonly number[], now: Date) =>
  tx
    .updateTable('works')
    .set({ waits_since: now })
    .where('stage_id', '=', stageId)
    .where('account_id', 'in', accountIds)
    .execute()

/** One job for each person, so that a large season does not wait for its letters. */
export const queueTrackNotices = (tx: Tx, stageId: number, accountIds: readonly number[], what: string, track = '') =>
  sql`select ${queued(
    'tell_of_track',
    sql`json_build_object('stageId', ${stageId}::int, 'accountId', account, 'what', ${what}::text, 'track', ${track}::text)`,
  )} from unnest(${accountIds}::int[]) as account`.execute(tx)
