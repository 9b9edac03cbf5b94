/** Characters of what is said about a cancelled lesson. */
export const maxReason = 1000
