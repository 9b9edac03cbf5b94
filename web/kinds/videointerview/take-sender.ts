import { isFailure } from '#web/platform/api/failure.ts'
import { onBack } from '#web/platform/messages/connection.ts'
import { endTake, sendPart } from './interview-queries.ts'
import type { KeptTake, TakeStore } from './take-store.ts'

export interface SendState {
  takeId: number
  question: number
  recorded: number
  sent: number
  /** Nothing can be sent now: there is no connection. Sending continues by itself. */
  waiting: boolean
  /** Why the server accepts no more of it, as the server says. */
  refused: unknown
  /** The server has all of it. */
  finished: boolean
}

export interface TakeSender {
  /** More was recorded. */
  add(bytes: Uint8Array): Promise<void>
  end(how: Omit<NonNullable<KeptTake['end']>, 'total'>): Promise<void>
  state(): SendState
  subscribe(listener: () => void): () => void
}

const retryMs = 2500
/** Refusals when a take is over: nothing more of it is needed. */
const over = [
  'video_take_over',
  'video_take_not_found',
  'stage_closed',
  'stage_not_allowed',
  'video_take_too_big',
  'video_part_differs',
]

/**
 * Sends a take part by part, each kept in the browser until the server has it. Survives a lost connection and a reload.
 */
export function sendTake(store: TakeStore, kept: KeptTake, sentBefore: number): TakeSender {
  let take = kept
  let sent = sentBefore
  let waiting = false
  let refused: unknown = null
  let running = false
  let finished = false
  const listeners = new Set<() => void>()
  let snapshot: SendState
  const tell = () => {
    const { takeId, question, recorded } = take
    snapshot = { takeId, question, recorded, sent, waiting, refused, finished }
    for (const listener of listeners) listener()
  }
  tell()

  const isIdle = () => finished || refused !== null || (sent >= take.recorded && take.end === null)

  function wake(): void {
    if (running) return
    running = true
    void run().finally(() => {
      running = false
      if (!isIdle()) wake()
    })
  }

  async function run(): Promise<void> {
    while (!isIdle()) {
      try {
        if (sent < take.recorded) await sendNext()
        else if (take.end) await finish(take.end)
        waiting = false
      } catch (fault) {
        if (isFailure(fault) && over.includes(fault.code)) {
          refused = fault
          if (fault.code === 'video_take_over') await store.forget(take.takeId)
        } else {
          // An answer that asks to wait is no lost connection.
          waiting = !isFailure(fault) || fault.status === 0 || fault.status >= 500
          tell()
          await pause()
        }
      }
      tell()
    }
  }

  async function sendNext(): Promise<void> {
    const part = await store.part(take.takeId, sent)
    if (!part) {
      // The part that was kept here is lost; the take ends with what the server has.
      take = { ...take, recorded: sent, end: take.end && { ...take.end, total: sent, broken: true } }
      return
    }
    try {
      const { received } = await sendPart(take.takeId, sent, new Blob([part.bytes]), await hashOf(part.bytes))
      sent = received
    } catch (fault) {
      const expected = isFailure(fault) ? Number(fault.fields.at_byte?.message) : Number.NaN
      if (isFailure(fault, 'video_part_differs')) {
        // Two recordings must not be mixed: the take ends with what the server has of the first.
        await endTake(take.takeId, { total: expected, broken: true })
        await store.forget(take.takeId)
      }
      if (!isFailure(fault, 'video_part_gap') || !Number.isInteger(expected)) throw fault
      sent = expected
    }
    await store.forgetBefore(take.takeId, sent)
  }

  async function finish(end: NonNullable<KeptTake['end']>): Promise<void> {
    await endTake(take.takeId, end)
    finished = true
    await store.forget(take.takeId)
  }

  if (!isIdle()) wake()
  // One write after the other: a part must not be sent before it is kept, nor take the place of another.
  let writing = Promise.resolve()
  const inTurn = (write: () => Promise<void>) => {
    writing = writing.then(write).then(() => {
      tell()
      wake()
    })
    return writing
  }
  return {
    add: (bytes) =>
      inTurn(async () => {
        const at = take.recorded
        await store.addPart({ takeId: take.takeId, at, bytes: bytes.slice().buffer as ArrayBuffer })
        take = { ...take, recorded: at + bytes.length }
        await store.put(take)
      }),
    end: (how) =>
      inTurn(async () => {
        take = { ...take, end: { ...how, total: take.recorded } }
        await store.put(take)
      }),
    state: () => snapshot,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const hashOf = async (bytes: ArrayBuffer): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** Until the server answers again, or a moment has passed. */
const pause = () =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(done, retryMs)
    const off = onBack(done)
    function done() {
      clearTimeout(timer)
      off()
      resolve()
    }
  })
