/** What the buttons of the header open, as one file of the program: most visits do not need it. */

export { UserMenu } from '#web/app/chrome/UserMenu.tsx'
export { NotificationsPlace } from '#web/messages/notifications/NotificationsPlace.tsx'
