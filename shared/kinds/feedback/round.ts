/** People answer differently before and after the outcome, so there are two rounds. */
export const feedbackRounds = ['before', 'after'] as const
export type FeedbackRound = (typeof feedbackRounds)[number]

interface AskedStage {
  /** When the person handed in at the stage in question; null for not yet. */
  submittedAt: Date | null
  /** When its outcome was published; null for not yet. */
  resultAt: Date | null
}

interface Due {
  /** The round that may be answered now. */
  round: FeedbackRound | null
  /** When the round changes by itself. */
  changesAt: Date | null
}

/** The round that a person can answer at this moment. `stage` is null for feedback about the whole competition. */
export function roundAt(
  { asked, hours }: { asked: FeedbackRound | 'both'; hours: number },
  stage: AskedStage | null,
  now: Date,
): Due {
  if (stage === null) return { round: asked === 'before' ? 'before' : 'after', changesAt: null }
  const later = (moment: Date) => new Date(moment.getTime() + hours * 3_600_000)
  const { submittedAt, resultAt } = stage
  if (resultAt !== null) {
    const opens = later(resultAt)
    if (asked === 'before') return { round: null, changesAt: null }
    return now >= opens ? { round: 'after', changesAt: null } : { round: null, changesAt: opens }
  }
  if (submittedAt === null || asked === 'after') return { round: null, changesAt: null }
  const opens = later(submittedAt)
  return now >= opens ? { round: 'before', changesAt: null } : { round: null, changesAt: opens }
}
