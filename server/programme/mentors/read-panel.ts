import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { isStageFor } from '#server/people/participants/step.ts'
import { containing } from '#server/platform/db/containing.ts'
import type { Services } from '#server/services.ts'
import { readOrdered } from '#server/stages/readings.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { formalName, fullName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import type { MentorshipStatus, MentorWish } from '#shared/programme/mentors/mentorship-status.ts'
import type { PlanRules, PlanVariant, UnmatchedReason } from '#shared/programme/mentors/plan.ts'
import { mentorConflicts } from './conflicts.ts'
import { isOver, mentorStage, type Place, secondRound } from './mentor-stage.ts'
import { placesLeft, takenPlaces } from './places.ts'

type Way = 'mentors' | 'matching'
type PersonState = 'waiting' | 'offered' | 'working' | 'left'

/**
 * The state of a person who has handed in (facts `f`): with a mentor, before a mentor's answer, without a mentor, or
 * before the matching. Without a matching, mentors are asked as soon as they are chosen.
 */
export const stateOf = (way: Way): RawBuilder<PersonState> => sql<PersonState>`(
  select case
    when bool_or(c.status = 'accepted') then 'working'
    when bool_or(c.status = 'proposed' and (c.matched or ${way === 'mentors'})) then 'offered'
    when f.failed_at is not null or bool_or(c.status = 'declined' or (c.status = 'ended' and c.answered_by <> 'other'))
      then 'left'
    else 'waiting' end
  from mentor_choices c where c.stage_id = f.stage_id and c.account_id = f.account_id)`

export async function readOverview(services: Services, place: Place) {
  const { db, clock } = services
  const { stage, settings } = await mentorStage(services, place)
  const { rows, as_of } = await services.readings.figures({
    competition: place.competition,
    name: `with mentors ${stage.id} ${settings.way}`,
    read: (of) =>
      sql<{ state: PersonState; count: number }>`
        select state, count(*)::int as count from (
          select ${stateOf(settings.way)} as state from stage_facts f
          join participations p
            on p.account_id = f.account_id and p.competition_code = ${place.competition} and ${isStageFor(stage)}
          where f.stage_id = ${stage.id} and f.submitted_at is not null
        ) as s group by state`
        .execute(of)
        .then(({ rows }) => ({ rows })),
  })
  const of = (state: PersonState) => rows.find((row) => row.state === state)?.count ?? 0
  const publications = await db
    .selectFrom('mentor_publications as p')
    .leftJoin('accounts as a', 'a.id', 'p.published_by')
    .select(['p.published_at', 'p.matched', 'p.unmatched', 'a.first_name', 'a.last_name'])
    .where('p.stage_id', '=', stage.id)
    .orderBy('p.id', 'desc')
    .limit(20)
    .execute()
  const mentors = await db
    .selectFrom('stage_mentors')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('stage_id', '=', stage.id)
    .executeTakeFirst()
  const round = await sql<{ closes_at: Date | null; people: number; choosing: number }>`
    select max(e.closes_at) as closes_at, count(distinct e.account_id)::int as people,
      (count(distinct e.account_id) filter (where f.submitted_at is null))::int as choosing
    from stage_extensions e join stage_facts f on f.stage_id = e.stage_id and f.account_id = e.account_id
    where e.stage_id = ${stage.id} and e.reason = ${secondRound} and e.closes_at > ${clock()}`.execute(db)
  const [second] = round.rows
  return {
    as_of,
    way: settings.way,
    closes_at: stage.closesAt && formatWire(stage.closesAt),
    may_publish: isOver(stage, clock()),
    people: {
      handed_in: rows.reduce((sum, { count }) => sum + count, 0),
      ...{ offered: of('offered'), working: of('working'), waiting: of('waiting'), left: of('left') },
    },
    publications: publications.map(({ published_at, first_name, last_name, matched, unmatched }) => ({
      at: formatWire(published_at),
      by: fullName({ first_name: first_name ?? '', last_name: last_name ?? '' }),
      ...{ matched, unmatched },
    })),
    mentors_count: Number(mentors?.count ?? 0),
    second_round: second?.closes_at
      ? { closes_at: formatWire(second.closes_at), people: second.people, choosing: second.choosing }
      : null,
  }
}

interface MentorRow {
  id: number
  test_id: number
  last_name: string
  first_name: string
  middle_name: string | null
  position: string
  field: string
  region: string
  employer: string
  about: string
  video: string
  capacity: number | null
  topics: string[]
  assistant_email: string
  wanted: number
  wanted_first: number
  working: number
  taken: number
  left: number | null
  absent_until: string | null
}

