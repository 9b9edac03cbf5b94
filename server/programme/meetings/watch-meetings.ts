import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Task } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { remindedHours } from '#shared/programme/meetings/limits.ts'
import { isAhead } from '#shared/programme/meetings/status-at.ts'
import { whereOf } from './answer-meeting.ts'
import { settingsOfStage } from './meeting-settings.ts'
import { changed, tellMentor, tellParties } from './tell.ts'
import { changeMeeting, lockWhole, logMeeting, type Party, touchMeeting, type Whole } from './whole.ts'

const every = 60_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const batch = 100

export const meetingJobs = (services: Services): Record<string, Task> => ({
  watch_meetings: async () => {
    await scheduleMeetings(services, every)
    await remindOfMeetings(services)
    await endSilence(services)
  },
})

export const scheduleMeetings = ({ db, clock }: Pick<Services, 'db' | 'clock'>, pause = 0) =>
  db
    .transaction()
    .execute((tx) =>
      addJob(tx, 'watch_meetings', {}, { runAt: new Date(clock().getTime() + pause), jobKey: 'watch_meetings' }),
    )

/** Reminds everybody who comes to a meeting: once a day before it and once an hour before it. */
export async function remindOfMeetings(services: Services): Promise<void> {
  for (const hours of remindedHours) {
    const ids = await dueForReminder(services.db, hours, services.clock())
    for (const id of ids) await remindOf(services, id, hours)
  }
}

