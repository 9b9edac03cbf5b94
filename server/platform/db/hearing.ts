import type { Connection } from './database.ts'
import { type Listener, listen } from './listen.ts'

/** How long after its last proof the listener is trusted: well below the promised 15 s, to allow for network delays. */
const maxSilence = 12_000
const proofEvery = 3_000

/** Whether the listener received its own notification recently; a process that was paused may have missed others. */
export const heardRecently = (listener: Pick<Listener, 'certain' | 'provenAt'>, now: number): boolean =>
  listener.certain() && now - listener.provenAt() <= maxSilence

/** Changes that other processes or manual statements made, reported to the caches of this process. */
export interface Hearing {
  /** Whether all changes that were committed until a moment ago have been reported. */
  trusted(): boolean
  /** The payload `*` means everything. */
  on(channel: string, hear: (payload: string) => void): void
  /** Called when notifications may have been lost, and when the listener can be trusted again. */
  onCertainty(hear: () => void): void
  stop(): Promise<void>
}

/** One connection that listens for all caches of the process. Call every `on` in the same tick as this. */
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
