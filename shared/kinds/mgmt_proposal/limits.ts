/** Proposals on one page of the organiser's list. */
export const proposalsPage = 50
