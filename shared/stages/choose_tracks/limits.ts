export const maxTracks = 20
export const peoplePage = 20
