import { sql } from 'kysely'
import {
  type Assistant,
  answeredForMentor,
  auditAssistant,
  refuseUnlessAssistant,
} from '#server/accounts/rights/assistants.ts'
import type { Db, Tx } from '#server/db.ts'
import { containing } from '#server/platform/db/containing.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { maxMentees } from '#shared/programme/meetings/limits.ts'
import { momentAhead, placeFault } from '#shared/programme/meetings/meeting-faults.ts'
import { isAhead } from '#shared/programme/meetings/status-at.ts'
import { utcOffsetOfRegion } from '#shared/stages/region-hours.ts'
import { aboutField, whereOf } from './answer-meeting.ts'
import { settingsOfStage } from './meeting-settings.ts'
import { isBusy, lockMentor } from './store.ts'
import { changed, tellMentor, tellParties } from './tell.ts'
import { askAnew, auditMeeting, changeMeeting, lockOfMentor, lockWhole, logMeeting, stillInvited } from './whole.ts'

interface TimeAndPlace {
  format: 1 | 2
  meeting_date: string
  minutes: number
  place: string
}

interface NewMeeting extends TimeAndPlace {
  stage_id: number
  user_ids: readonly number[]
}

/** The people who work with the mentor, whom the mentor may invite. */
const mentees = (db: Db | Tx, mentorId: number) =>
  db
    .selectFrom('mentor_choices as c')
    .innerJoin('accounts as a', 'a.id', 'c.account_id')
    .innerJoin('stages as s', 's.id', 'c.stage_id')
    .innerJoin('participations as t', (join) =>
      join.onRef('t.account_id', '=', 'a.id').onRef('t.competition_code', '=', 's.competition_code'),
    )
    .where('c.mentor_id', '=', mentorId)
    .where('c.status', '=', 'accepted')
    .where('a.disabled_at', 'is', null)
    .where('t.disqualified_at', 'is', null)

/** Mentees with `search` in their name or as their number. */
export async function listMentees(db: Db, mentorId: number, search = '') {
  const rows = await mentees(db, mentorId)
    .innerJoin('competitions as o', 'o.code', 's.competition_code')
    .select([
      'c.stage_id',
      's.title as stage',
      'o.title',
      'a.test_id',
      'a.last_name',
      'a.first_name',
      'a.middle_name',
      't.region',
    ])
    .select(sql<string>`count(*) over ()`.as('all'))
    .where(
      sql<boolean>`(concat_ws(' ', a.last_name, a.first_name, a.middle_name) ilike ${containing(search)}
        or a.test_id::text = ${search.trim()})`,
    )
    .orderBy('a.last_name')
    .orderBy('a.first_name')
    .orderBy('a.id')
    .limit(maxMentees)
    .execute()
  return {
    people: rows.map(({ stage_id, stage, title, test_id, region, all: _all, ...name }) => ({
      ...{ stage_id, competition: title, stage, user_id: test_id, fio: formalName(name) },
      offset: utcOffsetOfRegion(region),
    })),
    count: Number(rows[0]?.all ?? 0),
  }
}

function checked({ format, meeting_date, minutes, place }: TimeAndPlace, now: Date) {
  const starts_at = momentAhead(meeting_date, now)
  if (!starts_at) throw aboutField('meeting_date', 'meeting_date_wrong')
  const fault = placeFault(format, place)
  if (fault) throw aboutField('place', fault)
  return { format, starts_at, minutes, place: place.trim() }
}

/** Invites people to a meeting. Each of them answers separately. */
export async function makeMeeting(services: Services, mentorId: number, body: NewMeeting): Promise<{ id: number }> {
  const { db, clock, seasons } = services
  const at = clock()
  const time = checked(body, at)
  const competition = await seasons.codeOf(db, body.stage_id)
  const { mentor_limit: max } = await settingsOfStage(db, services, competition ?? '')
  return db.transaction().execute(async (tx) => {
    await lockMentor(tx, mentorId)
    const people = await mentees(tx, mentorId)
      .select('a.id')
      .where('c.stage_id', '=', body.stage_id)
      .where('a.test_id', 'in', [0, ...body.user_ids])
      .execute()
    if (people.length < body.user_ids.length) throw new Refusal('mentee_not_found')
    if (max > 0 && (await aheadOf(tx, mentorId, competition ?? '', at)) >= max)
      throw new Refusal('meetings_too_many', { values: { max } })
    if (await isBusy(tx, mentorId, time, null)) throw aboutField('meeting_date', 'meeting_clash')
    const { id } = await tx
      .insertInto('meetings')
      .values({ stage_id: body.stage_id, mentor_id: mentorId, created_at: at, ...time })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('meeting_parties')
      .values(people.map((person) => ({ meeting_id: id, account_id: person.id, asked_at: at })))
      .execute()
    const whole = await lockWhole(tx, id, at)
    if (!whole) throw new Refusal('meeting_not_found')
    await logMeeting(tx, whole, { side: 'mentor', what: 'made', at })
    await tellParties(tx, services, whole, whole.parties, {
      title: 'Наставник приглашает вас на встречу',
      text: (when) => `${whole.meeting.mentor}, ${when}. ${whereOf(time)}\nОтветьте, придёте ли вы.`,
      sms: true,
      step: 'announced',
    })
    await auditMeeting(tx, whole, 'meeting_made', { after: showDateTime(time.starts_at) })
    return { id }
  })
}

