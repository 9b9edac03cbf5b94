import type { Tx } from '#server/db.ts'
import { messagePerson } from '#server/notifications/message-person.ts'
import type { Services } from '#server/services.ts'
import { wordingOf } from '#shared/api/refusal-wording.ts'
import { Refusal, type RefusalCode } from '#shared/api/refusals.ts'
import { classifyMeeting } from '#shared/meetings/classify.ts'
import { formalName } from '#shared/people/full-name.ts'
import { parseWire, showDateTime } from '#shared/time/moscow.ts'
import { lockMeeting } from './store.ts'

interface MeetingAnswer {
  accountId: number
  meetingId: number
  status: 'accepted' | 'rejected' | 'changed'
  reasons: number[]
  comment: string
  proposedDate: string | undefined
  /** The revision that the person saw. Without it the latest answer wins. */
  revision: number | undefined
}

const aYear = 366 * 86_400_000

/**
 * Stores the person's answer and notifies the mentor. The same answer again changes nothing. Refuses an answer to a
 * meeting that was changed meanwhile or is already in the archive.
 */
export function answerMeeting(services: Services, answer: MeetingAnswer): Promise<void> {
  const { db, clock } = services
  return db.transaction().execute(async (tx) => {
    const at = clock()
    const meeting = await lockMeeting(tx, answer.meetingId, answer.accountId, at)
    if (!meeting) throw new Refusal('meeting_not_found')
    if (meeting.user_meeting_status === 'accepted' && answer.status === 'accepted') return
    if (answer.revision !== undefined && answer.revision !== meeting.revision) throw new Refusal('meeting_changed')
    const open = classifyMeeting(meeting.user_meeting_status, meeting.status) === 'active'
    if (!open || meeting.starts_at <= at) throw new Refusal('meeting_closed')
    const proposed = answer.status === 'changed' ? proposedMoment(answer.proposedDate, at) : null
    const reasons = answer.status === 'rejected' ? [...answer.reasons].sort() : []
    if (answer.status === 'rejected' && reasons.length === 0 && answer.comment.trim() === '')
      throw aboutField('comment', 'comment_required')
    await tx
      .updateTable('meeting_parties')
      .set({
        user_meeting_status: answer.status,
        reasons,
        comment: answer.comment.trim(),
        proposed_at: proposed,
        answered_at: at,
      })
      .where('meeting_id', '=', meeting.id)
      .where('account_id', '=', answer.accountId)
      .execute()
    await tx
      .updateTable('meetings')
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .where('id', '=', meeting.id)
      .execute()
    await notifyMentor(tx, services, answer, { mentorId: meeting.mentor_id, startsAt: meeting.starts_at, proposed })
  })
}

function proposedMoment(text: string | undefined, at: Date): Date {
  const moment = parseWire(text ?? '')
  if (!moment || moment <= at || moment.getTime() > at.getTime() + aYear)
    throw aboutField('proposed_date', 'meeting_date_wrong')
  return moment
}

const aboutField = (field: string, code: RefusalCode) =>
  new Refusal(code, { fields: { [field]: { rule: code, message: wordingOf(code) } } })

async function notifyMentor(
  tx: Tx,
  services: Services,
  { accountId, status, comment }: MeetingAnswer,
  meeting: { mentorId: number; startsAt: Date; proposed: Date | null },
): Promise<void> {
  const person = await tx
    .selectFrom('accounts')
    .select(['last_name', 'first_name', 'middle_name'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const titles = { accepted: 'Встреча принята', rejected: 'Встреча отклонена', changed: 'Просят другое время встречи' }
  const words = {
    accepted: 'Участник придёт.',
    rejected: 'Участник не сможет прийти.',
    changed: meeting.proposed ? `Предложено время: ${showDateTime(meeting.proposed)} по Москве.` : '',
  }
  const said = comment.trim() === '' ? '' : ` Комментарий: «${comment.trim()}»`
  await messagePerson(tx, services, meeting.mentorId, {
    kind: 'meetings',
    title: titles[status],
    text: `${formalName(person)}, встреча ${showDateTime(meeting.startsAt)} по Москве. ${words[status]}${said}`,
  })
}
