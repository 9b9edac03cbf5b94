import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { meetingFormats } from '#shared/meetings/classify.ts'
import { parseWire, showDate, showDateTime } from '#shared/time/moscow.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { download } from '#web/platform/api/portal-api.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { AttachedFile } from '#web/platform/ui/AttachedFile.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Pagination } from '#web/platform/ui/Pagination.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { StatusBadge } from '#web/platform/ui/StatusBadge.tsx'
import styles from './Mentors.module.css'
import { type MentorUser, mentorsOnPage, mentorUsersQuery, reasonWords } from './queries.ts'

/** For mentors: who has chosen them, why, and the meetings with each. */
export function MentorUsersPage() {
  const [page, setPage] = useState(1)
  const query = useQuery({ ...mentorUsersQuery(page), placeholderData: (before) => before })
  return (
    <div className={styles.page}>
      <PageHeading title="Мои участники" />
      <QueryStates
        of={[query]}
        loading="Загружаем участников…"
        failed="Список не загрузился"
        height="3rem"
        failure={(error) => isFailure(error, 'no_access') && <NotAMentor />}
      >
        {({ count, users }) =>
          count === 0 ? (
            <EmptyState title="Вас пока никто не выбрал">
              Когда участник назовёт вас наставником, он появится здесь со своим письмом.
            </EmptyState>
          ) : (
            <>
              <ul className={styles.chosen} aria-label={`Выбрали вас: ${count}`}>
                {users.map((user) => (
                  <User key={`${user.user_id} ${user.stage_id}`} user={user} />
                ))}
              </ul>
              <Pagination page={page} pages={Math.ceil(count / mentorsOnPage)} onChange={setPage} />
            </>
          )
        }
      </QueryStates>
    </div>
  )
}

const NotAMentor = () => (
  <EmptyState title="Этот раздел для наставников">Здесь наставники видят тех, кто их выбрал.</EmptyState>
)

const standing: Record<MentorUser['status'], string> = {
  proposed: 'Вас выбрали',
  accepted: 'Вы работаете вместе',
  declined: 'Вы отказались',
  ended: 'Работа завершена',
}

function User({ user }: { user: MentorUser }) {
  const chosen = parseWire(user.chosen_at)
  return (
    <Card as="li" className={styles.card ?? ''}>
      <div className={styles.head}>
        <div className={styles.who}>
          <Heading level={2} size={3}>
            {user.fio}
          </Heading>
          <p className={styles.quiet}>
            ID {user.user_id} · {user.competition}
            {chosen && ` · выбор сдан ${showDate(chosen)}`}
          </p>
        </div>
        <StatusBadge look={user.status === 'accepted' ? 'done' : 'waiting'}>{standing[user.status]}</StatusBadge>
      </div>
      {user.reasons.length > 0 && <p>Почему вы: {reasonWords(user.reasons)}</p>}
      {user.comment && <p className={styles.said}>«{user.comment}»</p>}
      {user.user_file_url && user.user_file_name && (
        <AttachedFile name={user.user_file_name} onDownload={() => downloadOf(user.user_file_url)} />
      )}
      <Heading level={3} size={4}>
        Встречи
      </Heading>
      {user.meetings.length === 0 ? (
        <p className={styles.quiet}>Встреч пока нет.</p>
      ) : (
        <ul className={styles.meetings}>
          {user.meetings.map((meeting) => (
            <li key={meeting.id}>
              <span>
                {moment(meeting.meeting_date)} по Москве · {meetingFormats[meeting.format]}
                {meeting.place && ` · ${meeting.place}`}
              </span>
              <span className={styles.quiet}>{answerWords(meeting)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const downloadOf = (url: string | null) =>
  download('GET /mentors/files/:file_id', { params: { file_id: url?.split('/').at(-1) ?? '' } })

function moment(wire: string): string {
  const at = parseWire(wire)
  return at ? showDateTime(at) : wire
}

/** The participant's answer, as the mentor reads it. */
function answerWords(meeting: MentorUser['meetings'][number]): string {
  const said = meeting.comment ? `: «${meeting.comment}»` : ''
  if (meeting.status === 'cancelled') return 'Отменена'
  if (meeting.user_meeting_status === 'rejected') return `Участник отклонил${said}`
  if (meeting.status === 'past' || meeting.status === 'wait') return 'Прошла'
  if (meeting.user_meeting_status === 'accepted') return 'Участник придёт'
  if (meeting.user_meeting_status === 'pending') return 'Участник ещё не ответил'
  return `Участник просит другое время${meeting.proposed_date ? ` — ${moment(meeting.proposed_date)}` : ''}${said}`
}
