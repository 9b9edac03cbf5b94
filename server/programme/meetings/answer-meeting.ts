import type { Services } from '#server/services.ts'
import { wordingOf } from '#shared/platform/api/refusal-wording.ts'
import { Refusal, type RefusalCode } from '#shared/platform/api/refusals.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { proposedTimes } from '#shared/programme/meetings/meeting-faults.ts'
import { isAhead } from '#shared/programme/meetings/status-at.ts'
import type { MeetingAct } from './tables.ts'
import { changed, tellMentor, tellParties } from './tell.ts'
import { changeMeeting, lockWhole, logMeeting, touchMeeting } from './whole.ts'

interface MeetingAnswer {
  accountId: number
  meetingId: number
  status: 'accepted' | 'rejected' | 'changed'
  reasons: number[]
  comment: string
  proposedDates: readonly string[]
  /** The revision that the person saw. Without it the latest answer wins. */
  revision: number | undefined
}

const acts = { accepted: 'accepted', rejected: 'rejected', changed: 'proposed' } as const satisfies Record<
  MeetingAnswer['status'],
  MeetingAct
>

/**
 * Stores the person's answer and notifies the mentor. The same answer again changes nothing. Refuses an answer to a
 * meeting that was changed meanwhile, was cancelled or has begun, or that the person has declined.
 */
export function answerMeeting(services: Services, answer: MeetingAnswer): Promise<void> {
  const { db, clock } = services
  return db.transaction().execute(async (tx) => {
    const at = clock()
    const whole = await lockWhole(tx, answer.meetingId, at)
    const party = whole?.parties.find(({ account_id }) => account_id === answer.accountId)
    if (!whole || !party) throw new Refusal('meeting_not_found')
    const { meeting } = whole
    const before = party.user_meeting_status
    if (before === 'accepted' && answer.status === 'accepted') return
    if (answer.revision !== undefined && answer.revision !== meeting.revision) throw new Refusal('meeting_changed')
    // A meeting that waits for an overdue answer is in the archive but can still be answered.
    if (before === 'rejected' || !isAhead(meeting, at)) throw new Refusal('meeting_closed')
    const proposed = answer.status === 'changed' ? timesOf(answer, at) : []
    const reasons = answer.status === 'rejected' ? [...answer.reasons].sort() : []
    const comment = answer.comment.trim()
    if (answer.status === 'rejected' && reasons.length === 0 && comment === '')
      throw aboutField('comment', 'comment_required')
    await tx
      .updateTable('meeting_parties')
      .set({
        ...{ user_meeting_status: answer.status, reasons, comment, proposed, answered_at: at },
        ...{ nudged_at: null, lapsed_at: null },
      })
      .where('meeting_id', '=', meeting.id)
      .where('account_id', '=', answer.accountId)
      .execute()
    // A person who had agreed has the meeting in the calendar: it must be removed there.
    const leaves = before === 'accepted' && answer.status === 'rejected'
    if (leaves) await changeMeeting(tx, meeting.id, { status: 'new' })
    else await touchMeeting(tx, meeting.id, { status: 'new' })
    await logMeeting(tx, whole, { side: 'participant', what: acts[answer.status], at })
    const said = comment === '' ? '' : ` Комментарий: «${comment}»`
    const times = proposed.map((time) => showDateTime(time)).join(', ')
    const words = {
      accepted: { title: 'Встреча принята', text: 'Участник придёт.' },
      rejected: { title: 'Встреча отклонена', text: 'Участник не сможет прийти.' },
      changed: { title: 'Просят другое время встречи', text: `Предложено время по Москве: ${times}.` },
    }[answer.status]
    await tellMentor(tx, services, whole, {
      title: words.title,
      text: (when) => `${party.fio}, встреча ${when}. ${words.text}${said}`,
      ...(answer.status === 'accepted' ? { calendar: 'entry' as const } : {}),
    })
    if (answer.status === 'accepted')
      await tellParties(tx, services, whole, [party], {
        title: 'Вы приняли встречу',
        text: (when) => `${meeting.mentor}, ${when}. ${whereOf(meeting)}`,
        calendar: 'entry',
        step: 'answered',
      })
    if (leaves)
      await tellParties(tx, services, changed(whole, {}), [party], {
        title: 'Вы отказались от встречи',
        text: (when) => `${meeting.mentor}, ${when}. Наставник об этом узнал.`,
        calendar: 'removed',
        step: 'answered',
      })
  })
}

export const whereOf = ({ format, place }: { format: 1 | 2; place: string }): string =>
  place === '' ? '' : `${format === 1 ? 'Адрес' : 'Ссылка'}: ${place}`

function timesOf({ proposedDates }: MeetingAnswer, at: Date): Date[] {
  const { times, fault } = proposedTimes(proposedDates, at)
  if (fault !== null) throw aboutField('proposed_dates', fault)
  return times
}

export const aboutField = (field: string, code: RefusalCode) =>
  new Refusal(code, { fields: { [field]: { rule: code, message: wordingOf(code) } } })
