/** Longer instructions, in characters, have a page of their own; shorter ones stand above the stage. */
const longestPanel = 500

export const hasManualPage = (manual: string): boolean => manual.length > longestPanel
