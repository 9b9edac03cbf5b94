import { useQuery } from '@tanstack/react-query'
import { trackPath } from '#shared/stages/addresses.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import type { StageScreenProps } from '#web/stages/kind.ts'
import { StageHead } from '#web/stages/StageHead.tsx'
import { useStage } from '#web/stages/use-stage.ts'
import { useStageAddress } from '#web/stages/use-stage-address.ts'
import { MeetingCard } from './MeetingCard.tsx'
import styles from './Meetings.module.css'
import MeetingsSection from './MeetingsSection.tsx'
import { actionOfAddress } from './meeting-words.ts'
import { meetingsQuery } from './queries.ts'

/** The meetings stage: all meetings, or the one in the address with its action. */
export default function MeetingsStage({ competition, track, stageId }: StageScreenProps) {
  const { id, action } = useStageAddress()
  const stage = useStage(stageId)
  return (
    <div className={styles.page}>
      <QueryStates of={[stage]} loading="Открываем этап" failed="Этап не загрузился" height="3rem">
        {(loaded) => <StageHead stage={loaded} />}
      </QueryStates>
      {/* Loaded together with the head, and shown only after it, so that the head pushes nothing down. */}
      <div hidden={stage.isPending}>
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
    </div>
  )
}

function OneMeeting({ stageId, id, action }: { stageId: number; id: string; action: string | undefined }) {
  const meetings = useQuery(meetingsQuery(stageId))
  return (
    <QueryStates of={[meetings]} loading="Загружаем встречу…" failed="Встреча не загрузилась" lines={5}>
      {(data) => {
        const meeting = data.meetings.find((each) => String(each.id) === id)
        if (!meeting)
          return <EmptyState title="Встреча не найдена">Возможно, её отменили или приглашение было не вам.</EmptyState>
        return <MeetingCard as="div" level={2} meeting={meeting} action={actionOfAddress(action)} />
      }}
    </QueryStates>
  )
}
