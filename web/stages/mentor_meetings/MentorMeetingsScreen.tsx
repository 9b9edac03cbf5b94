import { MeetingsStage } from '#web/meetings/MeetingsStage.tsx'
import type { StageScreenProps } from '#web/stages/kinds.ts'

/** The invitations of mentors; a meeting that the address names stands open. */
export default function MentorMeetingsScreen(props: StageScreenProps) {
  return <MeetingsStage {...props} />
}
