import { createHash } from 'node:crypto'
import type { Db, Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { formatWire, showDateTime } from '#shared/platform/time/moscow.ts'
import type { UserMeetingStatus } from '#shared/programme/meetings/classify.ts'
import { endOf, isAhead, overlap } from '#shared/programme/meetings/status-at.ts'
import { aboutField, whereOf } from './answer-meeting.ts'
import { meetingsStage, type Place } from './meeting-settings.ts'
import { lockMentor, meetingsAround } from './store.ts'
import { changed, tellMentor, tellParties } from './tell.ts'
import { askAnew, changeMeeting, lockWhole, logMeeting, stillInvited } from './whole.ts'

interface Moves {
  ids: readonly number[]
  by_minutes: number
  /** The mentor who takes the meetings over; null: they are moved in time. */
  mentor_id: number | null
  reason: string
  /** The fingerprint of the preview; null asks for a preview. */
  fingerprint: string | null
}

type Problem = 'not_ahead' | 'past' | 'mentor_busy' | 'person_busy' | 'same' | 'own_meeting' | 'all_declined'

/**
 * Moves meetings by the same time, or gives them to another mentor. Without a fingerprint it writes nothing and returns
 * a preview; with it, exactly the previewed changes are made. Meetings with a problem stay as they are.
 */
export async function moveMeetings(services: Services, actorId: number, place: Place, moves: Moves) {
  const { db, clock } = services
  const { stageIds } = await meetingsStage(services, place)
  const at = clock()
  if (moves.fingerprint === null) {
    const { rows, fingerprint } = await drawnUp(db, stageIds, moves, at)
    return { fingerprint, done: false, rows: rows.map(onWire) }
  }
  if (moves.reason.trim() === '') throw aboutField('reason', 'comment_required')
  return db.transaction().execute(async (tx) => {
    for (const mentorId of await mentorsOf(tx, stageIds, moves)) await lockMentor(tx, mentorId)
    await tx
      .selectFrom('meetings')
      .select('id')
      .where('id', 'in', [...moves.ids])
      .orderBy('id')
      .forUpdate()
      .execute()
    const { rows, fingerprint, mentor } = await drawnUp(tx, stageIds, moves, at)
    if (fingerprint !== moves.fingerprint) throw new Refusal('meeting_moves_changed')
    const free = rows.filter(({ problem }) => problem === null)
    if (free.length === 0) throw new Refusal('meeting_moves_none')
    for (const { id, to } of free) await moveOne(tx, services, { id, to, mentor, reason: moves.reason.trim(), at })
    await recordAudit(tx, {
      actorId,
      action: mentor ? 'meetings_substituted' : 'meetings_moved',
      subject: `stage:${place.competition}/${place.code}`,
      detail: { competition: place.competition, stage: place.code, meetings: free.length, minutes: moves.by_minutes },
    })
    return { fingerprint, done: true, rows: rows.map(onWire) }
  })
}

type Drawn = Awaited<ReturnType<typeof drawnUp>>['rows'][number]
const onWire = ({ id, mentor, people, from, to, problem }: Drawn) => ({
  ...{ id, mentor, problem, people: people.map(({ fio }) => fio) },
  ...{ from: formatWire(from), to: formatWire(to) },
})

/** The mentors whose time is taken or freed, in the order in which they are locked. */
async function mentorsOf(tx: Tx, stageIds: readonly number[], { ids, mentor_id }: Moves): Promise<number[]> {
  const rows = await tx
    .selectFrom('meetings')
    .select('mentor_id')
    .distinct()
    .where('id', 'in', [...ids])
    .where('stage_id', 'in', [0, ...stageIds])
    .execute()
  const all = new Set([...rows.map((row) => row.mentor_id), ...(mentor_id === null ? [] : [mentor_id])])
  return [...all].toSorted((one, other) => one - other)
}

/** The preview: what would happen to each of these meetings, with the fingerprint of exactly this. */
async function drawnUp(db: Db | Tx, stageIds: readonly number[], { ids, by_minutes, mentor_id }: Moves, at: Date) {
  const mentor = mentor_id === null ? null : await substitute(db, stageIds, mentor_id)
  const meetings = await db
    .selectFrom('meetings as m')
    .innerJoin('accounts as a', 'a.id', 'm.mentor_id')
    .select(['m.id', 'm.mentor_id', 'm.starts_at', 'm.minutes', 'm.status', 'm.revision'])
    .select(['a.last_name', 'a.first_name', 'a.middle_name'])
    .where('m.id', 'in', [...ids])
    .where('m.stage_id', 'in', [0, ...stageIds])
    .orderBy('m.starts_at')
    .orderBy('m.id')
    .execute()
  const parties = await db
    .selectFrom('meeting_parties as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .select(['p.meeting_id', 'p.account_id', 'p.user_meeting_status', 'a.last_name', 'a.first_name', 'a.middle_name'])
    .where('p.meeting_id', 'in', [0, ...meetings.map(({ id }) => id)])
    .orderBy('a.last_name')
    .orderBy('a.id')
    .execute()
  const planned = meetings.map((meeting) => ({
    ...meeting,
    to: new Date(meeting.starts_at.getTime() + by_minutes * 60_000),
    leads: mentor?.id ?? meeting.mentor_id,
    people: parties.filter(({ meeting_id }) => meeting_id === meeting.id),
  }))
  const times = planned.map(({ to, minutes }) => ({ starts_at: to, minutes }))
  const around =
    planned.length === 0
      ? []
      : await meetingsAround(db, {
          mentors: planned.map(({ leads }) => leads),
          people: parties.map(({ account_id }) => account_id),
          from: new Date(Math.min(...times.map(({ starts_at }) => starts_at.getTime()))),
          to: new Date(Math.max(...times.map((time) => endOf(time).getTime()))),
        })
  const moved = new Set(planned.map(({ id }) => id))
  const others = around
    .filter(({ id }) => !moved.has(id))
    .map(({ mentor_id: leads, agreed, ...time }) => ({ leads, time, people: agreed }))
  const problemOf = (meeting: Planned, taken: readonly Taken[]): Problem | null => {
    if (!isAhead(meeting, at)) return 'not_ahead'
    if (meeting.to <= at) return 'past'
    if (by_minutes === 0 && meeting.leads === meeting.mentor_id) return 'same'
    const ids = idsOf(meeting)
    if (ids.length === 0) return 'all_declined'
    if (ids.includes(meeting.leads)) return 'own_meeting'
    const clashing = taken.filter(({ time }) => overlap(time, { starts_at: meeting.to, minutes: meeting.minutes }))
    if (clashing.some(({ leads }) => leads === meeting.leads)) return 'mentor_busy'
    if (clashing.some(({ people }) => people.some((id) => ids.includes(id)))) return 'person_busy'
    return null
  }
  const problems = new Map<number, Problem>()
  // A meeting that cannot move keeps its time, which may block another one: repeated until no new problem is found.
  for (let known = -1; known < problems.size; ) {
    known = problems.size
    const taken: Taken[] = [...others, ...planned.filter(({ id }) => problems.has(id)).map(asItIs)]
    for (const meeting of planned) {
      if (problems.has(meeting.id)) continue
      const problem = problemOf(meeting, taken)
      if (problem) problems.set(meeting.id, problem)
      else
        taken.push({
          leads: meeting.leads,
          time: { starts_at: meeting.to, minutes: meeting.minutes },
          people: idsOf(meeting),
        })
    }
  }
  const rows = planned.map((meeting) => ({
    ...{ id: meeting.id, from: meeting.starts_at, to: meeting.to, problem: problems.get(meeting.id) ?? null },
    mentor: formalName(mentor ?? meeting),
    // When all have declined, their names still tell the organiser which meeting stays.
    people: (idsOf(meeting).length > 0 ? invitedTo(meeting) : meeting.people).map((person) => ({
      fio: formalName(person),
    })),
    revision: meeting.revision,
  }))
  const named = rows.map(({ id, revision, to, problem }) => [id, revision, to.getTime(), problem])
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([named, mentor_id]))
    .digest('base64url')
  return { rows, fingerprint, mentor }
}

interface Taken {
  leads: number
  time: { starts_at: Date; minutes: number }
  people: readonly number[]
}

type Planned = Parameters<typeof isAhead>[0] & {
  id: number
  mentor_id: number
  minutes: number
  to: Date
  leads: number
  people: readonly { account_id: number; user_meeting_status: UserMeetingStatus }[]
}

const invitedTo = <P extends { user_meeting_status: UserMeetingStatus }>({ people }: { people: readonly P[] }): P[] =>
  people.filter(({ user_meeting_status: answer }) => answer !== 'rejected')
const idsOf = (meeting: Planned): number[] => invitedTo(meeting).map(({ account_id }) => account_id)
const asItIs = (meeting: Planned): Taken => ({
  leads: meeting.mentor_id,
  time: { starts_at: meeting.starts_at, minutes: meeting.minutes },
  people: idsOf(meeting),
})

/** The mentor who takes the meetings over, who must be a mentor at one of these stages. */
async function substitute(db: Db | Tx, stageIds: readonly number[], mentorId: number) {
  const found = await db
    .selectFrom('accounts as a')
    .innerJoin('account_roles as r', (join) => join.onRef('r.account_id', '=', 'a.id').on('r.role', '=', 'mentor'))
    .innerJoin('stage_mentors as s', 's.mentor_id', 'a.id')
    .leftJoin('mentor_profiles as f', 'f.account_id', 'a.id')
    .select(['a.id', 'a.last_name', 'a.first_name', 'a.middle_name', 'f.region'])
    .where('a.id', '=', mentorId)
    .where('a.disabled_at', 'is', null)
    .where('s.stage_id', 'in', [0, ...stageIds])
    .executeTakeFirst()
  if (!found) throw new Refusal('mentor_unavailable')
  return found
}

interface Move {
  id: number
  to: Date
  mentor: Awaited<ReturnType<typeof substitute>> | null
  reason: string
  at: Date
}

async function moveOne(tx: Tx, services: Services, { id, to, mentor, reason, at }: Move): Promise<void> {
  const whole = await lockWhole(tx, id, at)
  if (!whole) throw new Refusal('meeting_moves_changed')
  const { meeting } = whole
  const moved = to.getTime() !== meeting.starts_at.getTime()
  const handed = mentor !== null && mentor.id !== meeting.mentor_id
  const set = {
    ...(moved ? { starts_at: to, status: 'new' as const } : {}),
    ...(handed ? { mentor_id: mentor.id } : {}),
  }
  await changeMeeting(tx, id, set)
  const now = changed(whole, {
    ...set,
    ...(handed ? { mentor: formalName(mentor), mentorRegion: mentor.region } : {}),
  })
  const invited = stillInvited(whole)
  // People who agreed to a time have also agreed to it with another mentor, but not to another time.
  if (moved)
    await askAnew(
      tx,
      id,
      invited.map(({ account_id }) => account_id),
      at,
    )
  await logMeeting(tx, now, { side: 'organiser', what: handed ? 'substituted' : 'moved', at })
  const was = moved ? ` Раньше она была назначена на ${showDateTime(meeting.starts_at)}.` : ''
  const why = `\nПричина: ${reason}`
  const ask = moved ? '\nОтветьте, придёте ли вы.' : ''
  const title = handed ? 'У вашей встречи другой наставник' : 'Встреча перенесена'
  await tellParties(tx, services, now, invited, {
    ...{ title, sms: moved, calendar: 'entry', step: 'changed' },
    text: (when) => `${now.meeting.mentor}, ${when}. ${whereOf(meeting)}${was}${why}${ask}`,
  })
  await tellMentor(tx, services, now, {
    ...{ title: handed ? 'Вам передали встречу' : title, calendar: 'entry', step: 'changed' },
    text: (when) => `${invited.map(({ fio }) => fio).join(', ')}: ${when}. ${whereOf(meeting)}${was}${why}`,
  })
  if (handed)
    await tellMentor(
      tx,
      services,
      { meeting: { ...now.meeting, starts_at: meeting.starts_at, mentorRegion: meeting.mentorRegion } },
      {
        ...{ title: 'Вашу встречу проведёт другой наставник', calendar: 'removed' },
        text: (when) => `Встреча ${when}.${why}`,
      },
      meeting.mentor_id,
    )
}
