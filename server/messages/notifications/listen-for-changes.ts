import type { Hearing } from '#server/platform/db/hearing.ts'
import { type PollMemory, pollMemory } from './poll-memory.ts'

/** A cache of polls that is cleared after changes by other processes or by a person in psql. */
export function listenForChanges(hearing: Hearing): PollMemory {
  const memory = pollMemory({ trusted: hearing.trusted })
  const forget = (what: 'notifications' | 'access') => (payload: string) => {
    if (payload === '*') return memory.forgetAll()
    for (const id of payload.split(',')) memory.forget(Number(id), what)
  }
  hearing.on('notifications_changed', forget('notifications'))
  hearing.on('access_changed', forget('access'))
  hearing.onCertainty(() => memory.forgetAll())
  return memory
}
