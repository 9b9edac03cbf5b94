/** Undelivered messages on one page. */
export const undeliveredPage = 20
