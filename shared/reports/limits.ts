/** Open pages of reports that one person keeps up to date at a time, in one process. */
export const maxLivePages = 4
