import { useState } from 'react'
import { idNumber, outOf } from '#shared/platform/text/unbroken.ts'
import { parseWire, showDate } from '#shared/platform/time/moscow.ts'
import { meetingFormats } from '#shared/programme/meetings/classify.ts'
import { download } from '#web/platform/api/portal-api.ts'
import { AttachedFile } from '#web/platform/ui/AttachedFile.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Fold } from '#web/platform/ui/Fold.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { useNarrow } from '#web/platform/use-media.ts'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { AnswerActs } from './AnswerActs.tsx'
import { useAssisted } from './assisted.ts'
import styles from './Mentors.module.css'
import { answerWords, moment } from './mentor-meetings.ts'
import { PersonHead } from './PersonHead.tsx'
import { answeredBy, type MentorUser, reasonWords, whereChosen } from './queries.ts'
import { ReportDialog } from './ReportDialog.tsx'

const standing: Record<MentorUser['status'], { look: 'done' | 'due' | 'shut' | 'neutral'; words: string }> = {
  proposed: { look: 'due', words: 'Вас выбрали' },
  accepted: { look: 'done', words: 'Вы работаете вместе' },
  declined: { look: 'shut', words: 'Вы отказались' },
  ended: { look: 'neutral', words: 'Работа завершена' },
}
const standingOfOther: typeof standing = {
  proposed: { look: 'due', words: 'Ждёт ответа' },
  accepted: { look: 'done', words: 'Работает с наставником' },
  declined: { look: 'shut', words: 'Наставник отказался' },
  ended: { look: 'neutral', words: 'Работа завершена' },
}
const withOther = { look: 'neutral' as const, words: 'Работает с другим наставником' }

/**
 * A person who has chosen the mentor: the reasons, the message, and the meetings with their reports. People who wait
 * for an answer get it above the list.
 */
export function MentorUserCard({ user, answered }: { user: MentorUser; answered: 'here' | 'above' }) {
  const chosen = parseWire(user.chosen_at)
  const assisted = useAssisted()
  const own = assisted === null
  const { look, words } = user.by_other ? withOther : (own ? standing : standingOfOther)[user.status]
  const narrow = useNarrow()
  const where = whereChosen(user)
  const when = [idNumber(user.user_id), chosen && `выбор сдан ${showDate(chosen)}`]
  const here = answered === 'here' || user.may_wish
  return (
    <Card as="li" className={styles.card ?? ''}>
      <Fold
        onPhone
        read
        heading={
          <PersonHead
            fio={user.fio}
            avatar={user.avatar}
            quiet={narrow ? where : <Facts of={[where, ...when]} />}
            badge={<StatusBadge look={look}>{words}</StatusBadge>}
          />
        }
        title={`${user.fio}, ${user.stage}`}
        says={inBrief(user)}
        waits={here && user.may_answer}
      >
        <div className={styles.card}>
          {narrow && (
            <p className={styles.quiet}>
              <Facts of={when} />
            </p>
          )}
          {user.reasons.length > 0 && (
            <p>
              {own ? 'Почему вы' : 'Почему этот наставник'}: {reasonWords(user.reasons)}
            </p>
          )}
          {/* Above the list the message is beside the answer. */}
          {user.comment && answered === 'here' && <p className={styles.said}>«{user.comment}»</p>}
          {user.user_file_url && user.user_file_name && (
            <p>
              <AttachedFile name={user.user_file_name} onDownload={() => downloadOf(user.user_file_url, assisted)} />
            </p>
          )}
          {user.answer && (
            <p className={styles.quiet}>
              {own ? 'Ваши слова' : 'Слова наставника'} участнику: «{user.answer}»
            </p>
          )}
          {user.assistant !== null && (
            <p className={styles.quiet}>{answeredBy(own ? 'За вас' : 'За наставника', user.assistant)}</p>
          )}
          {here && <AnswerActs user={user} />}
          {user.meetings.length === 0 ? (
            user.status === 'accepted' && <p className={styles.quiet}>Встреч пока нет.</p>
          ) : (
            <>
              <Heading level={4}>Встречи</Heading>
              <ul className={styles.meetings}>
                {user.meetings.map((meeting) => (
                  <Meeting key={meeting.id} user={user} meeting={meeting} />
                ))}
              </ul>
            </>
          )}
          {user.meetings_count > user.meetings.length && (
            <p className={styles.quiet}>Показаны последние {outOf(user.meetings.length, user.meetings_count)}.</p>
          )}
        </div>
      </Fold>
    </Card>
  )
}

const wished = { 1: 'хочу работать вместе', 0: 'всё равно', '-1': 'лучше не со мной' } as const

/** The line about the content of the folded card. */
function inBrief(user: MentorUser): string {
  if (user.may_wish) return `Ваше пожелание: ${wished[user.wish]}`
  if (user.meetings_count > 0) return `Встреч: ${user.meetings_count}`
  return user.status === 'accepted' ? 'Встреч пока нет' : reasonWords(user.reasons)
}

function Meeting({ user, meeting }: { user: MentorUser; meeting: MentorUser['meetings'][number] }) {
  const [open, setOpen] = useState(false)
  const own = useAssisted() === null
  const { meeting_date, format, place, comment, came, report } = meeting
  return (
    <li>
      <Facts
        of={[
          `${moment(meeting_date)} по Москве`,
          ...(format === 2 && place.startsWith('https://')
            ? [
                <a key="place" href={place} target="_blank" rel="noreferrer" data-alone>
                  {meetingFormats[format]}
                </a>,
              ]
            : [meetingFormats[format], place]),
        ]}
      />
      <span className={styles.quiet}>
        {answerWords(meeting)}
        {came === null && comment && `: «${comment}»`}
      </span>
      {report && <span className={styles.report}>{report}</span>}
      {came !== null && own && (
        <span>
          <Button
            kind="quiet"
            size="s"
            flush
            aria-label={`Исправить отчёт: ${user.fio}, ${moment(meeting_date)}`}
            onClick={() => setOpen(true)}
          >
            Исправить отчёт
          </Button>
        </span>
      )}
      {open && (
        <ReportDialog
          meeting={{ ...meeting, fio: user.fio, user_id: user.user_id }}
          onClose={() => setOpen(false)}
          onSaved={() => undefined}
        />
      )}
    </li>
  )
}

function downloadOf(url: string | null, mentor_id: number | null) {
  const file_id = url?.split('/').at(-1) ?? ''
  return mentor_id === null
    ? download('GET /mentors/files/:file_id', { params: { file_id } })
    : download('GET /assistants/:mentor_id/files/:file_id', { params: { mentor_id, file_id } })
}
