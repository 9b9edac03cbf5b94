/** Acts in the list, the latest first. */
export const bulkActsShown = 30
/** People on one page of those who were left out of an act. */
export const skippedPage = 20
/** How many people the preview of an act names. */
export const bulkSamples = 5
