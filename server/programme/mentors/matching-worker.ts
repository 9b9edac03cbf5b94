import { answerInThread } from '#server/platform/jobs/in-thread.ts'
import type { PlanRules } from '#shared/programme/mentors/plan.ts'
import { type FreeMentor, type PersonToMatch, planMatching } from './matching.ts'

interface Input {
  people: PersonToMatch[]
  mentors: FreeMentor[]
  rules: PlanRules
}

answerInThread(({ people, mentors, rules }: Input) => planMatching(people, mentors, rules))
