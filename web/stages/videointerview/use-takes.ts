import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { session } from '#web/platform/api/portal-api.ts'
import { type Interview, takesOf } from './interview-queries.ts'
import { type SendState, sendTake, type TakeSender } from './take-sender.ts'
import { createTakeStore } from './take-store.ts'

const store = createTakeStore()
const owner = () => session.claims()?.test_id ?? 0
/** One sender a take in this page, whatever components come and go. */
const senders = new Map<number, TakeSender>()
const listeners = new Set<() => void>()
let states: readonly SendState[] = []

function renew(): void {
  states = [...senders.values()].map((sender) => sender.state())
  for (const listener of listeners) listener()
}

function keep(takeId: number, sender: TakeSender): TakeSender {
  senders.set(takeId, sender)
  sender.subscribe(renew)
  renew()
  return sender
}

/** A take that begins now. */
export async function startSending(stageId: number, question: number, takeId: number): Promise<TakeSender> {
  const take = { takeId, testId: owner(), stageId, question, recorded: 0, end: null }
  await store.put(take)
  return keep(takeId, sendTake(store, take, 0))
}

/** Sends what an earlier page has recorded and the server does not have: such a take has broken off, unless it had ended. */
async function resume(interview: Interview): Promise<number[]> {
  const kept = await store.takes(owner(), interview.stage_id)
  const resumed: number[] = []
  for (const take of kept) {
    if (senders.has(take.takeId)) continue
    const known = takesOf(interview).find(({ take_id }) => take_id === take.takeId)
    if (known?.state !== 'recording' && known?.state !== 'uploading') {
      await store.forget(take.takeId)
      continue
    }
    const end = take.end ?? { total: take.recorded, broken: true }
    keep(take.takeId, sendTake(store, { ...take, end }, known.received))
    resumed.push(take.takeId)
  }
  return resumed
}

/** What this browser is sending, and whether a reload would lose nothing of it. */
export function useTakes(interview: Interview | undefined) {
  const sending = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => states,
  )
  const [resumed, setResumed] = useState<number[] | null>(null)
  const [lasting, setLasting] = useState(true)
  const looked = useRef(false)
  useEffect(() => {
    if (!interview || looked.current) return
    looked.current = true
    void resume(interview).then(setResumed)
  }, [interview])
  // A disk may become full in mid-take.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew with every part
  useEffect(() => void store.lasting().then(setLasting), [sending])
  return { sending, resumed, lasting }
}
