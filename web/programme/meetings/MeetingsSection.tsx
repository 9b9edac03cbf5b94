import { useQuery } from '@tanstack/react-query'
import { classifyMeeting } from '#shared/programme/meetings/classify.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { Tabs } from '#web/platform/ui/Tabs.tsx'
import { MeetingCard } from './MeetingCard.tsx'
import styles from './Meetings.module.css'
import { type Meeting, meetingsOnPage, meetingsQuery } from './queries.ts'

const listOf = (meeting: Meeting) => classifyMeeting(meeting.user_meeting_status, meeting.status)

/** The meetings of one mentorship: upcoming ones and the archive. */
export default function MeetingsSection({ stageId, level = 3 }: { stageId: number; level?: 2 | 3 }) {
  const list = useList('meetings', {})
  const query = useQuery({ ...meetingsQuery(stageId, list.asked.page), placeholderData: (before) => before })
  return (
    <PagedList
      of={query}
      list={list}
      size={meetingsOnPage}
      loading="Загружаем встречи…"
      failed="Встречи не загрузились"
      lines={6}
      height="3rem"
      level={level}
      label="Страницы встреч"
      empty={
        <EmptyState level={level} title="Встреч пока нет">
          Когда наставник пригласит вас, мы пришлём уведомление, а встреча появится здесь.
        </EmptyState>
      }
    >
      {({ meetings }) => <BothLists meetings={meetings} level={level} />}
    </PagedList>
  )
}

function BothLists({ meetings, level }: { meetings: readonly Meeting[]; level: 2 | 3 }) {
  // The next meeting comes first, because it must be answered first.
  const active = meetings.filter((meeting) => listOf(meeting) === 'active').reverse()
  const archive = meetings.filter((meeting) => listOf(meeting) === 'archive')
  return (
    <Tabs
      label="Встречи с наставниками"
      items={[
        {
          id: 'active',
          title: `Активные: ${active.length}`,
          content: <Meetings meetings={active} level={level} none="Активных встреч нет" />,
        },
        {
          id: 'archive',
          title: `Архив: ${archive.length}`,
          content: <Meetings meetings={archive} level={level} none="В архиве пусто" />,
        },
      ]}
    />
  )
}

interface MeetingsProps {
  meetings: readonly Meeting[]
  level: 2 | 3
  none: string
}

function Meetings({ meetings, level, none }: MeetingsProps) {
  if (meetings.length === 0) return <EmptyState level={level} title={none} />
  return (
    <ul className={styles.list}>
      {meetings.map((meeting) => (
        <MeetingCard key={meeting.id} meeting={meeting} level={level} />
      ))}
    </ul>
  )
}
