/** Instructions with more characters have a page of their own; shorter ones are shown above the stage. */
const longestPanel = 500

export const hasManualPage = (manual: string): boolean => manual.length > longestPanel