/** The mentors of a stage, those whom most people want for each place first. */
export async function listMentors(
  services: Services,
  place: Place,
  { search = '', ...page }: Page & { search?: string },
) {
  const { clock } = services
  const { stage } = await mentorStage(services, place)
  const competition = sql`${place.competition}`
  const demand = sql`cross join lateral (
      select count(*)::int as wanted, (count(*) filter (where c.rank = 1))::int as wanted_first
      from mentor_choices c where c.stage_id = s.stage_id and c.mentor_id = s.mentor_id and c.rank > 0
    ) as w`
  const { rows, count, as_of } = await readOrdered(
    services,
    {
      competition: place.competition,
      name: ['mentors', stage.id, search],
      ids: sql`
        select a.id from stage_mentors s
        join mentor_profiles p on p.account_id = s.mentor_id
        join accounts a on a.id = s.mentor_id
        ${demand}
        where s.stage_id = ${stage.id}
          and (concat_ws(' ', a.last_name, a.first_name, a.middle_name) ilike ${containing(search)}
            or a.test_id::text = ${search.trim()})
        order by w.wanted::numeric / greatest(1, coalesce(p.capacity, 1000)) desc, w.wanted desc, a.last_name, a.id`,
    },
    page,
    (ids) => sql<MentorRow>`
    select a.id, a.test_id, a.last_name, a.first_name, a.middle_name, p.position, p.field, p.region, p.employer, p.about,
      p.video, p.capacity, p.topics, p.assistant_email, w.wanted, w.wanted_first,
      (select count(*)::int from mentor_choices t join stages ts on ts.id = t.stage_id
        where t.mentor_id = a.id and t.status = 'accepted' and ts.competition_code = ${competition}) as working,
      ${takenPlaces(sql.ref('p.account_id'), competition)} as taken, ${placesLeft(competition)} as left,
      (select max(ends)::text from mentor_absences n where n.mentor_id = a.id
        and (${clock()}::timestamptz at time zone 'Europe/Moscow')::date between n.begins and n.ends) as absent_until
    from stage_mentors s
    join mentor_profiles p on p.account_id = s.mentor_id
    join accounts a on a.id = s.mentor_id
    ${demand}
    where s.stage_id = ${stage.id} and s.mentor_id = any(${ids}::int[])`,
  )
  return {
    as_of,
    count,
    mentors: rows.map(({ id: _id, taken, last_name, first_name, middle_name, ...row }) => ({
      ...row,
      fio: formalName({ last_name, first_name, middle_name }),
      offered: taken - row.working,
    })),
  }
}

/** The plan and the what-if plan in figures. */
export async function readPlans(services: Services, place: Place) {
  const { db } = services
  const { stage } = await mentorStage(services, place)
  const plans = await db.selectFrom('mentor_plans').selectAll().where('stage_id', '=', stage.id).execute()
  const { rows, matched, as_of } = await services.readings.figures({
    competition: place.competition,
    name: `plans ${stage.id} ${plans.map(({ variant, version }) => `${variant} ${version}`)}`,
    read: (of) => countMatches(of, stage.id),
  })
  const of = (variant: PlanVariant) => {
    const plan = plans.find((each) => each.variant === variant)
    if (!plan) return null
    const own = rows.filter((row) => row.variant === variant)
    const unmatched = own.flatMap(({ reason, people: count }) => (reason ? [{ reason, count }] : []))
    const ranks = own.flatMap(({ rank, pairs: count }) => (rank === null ? [] : [{ rank, count }]))
    const people = matched.find((row) => row.variant === variant)?.people ?? 0
    return {
      ...(plan.rules as PlanRules),
      version: plan.version,
      made_at: plan.made_at && formatWire(plan.made_at),
      running: plan.asked_at !== null,
      failed: plan.failed,
      people: people + unmatched.reduce((sum, { count }) => sum + count, 0),
      matched: people,
      pairs: ranks.reduce((sum, { count }) => sum + count, 0),
      ...{ unmatched, ranks },
    }
  }
  return { as_of, plan: of('plan'), what_if: of('what_if') }
}

async function countMatches(db: Db, stageId: number) {
  const { rows } = await sql<{
    variant: PlanVariant
    reason: UnmatchedReason | null
    rank: number | null
    pairs: number
    people: number
  }>`
    select m.variant, m.reason, case when m.mentor_id is not null then coalesce(c.rank, 0) end as rank,
      count(*)::int as pairs, count(distinct m.account_id)::int as people
    from mentor_matches m
    left join mentor_choices c on c.stage_id = m.stage_id and c.account_id = m.account_id and c.mentor_id = m.mentor_id
    where m.stage_id = ${stageId}
    group by m.variant, m.reason, 3 order by 3`.execute(db)
  const { rows: matched } = await sql<{ variant: PlanVariant; people: number }>`
    select variant, count(distinct account_id)::int as people from mentor_matches
    where stage_id = ${stageId} and mentor_id is not null group by variant`.execute(db)
  return { rows, matched }
}

