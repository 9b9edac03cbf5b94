import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { classifyMeeting } from '#shared/meetings/classify.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { StageHead } from '#web/stages/StageHead.tsx'
import { trackPath } from '#web/stages/stage.ts'
import { useStage } from '#web/stages/use-stage.ts'
import { MeetingCard } from './MeetingCard.tsx'
import styles from './Meetings.module.css'
import MeetingsSection from './MeetingsSection.tsx'
import { actionOfAddress } from './meeting-words.ts'
import { meetingsQuery } from './queries.ts'

interface MeetingsStageProps {
  competition: string
  track: string
  stageId: number
}

/** The stage of meetings: all of them, or the one that the address names with its action. */
export function MeetingsStage({ competition, track, stageId }: MeetingsStageProps) {
  const { id, action } = useParams({ strict: false }) as { id?: string; action?: string }
  const stage = useStage(stageId)
  return (
    <div className={styles.page}>
      {stage.data ? (
        <StageHead stage={stage.data} />
      ) : stage.error ? (
        <EmptyState
          kind="failed"
          title="Этап не загрузился"
          action={<Button onClick={() => void stage.refetch()}>Повторить</Button>}
        >
          {failureText(stage.error)}
        </EmptyState>
      ) : (
        <Skeleton lines={2} label="Открываем этап" />
      )}
      {id === undefined ? (
        <MeetingsSection stageId={stageId} level={2} />
      ) : (
        <>
          <OneMeeting stageId={stageId} id={id} action={action} />
          <p>
            <PortalLink to={trackPath(competition, track)} hash="mentor_meetings">
              Все встречи с наставниками
            </PortalLink>
          </p>
        </>
      )}
    </div>
  )
}

function OneMeeting({ stageId, id, action }: { stageId: number; id: string; action: string | undefined }) {
  const { data, error, refetch } = useQuery(meetingsQuery(stageId))
  const meeting = data?.meetings.find((each) => String(each.id) === id)
  if (meeting)
    return (
      <MeetingCard
        as="div"
        level={2}
        meeting={meeting}
        active={classifyMeeting(meeting.user_meeting_status, meeting.status) === 'active'}
        action={actionOfAddress(action)}
      />
    )
  if (data)
    return <EmptyState title="Встреча не найдена">Возможно, её отменили или приглашение было не вам.</EmptyState>
  if (!error) return <Skeleton lines={5} label="Загружаем встречу…" />
  return (
    <EmptyState
      kind="failed"
      title="Встреча не загрузилась"
      action={<Button onClick={() => void refetch()}>Повторить</Button>}
    >
      {failureText(error)}
    </EmptyState>
  )
}
