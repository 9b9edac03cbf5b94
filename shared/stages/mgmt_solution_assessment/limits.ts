/** Works or people on one page of the organiser's lists. */
export const peerPage = 50

/** How often a person may decline a work because the author is known: more would be choosing. */
export const mostRecusals = 3
