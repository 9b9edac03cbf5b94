import { isOpen, type Window } from './window.ts'

/** The grace for answers that were being sent when the time ran out. The rules of the stage mention it. */
export const attemptGrace = 5_000
/** How often the page of a running attempt sends a heartbeat. */
export const heartbeatEvery = 12_000
/** A longer silence is recorded: a heartbeat was lost. */
export const silenceAfter = 2 * heartbeatEvery
/** After a longer silence the device has lost its connection. */
export const connectionLostAfter = 5 * heartbeatEvery

const minute = 60_000

/** One timed attempt. Its deadline is worked out on read, so that a moved window or extra minutes apply to it. */
export interface Attempt {
  begunAt: Date
  /** Null: until the stage closes for its owner. */
  limitMinutes: number | null
  extraMinutes: number
  heardAt: Date
  finishedAt: Date | null
  finishedBy: 'person' | 'deadline' | null
}

export type AttemptState = 'not_begun' | 'running' | 'interrupted' | 'finished'

/** `closesAt` is the end of the effective window of the person or team. Null: nothing ends the attempt by itself. */
export function attemptDeadline(
  { begunAt, limitMinutes, extraMinutes }: Pick<Attempt, 'begunAt' | 'limitMinutes' | 'extraMinutes'>,
  closesAt: Date | null,
): Date | null {
  if (limitMinutes === null) return closesAt
  const ownEnd = begunAt.getTime() + (limitMinutes + extraMinutes) * minute
  return new Date(closesAt === null ? ownEnd : Math.min(ownEnd, closesAt.getTime()))
}

/** The first moment at which answers are no longer accepted. */
export function attemptIsOverAt(attempt: Attempt, closesAt: Date | null): Date | null {
  const deadline = attemptDeadline(attempt, closesAt)
  return deadline && new Date(deadline.getTime() + attemptGrace + 1)
}

/**
 * The state of an attempt. When its time is over it is finished by the deadline, even before that is stored; a lost
 * connection does not stop the clock.
 */
export function attemptState(
  attempt: Attempt | null,
  closesAt: Date | null,
  now: Date,
): { state: AttemptState; by: Attempt['finishedBy']; deadline: Date | null } {
  if (attempt === null) return { state: 'not_begun', by: null, deadline: null }
  const deadline = attemptDeadline(attempt, closesAt)
  if (attempt.finishedAt) return { state: 'finished', by: attempt.finishedBy, deadline }
  const over = attemptIsOverAt(attempt, closesAt)
  if (over !== null && now >= over) return { state: 'finished', by: 'deadline', deadline }
  const lost = now.getTime() - attempt.heardAt.getTime() > connectionLostAfter
  return { state: lost ? 'interrupted' : 'running', by: null, deadline }
}

/** What people read before the start: how long an attempt lasts, and when it would end if it began now. */
export function attemptIfBegun(limitMinutes: number | null, window: Window, now: Date) {
  if (!isOpen(window, now)) return null
  const endsAt = attemptDeadline({ begunAt: now, limitMinutes, extraMinutes: 0 }, window.closesAt)
  const minutes = endsAt === null ? null : Math.floor((endsAt.getTime() - now.getTime()) / minute)
  return { endsAt, minutes, cutShort: limitMinutes !== null && minutes !== null && minutes < limitMinutes }
}
