/** What opens from the header when it is pressed, as one file of the program: most visits do without. */
export { NotificationsPlace } from '#web/notifications/NotificationsPlace.tsx'
export { UserMenu } from './chrome/UserMenu.tsx'
