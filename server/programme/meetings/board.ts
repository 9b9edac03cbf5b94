import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { readFound } from '#server/platform/db/read-page.ts'
import type { Services } from '#server/services.ts'
import { countOf, readList, readOrdered } from '#server/stages/readings.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { groupBy } from '#shared/platform/lists/group-by.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import type { MeetingStatus, UserMeetingStatus } from '#shared/programme/meetings/classify.ts'
import { maxBoardMentors } from '#shared/programme/meetings/limits.ts'
import { isAhead, statusAt } from '#shared/programme/meetings/status-at.ts'
import { meetingsStage, type Place } from './meeting-settings.ts'
import { weekFrom } from './read-mentor-meetings.ts'

interface Name {
  last_name: string
  first_name: string
  middle_name: string | null
}

/** Whether the meeting took place with this person: the mentor's report decides, otherwise the person's own mark. */
const wasHeld = sql`coalesce(p.came, p.held, false)`

/** The mentors of a competition with their numbers of meetings, and the meetings of a week. */
export async function readBoard(
  services: Services,
  place: Place,
  { from: named, mentor_id, limit, offset }: Page & { from?: string; mentor_id?: number },
) {
  const { db, clock } = services
  const { settings, stageIds } = await meetingsStage(services, place)
  const now = clock()
  const { today, day, from, to } = weekFrom(named, now)
  const { mentors, as_of } = await services.readings.figures({
    competition: place.competition,
    name: `meetings ${stageIds}`,
    read: (of) => countByMentor(of, stageIds, now),
  })
  const { rows, count } = await readFound(
    db,
    { limit, offset },
    (page) => sql<
      Name & {
        id: number
        mentor_id: number
        status: MeetingStatus
        format: 1 | 2
        starts_at: Date
        minutes: number
        place: string
        test_id: number
        answer: UserMeetingStatus
        found: number
      }
    >`
    with week as (
      select m.*, (count(*) over ())::int as found from meetings m
      where m.stage_id = any(${stageIds}::int[]) and m.starts_at >= ${from} and m.starts_at < ${to}
        and m.status <> 'cancelled' and (${mentor_id ?? null}::int is null or m.mentor_id = ${mentor_id ?? null}::int)
        and exists (select from meeting_parties p where p.meeting_id = m.id)
      order by m.starts_at, m.id limit ${page.limit} offset ${page.offset}
    )
    select m.found, m.id, m.mentor_id, m.status, m.format, m.starts_at, m.minutes, m.place, a.test_id, a.last_name, a.first_name,
      a.middle_name, p.user_meeting_status as answer
    from week m
    join meeting_parties p on p.meeting_id = m.id
    join accounts a on a.id = p.account_id
    order by m.starts_at, m.id, a.last_name, a.id`,
  )
  const names = new Map(mentors.map((mentor) => [mentor.mentor_id, formalName(mentor)]))
  return {
    as_of,
    ...{ quota: settings.quota, today, from: day },
    ...{ count, mentors_count: mentors[0]?.found ?? 0 },
    mentors: mentors.map(({ mentor_id, planned, held, unanswered, ...name }) => ({
      ...{ mentor_id, planned, held, unanswered, fio: formalName(name) },
    })),
    meetings: [...groupBy(rows, ({ id }) => id).values()].flatMap((parties) => {
      const [meeting] = parties
      if (!meeting) return []
      return {
        ...{ id: meeting.id, mentor_id: meeting.mentor_id, mentor: names.get(meeting.mentor_id) ?? '' },
        ...{ status: statusAt(meeting, now), format: meeting.format, minutes: meeting.minutes, place: meeting.place },
        meeting_date: formatWire(meeting.starts_at),
        may_move: isAhead(meeting, now),
        people: parties.map(({ test_id, answer, ...name }) => ({ user_id: test_id, answer, fio: formalName(name) })),
      }
    }),
  }
}

async function countByMentor(db: Db, stageIds: readonly number[], now: Date) {
  const { rows: mentors } = await sql<
    Name & { mentor_id: number; planned: number; held: number; unanswered: number; found: number }
  >`
    select a.id as mentor_id, a.last_name, a.first_name, a.middle_name,
      (count(distinct m.id) filter (where m.starts_at > ${now} and m.status in ('new', 'accepted', 'wait')))::int as planned,
      (count(distinct m.id) filter (where ${wasHeld}))::int as held,
      (count(distinct m.id) filter (where m.starts_at > ${now} and m.status in ('new', 'accepted', 'wait')
        and p.user_meeting_status in ('pending', 'changed')))::int as unanswered,
      (count(*) over ())::int as found
    from accounts a
    left join meetings m on m.mentor_id = a.id and m.stage_id = any(${stageIds}::int[])
    left join meeting_parties p on p.meeting_id = m.id
    where a.disabled_at is null and a.id in (
      select s.mentor_id from stage_mentors s where s.stage_id = any(${stageIds}::int[])
      union select o.mentor_id from meetings o where o.stage_id = any(${stageIds}::int[]))
    group by a.id order by a.last_name, a.first_name, a.id limit ${maxBoardMentors}`.execute(db)
  return { mentors }
}

