import type { MovesPeople } from '#server/stages/kind.ts'
import { giveTracks } from './give-track.ts'
import { lockPlaces, placesLeft, settingsOf, takenPlaces } from './places.ts'

/** Lets organisers move many people at once. A person whom the track does not fit keeps the current one. */
export const moves: MovesPeople = {
  tracks: (stage) => settingsOf(stage).tracks.map(({ code }) => code),
  async left(db, stage, code, except) {
    const track = settingsOf(stage).tracks.find((each) => each.code === code)
    return !track || track.limit === 0 ? null : placesLeft(track, await takenPlaces(db, stage.id, except))
  },
  lock: (tx, stage) => lockPlaces(tx, stage.id),
  give: (tx, moved, now) => giveTracks(tx, { ...moved, way: 'organiser' }, now),
}
