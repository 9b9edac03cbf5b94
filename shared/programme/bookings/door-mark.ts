/** The marks that a host gives a person at the door. */
export const doorMarks = ['came', 'absent', 'undone', 'walk_in'] as const
export type DoorMark = (typeof doorMarks)[number]

interface Noted {
  id: string
  mark: DoorMark
  at: Date
}

/**
 * The valid one of a person's marks: the latest by the clock of the device. Of two marks made at the same moment the
 * one with the greater id is valid, so the result does not depend on the order in which devices send their marks.
 */
export const validMark = <M extends Noted>(marks: readonly M[]): M | null =>
  [...marks].sort((one, other) => other.at.getTime() - one.at.getTime() || (one.id < other.id ? 1 : -1))[0] ?? null
