import { MentorChoice } from '#web/mentors/MentorChoice.tsx'
import type { StageScreenProps } from '#web/stages/kinds.ts'

/** Mentors are chosen alike at every stage of this sort. */
export default function MentorChoiceScreen(props: StageScreenProps) {
  return <MentorChoice {...props} />
}
