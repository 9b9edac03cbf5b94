import { meetingFormats } from '#shared/meetings/classify.ts'
import { parseWire } from '#shared/time/moscow.ts'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { type Agenda, answerWords, type MentorMeeting } from './mentor-meetings.ts'
import styles from './Week.module.css'

const dayMs = 86_400_000
const date = { day: 'numeric', month: 'long', timeZone: 'Europe/Moscow' } as const
const today = new Intl.DateTimeFormat('ru-RU', date)
const day = new Intl.DateTimeFormat('ru-RU', { weekday: 'short', ...date })

/** The next seven days with the meetings of each; on a phone only the days that have some. */
export function Week({ agenda }: { agenda: Agenda }) {
  const { week } = agenda
  const first = parseWire(agenda.today)
  if (!first) return null
  const days = Array.from({ length: 7 }, (_none, at) => {
    const date = new Date(first.getTime() + at * dayMs)
    const of = week.filter(({ meeting_date }) => {
      const moment = parseWire(meeting_date)?.getTime() ?? 0
      return moment >= date.getTime() && moment < date.getTime() + dayMs
    })
    return { date, meetings: of }
  })
  return (
    <section className={styles.section} aria-labelledby="mentor-week">
      <Heading level={2} id="mentor-week">
        Неделя
      </Heading>
      {week.length === 0 && <p className={styles.quiet}>На ближайшие семь дней встреч нет.</p>}
      {week.length > 0 && (
        <ol className={styles.week}>
          {days.map(({ date, meetings }, at) => (
            <li key={date.getTime()} className={styles.day} data-empty={meetings.length === 0 || undefined}>
              <Heading level={3} size={4} className={styles.date}>
                {at === 0 ? `Сегодня, ${today.format(date)}` : day.format(date)}
              </Heading>
              {meetings.length === 0 ? (
                <p className={styles.quiet}>Встреч нет</p>
              ) : (
                <ul className={styles.meetings}>
                  {meetings.map((meeting) => (
                    <Meeting key={`${meeting.id} ${meeting.user_id}`} meeting={meeting} />
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function Meeting({ meeting }: { meeting: MentorMeeting }) {
  const { meeting_date, format, place, fio } = meeting
  const online = format === 2 && place.startsWith('https://')
  return (
    <li className={styles.meeting} data-sure={meeting.user_meeting_status === 'accepted' || undefined}>
      <p className={styles.time}>{meeting_date.slice(11, 16)}</p>
      <p className={styles.who}>{fio}</p>
      <p className={styles.quiet}>
        {online ? (
          <a href={place} target="_blank" rel="noreferrer">
            Онлайн
          </a>
        ) : (
          [meetingFormats[format], place].filter(Boolean).join(', ')
        )}
      </p>
      <p className={styles.quiet}>{answerWords(meeting)}</p>
    </li>
  )
}
