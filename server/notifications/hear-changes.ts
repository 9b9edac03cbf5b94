import type { Connection } from '#server/platform/db/database.ts'
import { type Listener, listen } from '#server/platform/db/listen.ts'
import { type PollMemory, pollMemory } from './poll-memory.ts'

/** How long after its last proof the hearing is trusted: with the network's delays well below the 15 s promised. */
const mostSilence = 12_000
const proofEvery = 3_000

/** Whether the listener heard itself a short while ago; a process that was stopped for longer cannot know. */
export const heardLately = (listener: Pick<Listener, 'certain' | 'provenAt'>, now: number): boolean =>
  listener.certain() && now - listener.provenAt() <= mostSilence

/** A memory of polls that forgets what other processes, or hands in psql, changed. */
export function hearChanges(connection: Connection): { memory: PollMemory; stop: () => Promise<void> } {
  const memory = pollMemory({
    trusted: () => heardLately(listener, performance.now()),
  })
  const listener = listen({
    connection,
    channels: ['notifications_changed', 'access_changed'],
    checkEvery: proofEvery,
    onCertainty: () => memory.forgetAll(),
    onNotify: (channel, payload) => {
      if (payload === '*') return memory.forgetAll()
      const what = channel === 'access_changed' ? 'access' : 'notifications'
      for (const id of payload.split(',')) memory.forget(Number(id), what)
    },
  })
  return { memory, stop: listener.stop }
}
