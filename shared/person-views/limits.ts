/** How long an organiser looks at the portal as somebody else, in minutes; then he says again why. */
export const viewMinutes = 30
