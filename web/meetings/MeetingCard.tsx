import { type ReactNode, useState } from 'react'
import { meetingFormats } from '#shared/meetings/classify.ts'
import { rejectionInWords } from '#shared/meetings/rejection-reasons.ts'
import { PersonHead } from '#web/mentors/PersonHead.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { momentInWords, toDate } from '#web/platform/ui/StagePath/deadline.ts'
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
  return (
    <Card as={as} className={styles.card} data-due={look === 'due' || undefined}>
      <div className={styles.head}>
        <p>
          <StatusBadge look={look}>{words}</StatusBadge>
        </p>
        <p>
          <time className={styles.date} dateTime={toDate(meeting.meeting_date).toISOString()}>
            {momentInWords(meeting.meeting_date)}
          </time>{' '}
          <span className={styles.quiet}>по Москве</span>
        </p>
      </div>
      <PersonHead
        fio={meeting.mentor.fio}
        avatar={meeting.mentor.avatar}
        quiet={meeting.mentor.position}
        level={level}
      />
      <p>
        {meetingFormats[meeting.format]}
        {meeting.place && <>: {placeOf(meeting)}</>}
      </p>
      {meeting.proposed_date && (
        <p>
          Вы предложили <strong>{momentInWords(meeting.proposed_date)}</strong> по Москве
        </p>
      )}
      {why && <p>Причина: {why}</p>}
      {meeting.comment && <p className={styles.said}>«{meeting.comment}»</p>}
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

const label = ({ mentor, meeting_date }: Meeting) => `${mentor.fio}, ${momentInWords(meeting_date)}`

function placeOf({ place, format }: Meeting): ReactNode {
  if (format !== 2 || !place.startsWith('https://')) return place
  return (
    <a href={place} target="_blank" rel="noreferrer">
      {place.replace('https://', '')}
    </a>
  )
}