/** Everybody who works with a mentor, with their numbers of past and planned meetings, the fewest first. */
export async function listQuota(
  services: Services,
  place: Place,
  { short = false, ...page }: Page & { short?: boolean },
) {
  const { clock } = services
  const { settings, stageIds } = await meetingsStage(services, place)
  const { competition } = place
  const now = clock()
  const people = sql`
    select distinct a.id, a.test_id, a.last_name, a.first_name, a.middle_name
    from mentor_choices c
    join accounts a on a.id = c.account_id
    join participations t on t.account_id = a.id and t.competition_code = ${competition}
    where c.stage_id = any(${stageIds}::int[]) and c.status = 'accepted' and a.disabled_at is null
      and t.disqualified_at is null`
  const held = sql`(select count(*)::int from meeting_parties p join meetings m on m.id = p.meeting_id
    where p.account_id = e.id and m.stage_id = any(${stageIds}::int[]) and ${wasHeld})`
  const planned = sql`(select count(*)::int from meeting_parties p join meetings m on m.id = p.meeting_id
    where p.account_id = e.id and m.stage_id = any(${stageIds}::int[]) and m.starts_at > ${now}
      and m.status in ('new', 'accepted', 'wait') and p.user_meeting_status <> 'rejected')`
  const { rows, count, as_of } = await readOrdered(
    services,
    {
      competition,
      name: ['quota', stageIds, short && settings.quota],
      ids: sql`
        select id from (select e.*, ${held} as held, ${planned} as planned from (${people}) as e) as c
        where not ${short}::boolean or held < ${settings.quota}
        order by held, planned, last_name, first_name, id`,
    },
    page,
    (ids) => sql<Name & { id: number; test_id: number; mentors: string[]; held: number; planned: number }>`
    select e.*, ${held} as held, ${planned} as planned, array(
        select distinct concat_ws(' ', o.last_name, o.first_name) from mentor_choices c join accounts o on o.id = c.mentor_id
        where c.account_id = e.id and c.stage_id = any(${stageIds}::int[]) and c.status = 'accepted' order by 1) as mentors
    from (${people} and a.id = any(${ids}::int[])) as e`,
  )
  const lacking = await countOf(services, {
    ...{ competition, name: ['below the quota', stageIds, settings.quota] },
    from: sql`from (${people}) as e where ${held} < ${settings.quota}`,
  })
  return {
    as_of,
    count,
    short: lacking.count,
    people: rows.map(({ id: _id, test_id, mentors, held, planned, ...name }) => ({
      ...{ user_id: test_id, mentors, held, planned, fio: formalName(name) },
    })),
  }
}

/** Meetings that did not take place, as the mentor or the person reported, the latest first. */
export async function listNoShows(services: Services, place: Place, { limit, offset }: Page) {
  const { stageIds } = await meetingsStage(services, place)
  const from = sql`from meetings m join meeting_parties p on p.meeting_id = m.id
    where m.stage_id = any(${stageIds}::int[]) and (p.came = false or p.held = false)`
  const { rows, count, as_of } = await readList(
    services,
    { competition: place.competition, name: ['no shows', stageIds], from },
    sql<
      Name & {
        id: number
        starts_at: Date
        mentor: string
        test_id: number
        came: boolean | null
        held: boolean | null
        missed: number
      }
    >`
    select d.id, d.starts_at, concat_ws(' ', o.last_name, o.first_name) as mentor, d.came, d.held,
      a.test_id, a.last_name, a.first_name, a.middle_name,
      (select count(*)::int ${from} and p.account_id = d.account_id) as missed
    from (
      select m.id, m.starts_at, m.mentor_id, p.account_id, p.came, p.held ${from}
      order by m.starts_at desc, m.id, p.account_id limit ${limit} offset ${offset}
    ) as d
    join accounts a on a.id = d.account_id
    join accounts o on o.id = d.mentor_id
    order by d.starts_at desc, d.id, a.id`,
  )
  return {
    as_of,
    count,
    rows: rows.map(({ id, starts_at, mentor, test_id, came, held, missed, ...name }) => ({
      ...{ id, mentor, came, held, missed, user_id: test_id, fio: formalName(name) },
      meeting_date: formatWire(starts_at),
    })),
  }
}
