/** Works or people on one page of the organiser's lists. */
export const peerPage = 50

/** How often a person may decline a work because they know the author: more would allow choosing works. */
export const maxRecusals = 3
