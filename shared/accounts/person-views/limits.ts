/**
 * How long an organiser may view the portal as another person, in minutes; after that they must give a reason again.
 */
export const viewMinutes = 30
