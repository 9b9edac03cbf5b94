export const maxColumns = 200
/** Days that a file can be downloaded. */
export const exportDays = 3
/** Exports of one competition that are being made at a time. */
export const maxWaitingExports = 3
/** Exports in the list. */
export const exportsShown = 50
/** Works of one stage that leave in one archive. */
export const maxWorksExported = 20_000
