/** People on one page of a list of the workbench. */
export const cutoffPeoplePage = 50
export const maxPlaces = 100_000
export const maxWeight = 100
export const maxScore = 1_000_000
export const maxScores = 20
export const maxQuotas = 30
export const maxCutoffTitle = 120
export const maxLetter = 2000
export const maxCutoffReason = 500
/** Variants of a competition; more are kept by nobody in mind. */
export const maxCutoffs = 50
/** Variants that stand beside each other. */
export const maxCompared = 4
/** Letters that are read before a confirmation. */
export const previewedLetters = 5
/** A publication is set at most so many days ahead. */
export const maxPublishDays = 90
