export interface Booked {
  account_id: number
  booked_at: Date
}
export interface OtherSlot {
  id: number
  start_time: Date
  room: number
}
export interface Overflow {
  account_id: number
  /** The slot with room that is nearest in time; null: back to the head of the waiting list. */
  to: number | null
}

/** The moves from a slot with fewer places than before: those who booked last go to the nearest slot with room. */
export function overflowPlan(
  slot: { start_time: Date; capacity: number },
  booked: readonly Booked[],
  others: readonly OtherSlot[],
): Overflow[] {
  const order = [...booked].sort(
    (one, other) => one.booked_at.getTime() - other.booked_at.getTime() || one.account_id - other.account_id,
  )
  const away = ({ start_time }: OtherSlot) => Math.abs(start_time.getTime() - slot.start_time.getTime())
  const near = [...others].sort((one, other) => away(one) - away(other) || one.id - other.id)
  const room = new Map(near.map(({ id, room: left }) => [id, left]))
  return order.slice(slot.capacity).map(({ account_id }) => {
    const to = near.find(({ id }) => (room.get(id) ?? 0) > 0)?.id ?? null
    if (to !== null) room.set(to, (room.get(to) ?? 0) - 1)
    return { account_id, to }
  })
}
