/** Maximum length of what a mentor writes after a meeting. */
export const maxReportLength = 2000
