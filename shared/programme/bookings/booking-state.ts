/** Whether this person can book a place at an event now. */
export type BookingState = 'not_yet' | 'open' | 'closed' | 'not_allowed'

interface Window {
  opensAt: Date | null
  closesAt: Date | null
  /** The person is disqualified or has withdrawn a required consent. */
  inactive: boolean
}

export function bookingState({ opensAt, closesAt, inactive }: Window, now: Date): BookingState {
  if (inactive) return 'not_allowed'
  if (closesAt && now >= closesAt) return 'closed'
  return opensAt && now < opensAt ? 'not_yet' : 'open'
}

/** A slot that has begun can be neither booked nor cancelled. */
export const hasBegun = (startTime: Date, now: Date): boolean => now >= startTime
