/**
 * Stored in the browser by person and stage, when the instructions are really shown and not when they are preloaded.
 */
export const manualSeenKey = (testId: number, stageId: number) => `manual:${testId}:${stageId}`

/** A browser that keeps nothing knows it as long as the page is open. */
const seenHere = new Set<string>()

export function isManualSeen(testId: number, stageId: number): boolean {
  const key = manualSeenKey(testId, stageId)
  try {
    return seenHere.has(key) || localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

export function rememberManual(testId: number, stageId: number): void {
  const key = manualSeenKey(testId, stageId)
  try {
    localStorage.setItem(key, '1')
  } catch {
    seenHere.add(key)
  }
}
