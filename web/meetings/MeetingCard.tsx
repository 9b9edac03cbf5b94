import { type ReactNode, useState } from 'react'
import { meetingFormats } from '#shared/meetings/classify.ts'
import { rejectionInWords } from '#shared/meetings/rejection-reasons.ts'
import { parseWire, showDateTime } from '#shared/time/moscow.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { DefinitionList } from '#web/platform/ui/DefinitionList.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { StatusBadge } from '#web/platform/ui/StatusBadge.tsx'
import { AnswerDialog } from './AnswerDialog.tsx'
import styles from './Meetings.module.css'
import { type MeetingAction, meetingWords } from './meeting-words.ts'
import type { Meeting } from './queries.ts'

interface MeetingCardProps {
  meeting: Meeting
  /** It can still be answered. */
  active: boolean
  action?: MeetingAction | null
  as?: 'li' | 'div'
  /** The heading level of the mentor's name. */
  level?: 2 | 3
}

/** One meeting: with whom, when, where, its status, and the possible answers. */
export function MeetingCard({ meeting, active, action = null, as = 'li', level = 3 }: MeetingCardProps) {
  const [answering, setAnswering] = useState<MeetingAction | null>(active ? action : null)
  const { look, words } = meetingWords(meeting)
  const { user_meeting_status: answer } = meeting
  const mayAnswer = active && meeting.status === 'new'
  const why = rejectionInWords(meeting.reasons)
  const facts: { term: string; value: ReactNode }[] = [
    { term: 'Когда', value: `${moment(meeting.meeting_date)} по Москве` },
    { term: 'Формат', value: meetingFormats[meeting.format] },
    ...(meeting.place ? [{ term: meeting.format === 1 ? 'Где' : 'Ссылка', value: placeOf(meeting) }] : []),
    ...(meeting.proposed_date ? [{ term: 'Вы предложили', value: `${moment(meeting.proposed_date)} по Москве` }] : []),
    ...(why ? [{ term: 'Причина', value: why }] : []),
    ...(meeting.comment ? [{ term: 'Ваш комментарий', value: meeting.comment }] : []),
  ]
  return (
    <Card as={as} className={styles.card ?? ''}>
      <div className={styles.head}>
        <div className={styles.who}>
          <Heading level={level} size={3}>
            {meeting.mentor.fio}
          </Heading>
          {meeting.mentor.position && <p className={styles.quiet}>{meeting.mentor.position}</p>}
        </div>
        <StatusBadge look={look}>{words}</StatusBadge>
      </div>
      <DefinitionList items={facts} />
      {mayAnswer && (
        <div className={styles.actions}>
          {answer !== 'accepted' && (
            <Button size="s" aria-label={`Принять встречу: ${label(meeting)}`} onClick={() => setAnswering('accepted')}>
              Принять
            </Button>
          )}
          <Button
            size="s"
            kind="secondary"
            aria-label={`Предложить другое время: ${label(meeting)}`}
            onClick={() => setAnswering('changed')}
          >
            Другое время
          </Button>
          <Button
            size="s"
            kind="quiet"
            aria-label={`Отклонить встречу: ${label(meeting)}`}
            onClick={() => setAnswering('rejected')}
          >
            Отклонить
          </Button>
        </div>
      )}
      {mayAnswer && answering && (
        <AnswerDialog key={answering} meeting={meeting} action={answering} onClose={() => setAnswering(null)} />
      )}
    </Card>
  )
}

const label = ({ mentor, meeting_date }: Meeting) => `${mentor.fio}, ${moment(meeting_date)}`

function moment(wire: string): string {
  const at = parseWire(wire)
  return at ? showDateTime(at) : wire
}

function placeOf({ place, format }: Meeting): ReactNode {
  if (format !== 2 || !place.startsWith('https://')) return place
  return (
    <a href={place} target="_blank" rel="noreferrer">
      {place.replace('https://', '')}
    </a>
  )
}
