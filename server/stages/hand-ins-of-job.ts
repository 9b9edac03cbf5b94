/** What a job names: hand-ins that arrived together, or one, as jobs that are tried alone do. */
export interface HandInsOfJob {
  handInId?: number
  handInIds?: number[]
}

export const handInsOf = ({ handInId, handInIds }: HandInsOfJob): number[] =>
  handInIds ?? (handInId === undefined ? [] : [handInId])
