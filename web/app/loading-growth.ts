import { limits } from '#web/platform/limits.ts'

/** How much of the bar is filled (0 to 1) after this time: fast at first, full at 5000 ms. */
export function loadingGrowth(elapsedMs: number): number {
  const part = Math.min(1, Math.max(0, elapsedMs / limits.loadingBarMs))
  return 1 - (1 - part) ** 3
}
