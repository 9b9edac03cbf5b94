export const maxTitle = 120
export const maxText = 4000
/** Messages in the list. */
export const broadcastsShown = 50
/** Recipients on one page of the log. */
export const recipientsPage = 20
/** How many recipients a preview shows. */
export const previews = 3
/** How many days ahead a message can be scheduled. */
export const maxDaysAhead = 90
