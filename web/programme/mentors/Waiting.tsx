import { useRef, useState } from 'react'
import { meetingFormats } from '#shared/programme/meetings/classify.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Initials } from '#web/platform/ui/Initials.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { CompetitionField } from '#web/seasons/competitions/CompetitionField.tsx'
import { momentInWords, timeLeft } from '#web/stages/StagePath/deadline.ts'
import { AnswerActs } from './AnswerActs.tsx'
import { useAssisted } from './assisted.ts'
import { type Agenda, type MentorMeeting, useSettleTime } from './mentor-meetings.ts'
import { type MentorUser, whereChosen } from './queries.ts'
import { ReportDialog } from './ReportDialog.tsx'
import styles from './Waiting.module.css'

interface WaitingFieldProps {
  agenda: Agenda
  /** Those who have chosen the mentor and wait for a yes or no; `waiting` counts also those who are not listed here. */
  asked: readonly MentorUser[]
  waiting: number
}

/**
 * Who waits for the mentor: people who ask for another time, those without an answer, then meetings without a report.
 */
export function Waiting({ agenda: { asks_time, lacks_report, week }, asked, waiting }: WaitingFieldProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const own = useAssisted() === null
  const count = asks_time.length + waiting + lacks_report.length
  const next = week.find(({ status }) => status === 'new' || status === 'accepted')
  // A settled item leaves the list together with the focus.
  const settled = () => requestAnimationFrame(() => title.current?.focus())
  return (
    <CompetitionField className={styles.field}>
      <div className={styles.words}>
        <Heading level={2} size={1} ref={title} tabIndex={-1} className={styles.title}>
          {count > 0 ? `Ждут вас: ${count}` : own ? 'Никто не ждёт вашего ответа' : 'Никто не ждёт ответа'}
        </Heading>
        {(next || count === 0) && (
          <p>
            {next ? (
              <Moments text={`Ближайшая встреча — ${momentInWords(next.meeting_date)}, ${next.fio}.`} />
            ) : own ? (
              'Здесь появятся те, кто вас выбрал, просьбы о другом времени и встречи без отчёта.'
            ) : (
              'Здесь появятся те, кто выбрал наставника, и просьбы о другом времени встреч.'
            )}
          </p>
        )}
      </div>
      {count > 0 && (
        <ul className={styles.list}>
          {asks_time.map((meeting) => (
            <AsksTime key={`${meeting.id} ${meeting.user_id}`} meeting={meeting} onSettled={settled} />
          ))}
          {asked.map((user) => (
            <AsksAnswer key={`${user.user_id} ${user.stage_id}`} user={user} onSettled={settled} />
          ))}
          {lacks_report.map((meeting) => (
            <LacksReport key={`${meeting.id} ${meeting.user_id}`} meeting={meeting} onSettled={settled} />
          ))}
        </ul>
      )}
    </CompetitionField>
  )
}

interface WaitingProps {
  meeting: MentorMeeting
  onSettled: () => void
}

function AsksTime({ meeting, onSettled }: WaitingProps) {
  const settling = useSettleTime(meeting, onSettled)
  const { fio, meeting_date, proposed_dates, comment } = meeting
  const ahead = proposed_dates.filter((date) => timeLeft(date, serverNow().getTime()) !== null)
  const settle = (date: string | null) => {
    if (!settling.isPending) settling.mutate(date)
  }
  return (
    <li className={styles.card}>
      <Initials listedName={fio} />
      <div className={styles.body}>
        <Heading level={3} size={4}>
          <bdi>{fio}</bdi>
        </Heading>
        <p>
          Просит перенести встречу с <Moments text={momentInWords(meeting_date)} />. Можно так, по Москве:
        </p>
        {comment && <p className={styles.said}>«{comment}»</p>}
        {ahead.length === 0 && <p className={styles.quiet}>Предложенное время уже прошло.</p>}
        <div className={styles.actions}>
          {ahead.map((date) => (
            <Button
              key={date}
              size="s"
              pending={settling.isPending && settling.variables === date}
              aria-label={`Согласиться на ${momentInWords(date)}: ${fio}`}
              onClick={() => settle(date)}
            >
              <Moments text={momentInWords(date)} />
            </Button>
          ))}
          <Button
            size="s"
            kind="secondary"
            pending={settling.isPending && settling.variables === null}
            aria-label={`Оставить прежнее время: ${fio}`}
            onClick={() => settle(null)}
          >
            Оставить прежнее
          </Button>
        </div>
      </div>
    </li>
  )
}

function AsksAnswer({ user, onSettled }: { user: MentorUser; onSettled: () => void }) {
  const { fio, comment } = user
  const own = useAssisted() === null
  return (
    <li className={styles.card}>
      <Initials listedName={fio} />
      <div className={styles.body}>
        <Heading level={3} size={4}>
          <bdi>{fio}</bdi>
        </Heading>
        <p>
          {own ? 'Выбирает вас наставником' : 'Выбирает этого наставника'}: {whereChosen(user)}
        </p>
        {comment && <p className={styles.said}>«{comment}»</p>}
        <AnswerActs user={{ ...user, may_wish: false }} onAnswered={onSettled} />
      </div>
    </li>
  )
}

function LacksReport({ meeting, onSettled }: WaitingProps) {
  const [open, setOpen] = useState(false)
  const { fio, meeting_date, format } = meeting
  return (
    <li className={styles.card}>
      <Initials listedName={fio} />
      <div className={styles.body}>
        <Heading level={3} size={4}>
          <bdi>{fio}</bdi>
        </Heading>
        <p>
          Как прошла встреча <Moments text={momentInWords(meeting_date)} />, {meetingFormats[format].toLowerCase()}?
        </p>
        <div className={styles.actions}>
          <Button size="s" aria-label={`Написать отчёт: ${fio}`} onClick={() => setOpen(true)}>
            Написать отчёт
          </Button>
        </div>
      </div>
      {open && <ReportDialog meeting={meeting} onClose={() => setOpen(false)} onSaved={onSettled} />}
    </li>
  )
}
