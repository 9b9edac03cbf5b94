/** What the buttons of the header open, as one file of the program: most visits do not need it. */
export { NotificationsPlace } from '#web/notifications/NotificationsPlace.tsx'
export { UserMenu } from './chrome/UserMenu.tsx'
