import { fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Race, raceAttempts } from './timed-kind.ts'

const program = fileURLToPath(new URL('./race-process.ts', import.meta.url))

/** A separate process that takes part in a race of attempts. `clock` is the time that it assumes, in milliseconds. */
export async function aRacingProcess(databaseUrl: string, env: Record<string, string>) {
  const { NODE_ENV: _mode, VITEST: _vitest, ...inherited } = process.env
  const child = fork(program, {
    env: { ...inherited, DATABASE_URL: databaseUrl, DATA_DIR: tmpdir(), ...env },
    execArgv: [],
  })
  const answer = async <T>(): Promise<T> => {
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`the process ended with ${code}`)
    })
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [T]
    ended.catch(() => {})
    return message
  }
  const { clock } = await answer<{ clock: number }>()
  return {
    clock,
    async race(race: Race): Promise<Awaited<ReturnType<typeof raceAttempts>>> {
      child.send(race)
      const { kept } = await answer<{ kept: Awaited<ReturnType<typeof raceAttempts>> }>()
      return kept
    },
  }
}
