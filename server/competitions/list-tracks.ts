import type { Db } from '#server/db.ts'
import { personIn } from '#server/stages/person.ts'
import { type PersonStage, statusesOf } from '#server/stages/person-stages.ts'
import { stageRows } from '#server/stages/stage-rows.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { groupType } from '#shared/stages/tree.ts'
import { formatWire } from '#shared/time/moscow.ts'
import { tracksOf } from './store.ts'

/**
 * The tracks with what is open and done in each, the person's own first. Somebody without a track is counted in each as
 * if it were his; in a track that is not his own a person has nothing open.
 */
export async function listTracks(db: Db, accountId: number, competitionCode: string, now: Date) {
  const of = { accountId, competitionCode }
  const person = await personIn(db, of)
  if (person === null) throw new Refusal('competition_not_found')
  const tracks = await tracksOf(db, competitionCode)
  if (tracks.length === 0) throw new Refusal('tracks_unavailable')
  const rows = await stageRows(db, of, now)
  const counted = tracks.map((track) => {
    const mine = person.track === track.code
    const stages = statusesOf(rows, { ...person, track: track.code }, now).filter(
      ({ row, state }) => row.type !== groupType && state.status !== 'hidden',
    )
    return { ...track, is_mine: mine, ...countsOf(mine || person.track === null ? stages : [], stages.length) }
  })
  return counted.sort((one, other) => Number(other.is_mine) - Number(one.is_mine))
}

function countsOf(stages: PersonStage[], all: number) {
  const open = stages.filter(({ state }) => state.status === 'available' || state.status === 'in_progress')
  const [nearest] = open
    .flatMap(({ row, state }) => (state.window.closesAt ? [{ row, at: state.window.closesAt }] : []))
    .sort((one, other) => one.at.getTime() - other.at.getTime())
  return {
    open_stages: open.length,
    done_stages: stages.filter(({ state }) => state.status === 'success').length,
    all_stages: all,
    next_deadline: nearest
      ? { title: nearest.row.title, at: formatWire(nearest.at), stage: nearest.row.code, type: nearest.row.type }
      : null,
  }
}
