import { lateView } from '#web/platform/navigation/late-view.tsx'

// The entrance has no header, so its first load does not include one.
const rooms = () => import('#web/app/rooms.ts')

export const Header = lateView(async () => ({ default: (await rooms()).Header }))
export const Footer = lateView(async () => ({ default: (await rooms()).Footer }))
export const InviteNotice = lateView(async () => ({ default: (await rooms()).InviteNotice }))

/** Loads the header, the footer and the notice, so that the page is drawn together with them. */
export const loadChrome = () => Promise.all([Header, Footer, InviteNotice].map((part) => part.come()))
