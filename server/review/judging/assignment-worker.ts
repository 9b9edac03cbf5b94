import { parentPort, workerData } from 'node:worker_threads'
import { type AssignmentRules, type AvailableJudge, planReadings, type WorkToRead } from './assignment.ts'

const { works, judges, rules } = workerData as {
  works: WorkToRead[]
  judges: AvailableJudge[]
  rules: AssignmentRules
}

parentPort?.postMessage(await planReadings(works, judges, rules))
