/** Kept in the browser for each person and stage; set when the manual is really shown, never by a preload. */
export const manualSeenKey = (testId: number, stageId: number) => `manual:${testId}:${stageId}`