interface PersonRow {
  id: number
  test_id: number
  last_name: string
  first_name: string
  middle_name: string | null
  state: PersonState
  plan: number[]
  what_if: number[]
  plan_reason: UnmatchedReason | null
  what_if_reason: UnmatchedReason | null
}

const given = (variant: PlanVariant) => sql`array(
  select m.mentor_id from mentor_matches m where m.stage_id = f.stage_id and m.account_id = f.account_id
    and m.variant = ${variant} and m.mentor_id is not null order by m.mentor_id)`
const refused = (variant: PlanVariant) => sql`(
  select m.reason from mentor_matches m where m.stage_id = f.stage_id and m.account_id = f.account_id
    and m.variant = ${variant} and m.reason is not null)`

/** One page of the people of a stage with what they have chosen and what the plans give them: six queries in all. */
export async function listMatched(
  services: Services,
  place: Place,
  { search = '', which = '', ...page }: Page & { search?: string; which?: PersonState | 'unmatched' | 'moved' | '' },
) {
  const { db } = services
  const { stage, settings } = await mentorStage(services, place)
  const told = sql`f.account_id as id, a.test_id, a.last_name, a.first_name, a.middle_name,
    ${stateOf(settings.way)} as state, ${given('plan')} as plan, ${given('what_if')} as what_if,
    ${refused('plan')} as plan_reason, ${refused('what_if')} as what_if_reason`
  const { rows, count, as_of } = await readOrdered(
    services,
    {
      competition: place.competition,
      name: ['to match', stage.id, settings.way, search, which],
      ids: sql`
        select id from (
          select ${told} from stage_facts f join accounts a on a.id = f.account_id
          where f.stage_id = ${stage.id} and f.submitted_at is not null
            and (concat_ws(' ', a.last_name, a.first_name, a.middle_name) ilike ${containing(search)}
              or a.test_id::text = ${search.trim()})
        ) as p
        where ${which} = '' or state = ${which} or (${which} = 'unmatched' and plan_reason is not null)
          or (${which} = 'moved' and (plan <> what_if or plan_reason is distinct from what_if_reason))
        order by last_name, first_name, id`,
    },
    page,
    (ids) => sql<PersonRow>`
    select ${told} from stage_facts f join accounts a on a.id = f.account_id
    where f.stage_id = ${stage.id} and f.account_id = any(${ids}::int[])`,
  )
  const ids = rows.map(({ id }) => id)
  const choices = await db
    .selectFrom('mentor_choices')
    .select(['account_id', 'mentor_id', 'rank', 'wish', 'status'])
    .where('stage_id', '=', stage.id)
    .where('account_id', 'in', [0, ...ids])
    .orderBy('rank')
    .orderBy('mentor_id')
    .execute()
  const pins = await db
    .selectFrom('mentor_pins')
    .select(['account_id', 'mentor_id', 'barred'])
    .where('stage_id', '=', stage.id)
    .where('account_id', 'in', [0, ...ids])
    .orderBy('mentor_id')
    .execute()
  const conflicts = ids.length > 0 ? await mentorConflicts(db, stage.id, ids) : []
  const known = await mentorNames(services, [
    ...[...choices, ...pins].map(({ mentor_id }) => mentor_id),
    ...rows.flatMap(({ plan, what_if }) => [...plan, ...what_if]),
  ])
  const barred = new Set(conflicts.map(({ person, mentor }) => `${person} ${mentor}`))
  const nameOf = (id: number) => known.get(id) ?? { test_id: 0, fio: '' }
  return {
    as_of,
    count,
    people: rows.map(({ id: account_id, test_id, state, plan, what_if, plan_reason, what_if_reason, ...person }) => ({
      ...{ test_id, state, plan_reason, what_if_reason, name: formalName(person) },
      wishes: choices
        .filter((choice) => choice.account_id === account_id)
        .map(({ mentor_id, rank, wish, status }) => ({
          ...nameOf(mentor_id),
          ...{ rank, wish: wish as MentorWish, status: status as MentorshipStatus },
          conflict: barred.has(`${account_id} ${mentor_id}`),
        })),
      pinned: pins
        .filter((pin) => pin.account_id === account_id)
        .map(({ mentor_id, barred: never }) => ({ ...nameOf(mentor_id), barred: never })),
      plan: plan.map((id) => nameOf(id).fio),
      what_if: what_if.map((id) => nameOf(id).fio),
    })),
  }
}

async function mentorNames({ db }: Services, ids: readonly number[]) {
  const people = await db
    .selectFrom('accounts')
    .select(['id', 'test_id', 'last_name', 'first_name', 'middle_name'])
    .where('id', 'in', [0, ...new Set(ids)])
    .execute()
  return new Map(people.map((person) => [person.id, { test_id: person.test_id, fio: formalName(person) }]))
}
