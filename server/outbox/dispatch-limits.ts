/** At most `most` messages within `seconds`. */
export interface DispatchRule {
  most: number
  seconds: number
}

const minute = 60
const hour = 3600
const day = 24 * hour

/** A new code is sent no sooner than this. */
export const repeatSeconds = 2 * minute

export const dispatchLimits = {
  sms: {
    recipient: [
      { most: 1, seconds: repeatSeconds },
      { most: 3, seconds: 10 * minute },
      { most: 5, seconds: hour },
      { most: 10, seconds: day },
    ],
    client: [{ most: 10, seconds: hour }],
  },
  email: {
    recipient: [
      { most: 1, seconds: repeatSeconds },
      { most: 5, seconds: hour },
      { most: 10, seconds: day },
    ],
    client: [{ most: 30, seconds: hour }],
  },
} satisfies Record<'sms' | 'email', { recipient: DispatchRule[]; client: DispatchRule[] }>

/** Numbers that differ in their last three digits only are one block; so many different ones in an hour are bought. */
export const blockOfNumbers: DispatchRule = { most: 5, seconds: hour }

/** Seconds until one more message is allowed, 0 for now. `sent` are the moments of earlier ones, newest first. */
export function waitFor(sent: readonly Date[], rules: readonly DispatchRule[], now: Date): number {
  const waits = rules.map(({ most, seconds }) => {
    const oldest = sent[most - 1]
    return oldest ? Math.ceil((oldest.getTime() + seconds * 1000 - now.getTime()) / 1000) : 0
  })
  return Math.max(0, ...waits)
}
