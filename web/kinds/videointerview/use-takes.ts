import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { session } from '#web/platform/api/portal-api.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import { type Interview, interviewQuery, takesOf } from './interview-queries.ts'
import { type SendState, sendTake, type TakeSender } from './take-sender.ts'
import { createTakeStore } from './take-store.ts'

const store = createTakeStore()
const owner = () => session.claims()?.test_id ?? 0
/** One sender for each take in this page, whatever components come and go. */
const senders = new Map<number, TakeSender>()
const listeners = new Set<() => void>()
let states: readonly SendState[] = []

function renew(): void {
  states = [...senders.values()].map((sender) => sender.state())
  for (const listener of listeners) listener()
}

function keep(takeId: number, sender: TakeSender): TakeSender {
  senders.set(takeId, sender)
  sender.subscribe(() => {
    if (sender.state().finished) held.get(takeId)?.()
    renew()
  })
  renew()
  return sender
}

/** Takes that this page records or sends, each with the function that releases it. */
const held = new Map<number, () => void>()
/** Called when another tab has released a take. */
const freedListeners = new Set<() => void>()

/**
 * A take belongs to one page of this browser. Resolves to whether it is this page; otherwise this page waits for its
 * turn.
 */
function holdTake(takeId: number): Promise<boolean> {
  const { locks } = navigator
  if (!locks || held.has(takeId)) return Promise.resolve(true)
  const name = `video-take-${takeId}`
  const hold = () => new Promise<void>((letGo) => void held.set(takeId, letGo))
  return new Promise((tell) => {
    void locks.request(name, { ifAvailable: true }, (lock) => {
      tell(lock !== null)
      if (lock) return hold()
      void locks.request(name, () => {
        const holding = hold()
        for (const listener of freedListeners) listener()
        return holding
      })
      return undefined
    })
  })
}

/** A take that begins now. */
export async function startSending(stageId: number, question: number, takeId: number): Promise<TakeSender> {
  const take = { takeId, testId: owner(), stageId, question, recorded: 0, end: null }
  await holdTake(takeId)
  await store.put(take)
  return keep(takeId, sendTake(store, take, 0))
}

interface Resumed {
  /** Takes that this page sends from now on. */
  here: number[]
  /** Takes that another tab is sending. */
  elsewhere: number[]
}

/**
 * Sends what an earlier page has recorded and the server does not have. Unless the take had ended, it counts as broken
 * off.
 */
async function resume(interview: Interview): Promise<Resumed> {
  const kept = await store.takes(owner(), interview.stage_id)
  const resumed: Resumed = { here: [], elsewhere: [] }
  for (const take of kept) {
    if (senders.has(take.takeId)) continue
    const known = takesOf(interview).find(({ take_id }) => take_id === take.takeId)
    const arriving = known?.state === 'recording' || known?.state === 'uploading'
    if (!(await holdTake(take.takeId))) {
      if (arriving) resumed.elsewhere.push(take.takeId)
      continue
    }
    if (!arriving) {
      await store.forget(take.takeId)
      held.get(take.takeId)?.()
      continue
    }
    const end = take.end ?? { total: take.recorded, broken: true }
    keep(take.takeId, sendTake(store, { ...take, end }, known.received))
    resumed.here.push(take.takeId)
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
  const [resumed, setResumed] = useState<Resumed>({ here: [], elsewhere: [] })
  const [lasting, setLasting] = useState(true)
  const looked = useRef(false)
  useEffect(() => {
    if (!interview || looked.current) return
    looked.current = true
    void resume(interview).then(setResumed)
  }, [interview])
  const stageId = interview?.stage_id
  useEffect(() => {
    if (stageId === undefined) return
    const query = interviewQuery(stageId)
    const again = async () => {
      await queryClient.refetchQueries({ queryKey: query.queryKey })
      const now = queryClient.getQueryData(query.queryKey)
      if (now) setResumed(await resume(now))
    }
    const listener = () => void again()
    freedListeners.add(listener)
    return () => void freedListeners.delete(listener)
  }, [stageId])
  // A disk may become full in mid-take.
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked again with every part
  useEffect(() => void store.lasting().then(setLasting), [sending])
  return { sending, resumed, lasting }
}
