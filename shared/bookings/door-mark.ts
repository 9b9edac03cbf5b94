/** What a host notes of a person at the door. */
export const doorMarks = ['came', 'absent', 'undone', 'walk_in'] as const
export type DoorMark = (typeof doorMarks)[number]

interface Noted {
  id: string
  mark: DoorMark
  at: Date
}

/**
 * Which of a person's marks holds: the latest by the clock of the device. Of two in the same moment the one with the greater
 * id does, so that devices that settle in another order come to the same.
 */
export const markThatHolds = <M extends Noted>(marks: readonly M[]): M | null =>
  [...marks].sort((one, other) => other.at.getTime() - one.at.getTime() || (one.id < other.id ? 1 : -1))[0] ?? null
