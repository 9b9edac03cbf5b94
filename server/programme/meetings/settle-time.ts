import {
  type Assistant,
  answeredForMentor,
  auditAssistant,
  refuseUnlessAssistant,
} from '#server/accounts/rights/assistants.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { isAhead } from '#shared/programme/meetings/status-at.ts'
import { mentorMeetingOnWire } from './read-mentor-meetings.ts'
import { isBusy, lockMentor, mentorMeeting } from './store.ts'
import { changed, tellMentor, tellParties } from './tell.ts'
import { askAnew, auditMeeting, changeMeeting, lockOfMentor, logMeeting, touchMeeting } from './whole.ts'

interface TimeAnswer {
  mentorId: number
  id: number
  /** The public number of the person who asks for another time. */
  userId: number
  agreed: boolean
  /** The proposed time that the mentor accepts; by default the first one. */
  date?: string
  /** The revision that the mentor saw. */
  revision?: number
  /** The assistant who answers for the mentor. */
  assistant?: Assistant
}

/**
 * Moves the meeting to a time that a person has proposed, and asks the other people again. Or keeps the time and asks
 * this person again.
 */
export function settleTime(services: Services, answer: TimeAnswer) {
  const { mentorId, id, userId, agreed, date, revision, assistant } = answer
  const { db, clock } = services
  const side = assistant ? 'assistant' : 'mentor'
  const by = assistant ? `\n${answeredForMentor(assistant)}` : ''
  return db.transaction().execute(async (tx) => {
    const at = clock()
    await lockMentor(tx, mentorId)
    const whole = await lockOfMentor(tx, { id, mentorId }, at)
    const { meeting, parties } = whole
    const asker = parties.find(({ test_id }) => test_id === userId)
    if (!asker || asker.account_id === assistant?.id) throw new Refusal('meeting_not_found')
    if (assistant) await refuseUnlessAssistant(tx, mentorId, assistant)
    const asks = asker.user_meeting_status === 'changed' && isAhead(meeting, at)
    if (!asks || (revision ?? meeting.revision) !== meeting.revision) throw new Refusal('meeting_changed')
    const wanted = date === undefined ? asker.proposed[0] : parseWire(date)
    const moved = agreed ? asker.proposed.find((time) => time.getTime() === wanted?.getTime()) : null
    if (agreed && (!moved || moved <= at)) throw new Refusal('meeting_time_passed')
    if (moved && (await isBusy(tx, mentorId, { starts_at: moved, minutes: meeting.minutes }, id)))
      throw new Refusal('meeting_clash')
    if (moved) {
      const asked = parties.filter(
        ({ account_id, user_meeting_status: answer }) => account_id !== asker.account_id && answer !== 'rejected',
      )
      await tx
        .updateTable('meeting_parties')
        .set({ user_meeting_status: 'accepted', proposed: [], answered_at: at, nudged_at: null })
        .where('meeting_id', '=', id)
        .where('account_id', '=', asker.account_id)
        .execute()
      await askAnew(
        tx,
        id,
        asked.map(({ account_id }) => account_id),
        at,
      )
      await changeMeeting(tx, id, { starts_at: moved, status: 'new' })
      const now = changed(whole, { starts_at: moved, status: 'new' })
      await logMeeting(tx, now, { side, what: 'moved', at })
      const was = showDateTime(meeting.starts_at)
      const text = (when: string) => `Встреча перенесена с ${was} на ${when}.${by}`
      await tellParties(tx, services, now, [asker], {
        ...{ title: 'Наставник согласен на другое время', text, sms: true, calendar: 'entry', step: 'changed' },
      })
      await tellParties(tx, services, now, asked, {
        ...{ title: 'Встреча перенесена', sms: true, calendar: 'entry', step: 'changed' },
        text: (when) => `${text(when)}\nОтветьте, придёте ли вы.`,
      })
      await tellMentor(tx, services, now, { title: 'Встреча перенесена', text, calendar: 'entry', step: 'changed' })
    } else {
      await askAnew(tx, id, [asker.account_id], at)
      await touchMeeting(tx, id, { status: 'new' })
      await logMeeting(tx, whole, { side, what: 'kept', at })
      await tellParties(tx, services, whole, [asker], {
        title: 'Наставник оставил прежнее время',
        text: (when) => `Встреча будет ${when}. Ответьте, придёте ли вы.${by}`,
        sms: true,
      })
      if (assistant)
        await tellMentor(tx, services, whole, {
          title: 'Помощник оставил прежнее время',
          text: (when) => `${asker.fio}, встреча ${when}.${by}`,
        })
    }
    const settled = await mentorMeeting(tx, { id, mentorId, userId }, at)
    if (!settled) throw new Refusal('meeting_not_found')
    if (assistant)
      await auditAssistant(tx, assistant, {
        ...{ action: 'assistant_settled_time', mentorId, people: [userId] },
        ...{ competition: meeting.competition, stage: meeting.stage },
      })
    else
      await auditMeeting(tx, whole, 'meeting_time_settled', {
        ...{ before: showDateTime(meeting.starts_at), after: showDateTime(moved ?? meeting.starts_at), about: [asker] },
      })
    return mentorMeetingOnWire(settled)
  })
}
