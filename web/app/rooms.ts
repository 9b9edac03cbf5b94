/** The frame of a page and the pages that participants open most, as one file of the program. */
export { CompetitionPage } from '#web/competitions/CompetitionPage.tsx'
export { TrackPage } from '#web/competitions/TrackPage.tsx'
export { StagePage } from '#web/stages/StagePage.tsx'
export { Footer } from './chrome/Footer.tsx'
export { Header } from './chrome/Header.tsx'
export { InviteNotice } from './chrome/InviteNotice.tsx'
