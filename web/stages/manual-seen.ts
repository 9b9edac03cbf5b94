/**
 * Stored in the browser by person and stage, when the instructions are really shown and not when they are preloaded.
 */
export const manualSeenKey = (testId: number, stageId: number) => `manual:${testId}:${stageId}`
