import { createContext, useContext, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

type Take = () => 'none' | 'added' | 'faulty'

/** What has been filled in inside a form but not yet added to it. */
const Unadded = createContext<Set<Take> | null>(null)
export const UnaddedIn = Unadded.Provider

/**
 * Saving the surrounding form also adds what was filled in here. `take` adds it and returns whether there was anything,
 * or whether it has faults.
 */
export function useUnadded(take: Take): void {
  const all = useContext(Unadded)
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    const own = () => latest.current()
    all?.add(own)
    return () => void all?.delete(own)
  }, [all])
}

/** Adds everything that was filled in and renders the form with it; `faulty` when something is incomplete. */
export function takeUnadded(all: ReadonlySet<Take>): ReturnType<Take> {
  const taken = flushSync(() => [...all].map((take) => take()))
  return taken.find((each) => each === 'faulty') ?? taken.find((each) => each === 'added') ?? 'none'
}