/** How many planned meetings the mentor has in this competition: cancelled and past meetings do not take a place. */
async function aheadOf(tx: Tx, mentorId: number, competition: string, at: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('meetings as m')
    .innerJoin('stages as s', 's.id', 'm.stage_id')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('m.mentor_id', '=', mentorId)
    .where('s.competition_code', '=', competition)
    .where('m.status', 'in', ['new', 'accepted', 'wait'])
    .where('m.starts_at', '>', at)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Changes the time, the format and the place. After a new time everybody is asked again. */
export async function editMeeting(
  services: Services,
  mentorId: number,
  id: number,
  { revision, ...body }: TimeAndPlace & { revision: number },
  assistant?: Assistant,
) {
  const { db, clock } = services
  return db.transaction().execute(async (tx) => {
    const at = clock()
    await lockMentor(tx, mentorId)
    const whole = await lockOfMentor(tx, { id, mentorId }, at)
    const { meeting, parties } = whole
    if (assistant && parties.some(({ account_id }) => account_id === assistant.id))
      throw new Refusal('meeting_not_found')
    if (assistant) await refuseUnlessAssistant(tx, mentorId, assistant)
    if (revision !== meeting.revision) throw new Refusal('meeting_changed')
    if (!isAhead(meeting, at)) throw new Refusal('meeting_not_ahead')
    const time = checked(body, at)
    if (await isBusy(tx, mentorId, time, id)) throw aboutField('meeting_date', 'meeting_clash')
    const moved = time.starts_at.getTime() !== meeting.starts_at.getTime()
    const same = !moved && (['format', 'minutes', 'place'] as const).every((key) => time[key] === meeting[key])
    if (same) return { id, revision }
    await changeMeeting(tx, id, { ...time, ...(moved ? { status: 'new' as const } : {}) })
    const now = changed(whole, { ...time, ...(moved ? { status: 'new' as const } : {}) })
    const invited = stillInvited(whole)
    if (moved)
      await askAnew(
        tx,
        id,
        invited.map(({ account_id }) => account_id),
        at,
      )
    await logMeeting(tx, now, { side: assistant ? 'assistant' : 'mentor', what: moved ? 'moved' : 'changed', at })
    const was = showDateTime(meeting.starts_at)
    const by = assistant ? `\n${answeredForMentor(assistant)}` : ''
    const told = {
      title: moved ? 'Встреча перенесена' : 'Встреча изменилась',
      calendar: 'entry' as const,
      step: 'changed' as const,
    }
    const text = (when: string) =>
      `${moved ? `Встреча перенесена с ${was} на` : 'Встреча будет'} ${when}. ${whereOf(time)}${by}`
    await tellParties(tx, services, now, invited, {
      ...told,
      sms: moved,
      text: (when) => `${meeting.mentor}. ${text(when)}${moved ? '\nОтветьте, придёте ли вы.' : ''}`,
    })
    await tellMentor(tx, services, now, { ...told, text })
    if (assistant)
      await auditAssistant(tx, assistant, {
        ...{ action: 'assistant_moved_meeting', mentorId, people: parties.map(({ test_id }) => test_id) },
        ...{ competition: meeting.competition, stage: meeting.stage },
      })
    else await auditMeeting(tx, whole, 'meeting_changed', { before: was, after: showDateTime(time.starts_at) })
    return { id, revision: revision + 1 }
  })
}

/** Cancels a meeting with a reason for everybody invited. */
export function cancelMeeting(
  services: Services,
  mentorId: number,
  id: number,
  { reason, revision }: { reason: string; revision: number },
): Promise<void> {
  const { db, clock } = services
  return db.transaction().execute(async (tx) => {
    const at = clock()
    const whole = await lockOfMentor(tx, { id, mentorId }, at)
    if (!isAhead(whole.meeting, at)) throw new Refusal('meeting_not_ahead')
    if (revision !== whole.meeting.revision) throw new Refusal('meeting_changed')
    const why = reason.trim()
    await changeMeeting(tx, id, { status: 'cancelled', cancelled_because: why })
    const now = changed(whole, { status: 'cancelled' })
    await logMeeting(tx, now, { side: 'mentor', what: 'cancelled', at })
    await tellParties(tx, services, now, stillInvited(whole), {
      title: 'Встреча отменена',
      text: (when) => `${whole.meeting.mentor}, ${when}. Наставник отменил встречу: ${why}`,
      sms: true,
      calendar: 'removed',
      step: 'over',
    })
    await tellMentor(tx, services, now, {
      title: 'Вы отменили встречу',
      text: (when) => `Встреча ${when} отменена, участники об этом узнали.`,
      calendar: 'removed',
      step: 'over',
    })
    await auditMeeting(tx, whole, 'meeting_cancelled', { before: showDateTime(whole.meeting.starts_at) })
  })
}
