export const maxColumns = 200
/** Days that a file can be downloaded. */
export const exportDays = 3
/** Exports of one competition that are being made at once. */
export const maxWaitingExports = 3
/** Exports in the list. */
export const exportsShown = 50
/** Works of one stage in one archive. */
export const maxWorksExported = 20_000
