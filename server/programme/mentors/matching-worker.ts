import { parentPort, workerData } from 'node:worker_threads'
import type { PlanRules } from '#shared/programme/mentors/plan.ts'
import { type FreeMentor, type PersonToMatch, planMatching } from './matching.ts'

const { people, mentors, rules } = workerData as {
  people: PersonToMatch[]
  mentors: FreeMentor[]
  rules: PlanRules
}

parentPort?.postMessage(await planMatching(people, mentors, rules))
