/** Acts that the list shows, the latest first. */
export const bulkActsShown = 30
/** People on one page of those whom an act has left out. */
export const skippedPage = 20
/** People named before an act. */
export const bulkSamples = 5
