/** At most `max` messages within `seconds`. */
export interface DispatchRule {
  max: number
  seconds: number
}

const minute = 60
const hour = 3600
const day = 24 * hour

/** The minimum time between two codes. */
export const repeatSeconds = 2 * minute

export const dispatchLimits = {
  sms: {
    recipient: [
      { max: 1, seconds: repeatSeconds },
      { max: 3, seconds: 10 * minute },
      { max: 5, seconds: hour },
      { max: 10, seconds: day },
    ],
    client: [{ max: 10, seconds: hour }],
  },
  email: {
    recipient: [
      { max: 1, seconds: repeatSeconds },
      { max: 5, seconds: hour },
      { max: 10, seconds: day },
    ],
    client: [{ max: 30, seconds: hour }],
  },
} satisfies Record<'sms' | 'email', { recipient: DispatchRule[]; client: DispatchRule[] }>

/**
 * Numbers that differ only in their last three digits are one block. So many different ones in an hour are a sign of
 * bought numbers.
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
