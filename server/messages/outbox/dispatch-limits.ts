import type { Channel, CodePurpose } from './tables.ts'

/** At most `max` messages within `seconds`. */
export interface DispatchRule {
  max: number
  seconds: number
}

const minute = 60
const hour = 3600
const day = 24 * hour

/** How long a code is valid, in milliseconds. */
export const codeMs: Record<Channel, number> = { sms: 2 * minute * 1000, email: 10 * minute * 1000 }

/** The minimum time between two codes. */
export const repeatSeconds = 2 * minute

/** Limits of codes for one purpose to one recipient. Each known device of the account is counted separately. */
export const recipientLimits: Record<Channel, DispatchRule[]> = {
  sms: [
    { max: 1, seconds: repeatSeconds },
    { max: 3, seconds: 10 * minute },
    { max: 5, seconds: hour },
    { max: 10, seconds: day },
  ],
  email: [
    { max: 1, seconds: repeatSeconds },
    { max: 5, seconds: hour },
    { max: 10, seconds: day },
  ],
}

/**
 * Limits of letters for a new password from unknown devices. Anyone can use them up, so no rule is longer than the wait
 * between two letters. `sendRestoreLetter` sends no further one while enough of them are still valid.
 */
export const strangersResetLimits: DispatchRule[] = [{ max: 1, seconds: repeatSeconds }]

/** Limits of codes that one client requests for the purposes in `purposesForAnyAddress`, together. */
export const clientLimits: Record<Channel, DispatchRule[]> = {
  sms: [{ max: 10, seconds: hour }],
  email: [{ max: 30, seconds: hour }],
}

/** Purposes for which a code goes to any address that is typed. Other codes go to the account's own address. */
export const purposesForAnyAddress: ReadonlySet<CodePurpose> = new Set<CodePurpose>(['registration', 'email', 'phone'])

/**
 * Numbers that differ only in their last three digits are one block. More different numbers of a block in an hour than
 * this are a sign of bought numbers.
 */
export const blockOfNumbers: DispatchRule = { max: 5, seconds: hour }

/** Seconds until one more message is allowed, 0 for now. `sent` are the times of earlier ones, newest first. */
export function waitFor(sent: readonly Date[], rules: readonly DispatchRule[], now: Date): number {
  const waits = rules.map(({ max, seconds }) => {
    const oldest = sent[max - 1]
    return oldest ? Math.ceil((oldest.getTime() + seconds * 1000 - now.getTime()) / 1000) : 0
  })
  return Math.max(0, ...waits)
}
