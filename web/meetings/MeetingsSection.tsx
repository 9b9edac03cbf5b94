import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { classifyMeeting } from '#shared/meetings/classify.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Pagination } from '#web/platform/ui/Pagination.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { Tabs } from '#web/platform/ui/Tabs.tsx'
import { MeetingCard } from './MeetingCard.tsx'
import styles from './Meetings.module.css'
import { type Meeting, meetingsOnPage, meetingsQuery } from './queries.ts'

const listOf = (meeting: Meeting) => classifyMeeting(meeting.user_meeting_status, meeting.status)

/** The meetings of one mentorship: those to come and those of the archive. */
export default function MeetingsSection({ stageId, level = 3 }: { stageId: number; level?: 2 | 3 }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({ ...meetingsQuery(stageId, page), placeholderData: (before) => before })
  if (!data)
    return error ? (
      <EmptyState
        kind="failed"
        level={level}
        title="Встречи не загрузились"
        action={<Button onClick={() => void refetch()}>Повторить</Button>}
      >
        {failureText(error)}
      </EmptyState>
    ) : (
      <Skeleton lines={6} height="3rem" label="Загружаем встречи…" />
    )
  if (data.count === 0)
    return (
      <EmptyState level={level} title="Встреч пока нет">
        Когда наставник пригласит вас, мы пришлём уведомление, а встреча появится здесь.
      </EmptyState>
    )
  // The nearest of those to come is answered first.
  const active = data.meetings.filter((meeting) => listOf(meeting) === 'active').reverse()
  const archive = data.meetings.filter((meeting) => listOf(meeting) === 'archive')
  return (
    <>
      <Tabs
        label="Встречи с наставниками"
        items={[
          {
            id: 'active',
            title: `Активные: ${active.length}`,
            content: <Meetings meetings={active} active level={level} none="Активных встреч нет" />,
          },
          {
            id: 'archive',
            title: `Архив: ${archive.length}`,
            content: <Meetings meetings={archive} active={false} level={level} none="В архиве пусто" />,
          },
        ]}
      />
      <Pagination
        page={page}
        pages={Math.ceil(data.count / meetingsOnPage)}
        onChange={setPage}
        label="Страницы встреч"
      />
    </>
  )
}

interface MeetingsProps {
  meetings: readonly Meeting[]
  active: boolean
  level: 2 | 3
  none: string
}

function Meetings({ meetings, active, level, none }: MeetingsProps) {
  if (meetings.length === 0) return <EmptyState level={level} title={none} />
  return (
    <ul className={styles.list}>
      {meetings.map((meeting) => (
        <MeetingCard key={meeting.id} meeting={meeting} active={active} level={level} />
      ))}
    </ul>
  )
}
