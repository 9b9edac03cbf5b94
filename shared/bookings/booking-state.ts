/** Whether places of an event are given out now: to this person, at this moment. */
export type BookingState = 'not_yet' | 'open' | 'closed' | 'not_allowed'

interface Window {
  opensAt: Date | null
  closesAt: Date | null
  /** The person is disqualified or has taken a consent back. */
  standsStill: boolean
}

export function bookingState({ opensAt, closesAt, standsStill }: Window, now: Date): BookingState {
  if (standsStill) return 'not_allowed'
  if (closesAt && now >= closesAt) return 'closed'
  return opensAt && now < opensAt ? 'not_yet' : 'open'
}

/** A slot that has begun takes nobody and lets nobody go. */
export const hasBegun = (startTime: Date, now: Date): boolean => now >= startTime
