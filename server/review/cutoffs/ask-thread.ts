import { Worker } from 'node:worker_threads'
import { type Connection, connectionOf } from '#server/platform/db/database.ts'
import type { Services } from '#server/services.ts'
import type { Season, SeasonStage } from '#server/stages/season.ts'
import { type Rule, stagesOf } from '#shared/review/cutoffs/rule.ts'
import type { ComparedStage } from './read-people.ts'
import type * as tasks from './thread-tasks.ts'
import type { Asked } from './thread-tasks.ts'
import type { Names } from './titles.ts'

type Tasks = typeof tasks
export interface Call {
  id: number
  task: keyof Tasks
  input: unknown
  connection: Connection
}
export type Told = { id: number } & (
  | { result: unknown }
  | { rows: number }
  | { fault: Pick<Error, 'message' | 'stack'> }
)

/** A thread that nobody asks ends after this time, with all people that it has read. */
const keptMs = 10 * 60_000
const heapMegabytes = 768

type Task = {
  [Name in keyof Tasks]: Tasks[Name] extends (...given: never) => Promise<unknown> ? Name : never
}[keyof Tasks]
type Waiting = PromiseWithResolvers<never> & { onRows: (rows: number) => void }

let thread: Worker | null = null
let ending: NodeJS.Timeout | undefined
let calls = 0
const waiting = new Map<number, Waiting>()

/**
 * Lets a thread of its own work something out of a season's people: a quarter of a million of them would hold up
 * everybody else. One thread of a process reads them from the database, and keeps them for the next call.
 */
export async function askThread<Name extends Task>(
  { db }: Pick<Services, 'db'>,
  task: Name,
  input: Parameters<Tasks[Name]>[1],
  onRows: (rows: number) => void = () => {},
): Promise<Awaited<ReturnType<Tasks[Name]>>> {
  thread ??= startThread()
  calls += 1
  const answer = { ...Promise.withResolvers<never>(), onRows }
  waiting.set(calls, answer)
  clearTimeout(ending)
  thread.postMessage({ id: calls, task, input, connection: connectionOf(db) } satisfies Call)
  try {
    return await answer.promise
  } finally {
    clearTimeout(ending)
    if (waiting.size === 0) ending = setTimeout(() => void thread?.terminate(), keptMs).unref()
  }
}

function startThread(): Worker {
  const started = new Worker(new URL('../../kinds/cutoff-thread.ts', import.meta.url), {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })
  started.unref()
  started.on('message', (told: Told) => {
    const answer = waiting.get(told.id)
    if (!answer) return
    if ('rows' in told) return answer.onRows(told.rows)
    waiting.delete(told.id)
    if ('result' in told) answer.resolve(told.result as never)
    else answer.reject(Object.assign(new Error(told.fault.message), told.fault))
  })
  const end = (fault: Error) => {
    if (thread === started) thread = null
    for (const { reject } of waiting.values()) reject(fault)
    waiting.clear()
  }
  started.once('error', end)
  started.once('exit', () => end(new Error('the thread of the cutoffs has ended')))
  return started
}

/** What a rule is worked out with, as the thread understands it. */
export function askedBy({ season, ...names }: Names & { season: Season }, decided: SeasonStage, rule: Rule): Asked {
  const { groups, districtOf, titles } = names
  return {
    competition: season.code,
    decided: compared(decided),
    stages: stagesOf(rule).flatMap((code) => {
      const stage = season.byCode.get(code)
      return stage ? [compared(stage)] : []
    }),
    rule,
    names: { groups, districtOf, titles },
  }
}

const compared = ({ id, code, title, tracks, type, kind }: SeasonStage): ComparedStage => ({
  ...{ id, code, title, tracks, type },
  forTeams: kind?.contract.work === 'team',
  scoresItself: kind?.rawScores !== undefined,
})
