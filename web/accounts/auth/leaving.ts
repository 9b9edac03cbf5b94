let asking = false
const listeners = new Set<() => void>()

/** Shows or hides the question whether the person wants to leave unsaved text. */
export function askBeforeLeaving(now: boolean): void {
  asking = now
  for (const listener of listeners) listener()
}

export const isAsking = (): boolean => asking

export function subscribeAsking(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
