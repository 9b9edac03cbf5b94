/** The frame of a page and the pages that participants open most, as one file of the program. */

export { Footer } from '#web/app/chrome/Footer.tsx'
export { Header } from '#web/app/chrome/Header.tsx'
export { InviteNotice } from '#web/app/chrome/InviteNotice.tsx'
export { CompetitionPage } from '#web/app/places/CompetitionPage.tsx'
export { TrackPage } from '#web/app/places/TrackPage.tsx'
export { StagePage } from '#web/kinds/StagePage.tsx'
