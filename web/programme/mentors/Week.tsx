import { useQuery } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { groupBy } from '#shared/platform/lists/group-by.ts'
import { formatWireDate, moscowDate, parseWire } from '#shared/platform/time/moscow.ts'
import { meetingFormats } from '#shared/programme/meetings/classify.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { useAssisted } from './assisted.ts'
import { MeetingDialog } from './MeetingDialog.tsx'
import { MeetingForm } from './MeetingForm.tsx'
import { type Agenda, answerWords, type MentorMeeting, weekQuery } from './mentor-meetings.ts'
import styles from './Week.module.css'

const dayMs = 86_400_000
const date = { day: 'numeric', month: 'long', timeZone: 'Europe/Moscow' } as const
const ofDay = new Intl.DateTimeFormat('ru-RU', date)
const day = new Intl.DateTimeFormat('ru-RU', { weekday: 'short', ...date })

type Parties = readonly [MentorMeeting, ...MentorMeeting[]]

/**
 * Seven days with the meetings of each, today's first, and the weeks around them; on a phone only the days that have
 * some.
 */
export function Week({ agenda }: { agenda: Agenda }) {
  const [from, setFrom] = useState('')
  const [making, setMaking] = useState(false)
  const [open, setOpen] = useState<number | null>(null)
  const assisted = useAssisted()
  const query = useQuery({ ...weekQuery(assisted, from), initialData: from === '' ? agenda : undefined })
  const { week, from: begins, today, cut } = query.data ?? agenda
  const first = parseWire(begins)
  if (!first) return null
  const meetings = [...groupBy(week, ({ id }) => id).values()].flatMap(([one, ...others]): Parties[] =>
    one ? [[one, ...others]] : [],
  )
  const days = Array.from({ length: 7 }, (_none, at) => {
    const date = new Date(first.getTime() + at * dayMs)
    const of = meetings.filter(([{ meeting_date }]) => {
      const moment = parseWire(meeting_date)?.getTime() ?? 0
      return moment >= date.getTime() && moment < date.getTime() + dayMs
    })
    return { date, meetings: of }
  })
  const turn = (weeks: number) => setFrom(formatWireDate(moscowDate(new Date(first.getTime() + weeks * 7 * dayMs))))
  const last = days.at(-1)?.date ?? first
  const shown = meetings.find(([{ id }]) => id === open)
  const isToday = (date: Date) => formatWireDate(moscowDate(date)) === today
  return (
    <section className={styles.section} aria-labelledby="mentor-week">
      <div className={styles.head}>
        <Heading level={2} id="mentor-week">
          Неделя
        </Heading>
        <div className={styles.turn}>
          <div className={styles.steps}>
            <Button
              kind="secondary"
              size="s"
              icon={<ChevronLeft aria-hidden="true" />}
              aria-label="Предыдущая неделя"
              onClick={() => turn(-1)}
            />
            <p className={styles.span} role="status">
              <VisuallyHidden>Неделя </VisuallyHidden>
              {ofDay.format(first)} — {ofDay.format(last)}
            </p>
            <Button
              kind="secondary"
              size="s"
              icon={<ChevronRight aria-hidden="true" />}
              aria-label="Следующая неделя"
              onClick={() => turn(1)}
            />
          </div>
          {begins !== today && (
            <Button kind="quiet" size="s" onClick={() => setFrom('')}>
              К сегодняшнему дню
            </Button>
          )}
        </div>
        {assisted === null && (
          <Button size="s" onClick={() => setMaking(true)}>
            Назначить встречу
          </Button>
        )}
      </div>
      {cut && <p className={styles.quiet}>Встреч больше, чем помещается на странице: показаны не все.</p>}
      {week.length === 0 && (
        <p className={styles.quiet}>
          {begins === today ? 'На ближайшие семь дней встреч нет.' : 'На этой неделе встреч нет.'}
        </p>
      )}
      {week.length > 0 && (
        <ol className={styles.week}>
          {days.map(({ date, meetings }) => (
            <li key={date.getTime()} className={styles.day} data-empty={meetings.length === 0 || undefined}>
              <Heading level={3} size={4} className={styles.date}>
                {isToday(date) ? `Сегодня, ${ofDay.format(date)}` : day.format(date)}
              </Heading>
              {meetings.length === 0 ? (
                <p className={styles.quiet}>Встреч нет</p>
              ) : (
                <ul className={styles.meetings}>
                  {meetings.map((parties) => (
                    <Meeting key={parties[0].id} parties={parties} onOpen={() => setOpen(parties[0].id)} />
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      )}
      {making && <MeetingForm meeting={null} onClose={() => setMaking(false)} />}
      {shown && <MeetingDialog parties={shown} onClose={() => setOpen(null)} />}
    </section>
  )
}

function Meeting({ parties, onOpen }: { parties: Parties; onOpen: () => void }) {
  const [{ meeting_date, format, place }] = parties
  const online = format === 2 && place.startsWith('https://')
  const sure = parties.some(({ user_meeting_status: answer }) => answer === 'accepted')
  const time = meeting_date.slice(11, 16)
  const names = parties.map(({ fio }) => fio).join(', ')
  return (
    <li className={styles.meeting} data-sure={sure || undefined}>
      <p className={styles.time}>{time}</p>
      {parties.map((party) => (
        <div key={party.user_id}>
          <p className={styles.who}>
            <bdi>{party.fio}</bdi>
          </p>
          <p className={styles.quiet}>{answerWords({ ...party, proposed_date: party.proposed_dates[0] ?? null })}</p>
        </div>
      ))}
      <p className={styles.quiet}>
        {online ? (
          <a href={place} target="_blank" rel="noreferrer" data-alone>
            Онлайн
          </a>
        ) : (
          [meetingFormats[format], place].filter(Boolean).join(', ')
        )}
      </p>
      <Button
        kind="quiet"
        size="s"
        className={styles.open}
        aria-label={`Подробнее: ${time}, ${names}`}
        onClick={onOpen}
      >
        Подробнее
      </Button>
    </li>
  )
}
