/** The longest reason of an organiser or a judge, in characters. */
export const maxReason = 1000
export const maxRoom = 120
/** The longest task of one match. */
export const maxMatchTask = 4000
