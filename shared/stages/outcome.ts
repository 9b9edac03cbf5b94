/** What a decision says of a hand-in. */
export type StageOutcome = 'passed' | 'failed' | 'returned'
