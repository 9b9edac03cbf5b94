/** Notifications on a page of the list; the offset grows by as many. */
export const notificationPage = 10
