export const maxTracks = 20
export const peoplePage = 20
/** How many of the members who change the track with their team a preview names. */
export const maxMovesShown = 100
