/** The hand-ins of a job: several that arrived together, or one that is tried alone. */
export interface HandInsOfJob {
  handInId?: number
  handInIds?: number[]
}

export const handInsOf = ({ handInId, handInIds }: HandInsOfJob): number[] =>
  handInIds ?? (handInId === undefined ? [] : [handInId])
