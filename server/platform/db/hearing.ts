import type { Connection } from './database.ts'
import { type Listener, listen } from './listen.ts'

/** How long after its last proof the hearing is trusted: with the network's delays well below the 15 s promised. */
const maxSilence = 12_000
const proofEvery = 3_000

/** Whether the listener heard itself a short while ago; a process that was stopped for longer cannot know. */
export const heardRecently = (listener: Pick<Listener, 'certain' | 'provenAt'>, now: number): boolean =>
  listener.certain() && now - listener.provenAt() <= maxSilence

/** What other processes, or a person in psql, changed, for the memories of this process. */
export interface Hearing {
  /** Whether every change that was committed until a moment ago has been heard of. */
  trusted(): boolean
  /** `*` as payload means everything. */
  on(channel: string, hear: (payload: string) => void): void
  /** Called whenever notifications may have been lost, and when they can be trusted again. */
  onCertainty(hear: () => void): void
  stop(): Promise<void>
}

/** One connection that listens for all memories of the process. Every channel must be asked for in the same turn. */
export function startHearing(connection: Connection, channels: string[]): Hearing {
  const hearers = new Map<string, ((payload: string) => void)[]>()
  const uncertain: (() => void)[] = []
  const listener = listen({
    connection,
    channels,
    checkEvery: proofEvery,
    onCertainty: () => {
      for (const hear of uncertain) hear()
    },
    onNotify: (channel, payload) => {
      for (const hear of hearers.get(channel) ?? []) hear(payload)
    },
  })
  return {
    trusted: () => heardRecently(listener, performance.now()),
    on: (channel, hear) => void hearers.set(channel, [...(hearers.get(channel) ?? []), hear]),
    onCertainty: (hear) => void uncertain.push(hear),
    stop: listener.stop,
  }
}
