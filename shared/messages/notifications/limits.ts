/** Notifications on one page of the list. */
export const notificationPage = 10
