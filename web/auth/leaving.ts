let asking = false
const listeners = new Set<() => void>()

/** Asks the person, or stops asking, whether he leaves what he has written. */
export function askBeforeLeaving(now: boolean): void {
  asking = now
  for (const listener of listeners) listener()
}

export const isAsking = (): boolean => asking

export function subscribeAsking(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
