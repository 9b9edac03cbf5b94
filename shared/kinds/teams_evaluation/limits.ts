/** The longest comment about a teammate, in characters. */
export const maxWords = 1000
export const evaluationTeamsPage = 20
/** Observers of one team. */
export const maxObservers = 7