/** Meetings that begin soon and have people who come and were not reminded. */
async function dueForReminder(db: Db, hours: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from meetings m
    where m.status in ('new', 'accepted', 'wait') and m.starts_at > ${now}
      and m.starts_at <= ${new Date(now.getTime() + hours * hourMs)}
      and (${hours} = 1 or m.starts_at > ${new Date(now.getTime() + hourMs)})
      and exists (select from meeting_parties p where p.meeting_id = m.id and p.user_meeting_status = 'accepted'
        and (${hours} = 1 or coalesce(p.answered_at, m.created_at) < m.starts_at - interval '24 hours')
        and not exists (select from meeting_reminders r where r.meeting_id = m.id and r.account_id = p.account_id
          and r.starts_at = m.starts_at and r.hours = ${hours}))
    order by m.starts_at limit ${batch}`.execute(db)
  return rows.map(({ id }) => id)
}

const reminded = { 1: 'Встреча через час', 24: 'Встреча через сутки' } as const

function remindOf(services: Services, id: number, hours: 1 | 24): Promise<void> {
  const { db, clock } = services
  return db.transaction().execute(async (tx) => {
    const at = clock()
    const whole = await lockWhole(tx, id, at)
    if (!whole || !isAhead(whole.meeting, at)) return
    const { meeting, parties } = whole
    const inTime = ({ answered_at }: Party) =>
      hours === 1 || (answered_at ?? meeting.created_at).getTime() < meeting.starts_at.getTime() - dayMs
    const come = parties.filter((party) => party.user_meeting_status === 'accepted' && inTime(party))
    if (come.length === 0) return
    const people = [meeting.mentor_id, ...come.map(({ account_id }) => account_id)]
    // The row and the message are written in the same transaction: after a crash either both exist or neither.
    const fresh = await tx
      .insertInto('meeting_reminders')
      .values(
        people.map((account_id) => ({ meeting_id: id, account_id, starts_at: meeting.starts_at, hours, sent_at: at })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('account_id')
      .execute()
    const due = new Set(fresh.map(({ account_id }) => account_id))
    const title = reminded[hours]
    await tellParties(
      tx,
      services,
      whole,
      come.filter(({ account_id }) => due.has(account_id)),
      { title, text: (when) => `${meeting.mentor}, ${when}. ${whereOf(meeting)}`, sms: true },
    )
    if (due.has(meeting.mentor_id))
      await tellMentor(tx, services, whole, {
        title,
        text: (when) => `${come.map(({ fio }) => fio).join(', ')}: ${when}. ${whereOf(meeting)}`,
        sms: true,
      })
  })
}

/** Reminds people who owe an answer, and later ends the waiting, after the days that the competition has set. */
export async function endSilence(services: Services): Promise<void> {
  const { db, clock } = services
  const { rows } = await sql<{ competition: string }>`
    select distinct s.competition_code as competition from meetings m join stages s on s.id = m.stage_id
    where m.status in ('new', 'accepted', 'wait')`.execute(db)
  for (const { competition } of rows) {
    const { answer_days, cancel_days } = await settingsOfStage(db, services, competition)
    const waits = { answerMs: answer_days * dayMs, cancelMs: cancel_days * dayMs }
    for (const id of await silentMeetings(db, competition, waits, clock().getTime()))
      await settleSilence(services, id, waits)
  }
}

interface Waits {
  answerMs: number
  cancelMs: number
}

async function silentMeetings(db: Db, competition: string, { answerMs, cancelMs }: Waits, now: number) {
  const { rows } = await sql<{ id: number }>`
    select distinct m.id from meetings m
    join stages s on s.id = m.stage_id
    join meeting_parties p on p.meeting_id = m.id
    where s.competition_code = ${competition} and m.status in ('new', 'accepted', 'wait')
      and p.user_meeting_status in ('pending', 'changed')
      and (m.starts_at <= ${new Date(now)} or p.nudged_at <= ${new Date(now - cancelMs)}
        or (p.nudged_at is null and greatest(p.asked_at, p.answered_at) <= ${new Date(now - answerMs)}))
    order by m.id limit ${batch}`.execute(db)
  return rows.map(({ id }) => id)
}

const owes = ({ user_meeting_status: answer }: Party): boolean => answer === 'pending' || answer === 'changed'
const since = ({ asked_at, answered_at, user_meeting_status }: Party): number =>
  Math.max(asked_at.getTime(), (user_meeting_status === 'changed' ? answered_at : null)?.getTime() ?? 0)

function settleSilence(services: Services, id: number, { answerMs, cancelMs }: Waits) {
  const { db, clock } = services
  return db.transaction().execute(async (tx) => {
    const at = clock()
    const now = at.getTime()
    const whole = await lockWhole(tx, id, at)
    if (!whole || whole.meeting.status === 'cancelled') return
    const { meeting, parties } = whole
    const begun = meeting.starts_at.getTime() <= now
    const silent = parties.filter(owes)
    const over = silent.filter(({ nudged_at }) => begun || (nudged_at && nudged_at.getTime() + cancelMs <= now))
    const late = silent.filter((party) => !over.includes(party) && !party.nudged_at && since(party) + answerMs <= now)
    if (late.length > 0) await nudge(late)
    if (over.length > 0) await lapse(over)

    async function nudge(of: Party[]) {
      await tx
        .updateTable('meeting_parties')
        .set({ nudged_at: at })
        .where('meeting_id', '=', id)
        .where(
          'account_id',
          'in',
          of.map(({ account_id }) => account_id),
        )
        .execute()
      // When nobody has agreed yet, the whole meeting waits.
      if (!parties.some(({ user_meeting_status: answer }) => answer === 'accepted'))
        await tx.updateTable('meetings').set({ status: 'wait' }).where('id', '=', id).execute()
      await logMeeting(tx, whole as Whole, { side: 'portal', what: 'nudged', at })
      await tellParties(
        tx,
        services,
        whole as Whole,
        of.filter(({ user_meeting_status: answer }) => answer === 'pending'),
        {
          title: 'Наставник ждёт вашего ответа',
          text: (when) => `${meeting.mentor} приглашает вас на встречу ${when}. Без ответа она отменится.`,
          sms: true,
        },
      )
      for (const { fio, user_meeting_status: answer } of of)
        if (answer === 'changed')
          await tellMentor(tx, services, whole as Whole, {
            title: 'Участник ждёт ответа о времени встречи',
            text: (when) => `${fio} просит перенести встречу ${when}. Без ответа она отменится.`,
          })
    }

    async function lapse(of: Party[]) {
      const gone = new Set(of.map(({ account_id }) => account_id))
      const stay = parties.some((party) => party.user_meeting_status !== 'rejected' && !gone.has(party.account_id))
      await tx
        .updateTable('meeting_parties')
        // When others still come, only this invitation ends.
        .set({ lapsed_at: at, ...(stay ? { user_meeting_status: 'rejected' as const } : {}) })
        .where('meeting_id', '=', id)
        .where('account_id', 'in', [...gone])
        .execute()
      if (stay) await touchMeeting(tx, id)
      else await changeMeeting(tx, id, { status: 'cancelled', cancelled_because: 'Ответа не дождались' })
      const ended = changed(whole as Whole, stay ? {} : { status: 'cancelled' })
      await logMeeting(tx, ended, { side: 'portal', what: 'lapsed', at })
      const title = stay ? 'Приглашение на встречу закончилось' : 'Встреча отменена'
      await tellParties(tx, services, ended, of, {
        title,
        text: (when) => `${meeting.mentor}, ${when}. Ответа не дождались.`,
        calendar: 'removed',
      })
      await tellMentor(tx, services, ended, {
        title: stay ? 'Участник не ответил на приглашение' : title,
        text: (when) =>
          `${of.map(({ fio }) => fio).join(', ')}, встреча ${when}. Ответа не дождались${stay ? '' : ', место освободилось'}.`,
        ...(stay ? {} : { calendar: 'removed' as const }),
      })
    }
  })
}
