import { answerInThread } from '#server/platform/jobs/in-thread.ts'
import { type AssignmentRules, type AvailableJudge, planReadings, type WorkToRead } from './assignment.ts'

interface Input {
  works: WorkToRead[]
  judges: AvailableJudge[]
  rules: AssignmentRules
}

answerInThread(({ works, judges, rules }: Input) => planReadings(works, judges, rules))
