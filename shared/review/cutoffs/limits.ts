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
/** Variants of a competition. */
export const maxCutoffs = 50
/** Variants compared side by side. */
export const maxCompared = 4
/** Letters in the preview before a confirmation. */
export const previewedLetters = 5
/** Rows of each list in a protocol's Word document; tables hold everybody. */
export const documentRows = 400
/** How many days ahead a publication can be scheduled. */
export const maxPublishDays = 90
