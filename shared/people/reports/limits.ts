/** How many open pages of reports are kept up to date for one person at a time, in one process. */
export const maxLivePages = 4
