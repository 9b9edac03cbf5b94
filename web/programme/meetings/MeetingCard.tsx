import { type ReactNode, useState } from 'react'
import { minutesInWords } from '#shared/platform/time/minutes-in-words.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { meetingFormats } from '#shared/programme/meetings/classify.ts'
import { rejectionInWords } from '#shared/programme/meetings/rejection-reasons.ts'
import { ratings } from '#shared/programme/meetings/report.ts'
import { moscowOffset, timeAt } from '#shared/programme/meetings/zones.ts'
import { download } from '#web/platform/api/portal-api.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { PersonHead } from '#web/programme/mentors/PersonHead.tsx'
import { momentInWords, toDate } from '#web/stages/StagePath/deadline.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { AnswerDialog } from './AnswerDialog.tsx'
import styles from './Meetings.module.css'
import { type MeetingAction, mayAnswer, meetingWords } from './meeting-words.ts'
import { OutcomeDialog } from './OutcomeDialog.tsx'
import type { Meeting } from './queries.ts'

interface MeetingCardProps {
  meeting: Meeting
  action?: MeetingAction | null
  as?: 'li' | 'div'
  /** The heading level of the mentor's name. */
  level?: 2 | 3
}

/** One meeting: with whom, when, where, its status, and the possible answers. */
export function MeetingCard({ meeting, action = null, as = 'li', level = 3 }: MeetingCardProps) {
  const [answering, setAnswering] = useState<MeetingAction | null>(action)
  const [marking, setMarking] = useState(false)
  const { look, words } = meetingWords(meeting)
  const { user_meeting_status: answer } = meeting
  const answerable = mayAnswer(meeting, toDate(meeting.meeting_date), serverNow())
  const coming = answerable && answer === 'accepted'
  const zones = zoneWords(meeting)
  const why = rejectionInWords(meeting.reasons)
  return (
    <Card as={as} className={styles.card} data-due={look === 'due' || undefined}>
      <div className={styles.head}>
        <p>
          <StatusBadge look={look}>{words}</StatusBadge>
        </p>
        <p>
          <time className={styles.date} dateTime={toDate(meeting.meeting_date).toISOString()}>
            <Moments text={momentInWords(meeting.meeting_date)} />
          </time>{' '}
          <span className={styles.quiet}>
            <span className={styles.clock}>по Москве</span>, {minutesInWords(meeting.minutes)}
          </span>
        </p>
        {zones && <p className={styles.quiet}>{zones}</p>}
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
      {meeting.others > 0 && (
        <p className={styles.quiet}>
          Встреча общая: приглашены ещё {counted(meeting.others, 'человек', 'человека', 'человек')}
        </p>
      )}
      {meeting.proposed_dates.length > 0 && (
        <p>
          Вы предложили{' '}
          <strong>
            <Moments text={meeting.proposed_dates.map(momentInWords).join(', ')} />
          </strong>{' '}
          по&nbsp;Москве
        </p>
      )}
      {meeting.cancelled_because && <p>Причина отмены: {meeting.cancelled_because}</p>}
      {why && <p>Причина: {why}</p>}
      {meeting.comment && <p className={styles.said}>«{meeting.comment}»</p>}
      {meeting.shared_note && (
        <p className={styles.said}>
          <strong>Наставник пишет:</strong> {meeting.shared_note}
        </p>
      )}
      {meeting.held && meeting.rating && <p>Ваша оценка: {ratingInWords(meeting.rating)}</p>}
      {meeting.note && (
        <p className={styles.said}>
          <strong>{meeting.note_shared ? 'Ваша заметка, её видит наставник:' : 'Ваша заметка:'}</strong> {meeting.note}
        </p>
      )}
      {(coming || meeting.may_mark) && (
        <div className={styles.actions}>
          {coming && (
            <Button
              size="s"
              kind="secondary"
              aria-label={`Добавить в календарь: ${label(meeting)}`}
              onClick={() => void download('GET /user/meetings/:id/calendar', { params: { id: meeting.id } })}
            >
              В календарь
            </Button>
          )}
          {meeting.may_mark && (
            <Button
              size="s"
              kind={meeting.held === null ? 'primary' : 'quiet'}
              aria-label={`${meeting.held === null ? 'Подвести итог' : 'Изменить итог'}: ${label(meeting)}`}
              onClick={() => setMarking(true)}
            >
              {meeting.held === null ? 'Подвести итог' : 'Изменить итог'}
            </Button>
          )}
        </div>
      )}
      {marking && <OutcomeDialog meeting={meeting} onClose={() => setMarking(false)} />}
      {answerable && (
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
      {answerable && answering && (
        <AnswerDialog key={answering} meeting={meeting} action={answering} onClose={() => setAnswering(null)} />
      )}
    </Card>
  )
}

const ratingInWords = (rating: number) => `${rating} из 5, ${ratings[rating as keyof typeof ratings]?.toLowerCase()}`

/** The time by the clock of each of the two who is not in Moscow's time zone. */
function zoneWords({ meeting_date, own_offset, mentor_offset }: Meeting): string {
  const at = toDate(meeting_date)
  const of = (offset: number, whose: string) => (offset === moscowOffset ? [] : [`${timeAt(at, offset)} ${whose}`])
  return [...of(own_offset, 'у вас'), ...of(mentor_offset, 'у наставника')].join(', ')
}

const label = ({ mentor, meeting_date }: Meeting) => `${mentor.fio}, ${momentInWords(meeting_date)}`

function placeOf({ place, format }: Meeting): ReactNode {
  if (format !== 2 || !place.startsWith('https://')) return place
  return (
    <a href={place} target="_blank" rel="noreferrer" data-alone>
      {place.replace('https://', '')}
    </a>
  )
}
