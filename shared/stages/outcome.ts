/** The outcomes of a decision about a hand-in. */
export type StageOutcome = 'passed' | 'failed' | 'returned'
