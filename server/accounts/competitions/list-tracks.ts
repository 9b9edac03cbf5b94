import type { Services } from '#server/services.ts'
import { isOptional, type PersonStage, personStages, statusesOf } from '#server/stages/person-stages.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { groupType } from '#shared/stages/tree.ts'

/**
 * The tracks with the number of open and finished stages, the person's own first. A person without a track has open
 * stages in every track, a person with a track only in their own.
 */
export async function listTracks({ db, seasons }: Services, accountId: number, competitionCode: string, now: Date) {
  const all = await personStages(db, seasons, { accountId, competitionCode }, now)
  if (all === null) throw new Refusal('competition_not_found')
  const { season, found, person } = all
  if (season.tracks.length === 0) throw new Refusal('tracks_unavailable')
  const counted = season.tracks.map((track) => {
    const mine = person.track === track.code
    const stages = statusesOf(season, found, track.code, now).filter(
      ({ row, state }) => row.type !== groupType && row.part === null && state.status !== 'hidden',
    )
    return { ...track, is_mine: mine, ...countsOf(mine || person.track === null ? stages : [], stages) }
  })
  return counted.sort((one, other) => Number(other.is_mine) - Number(one.is_mine))
}

/** Open stages include optional ones; finished stages and their total do not. */
function countsOf(stages: PersonStage[], all: PersonStage[]) {
  const open = stages.filter(({ state }) => state.status === 'available' || state.status === 'in_progress')
  const [nearest] = open
    .flatMap(({ row, state }) => (state.window.closesAt ? [{ row, at: state.window.closesAt }] : []))
    .sort((one, other) => one.at.getTime() - other.at.getTime())
  return {
    open_stages: open.length,
    done_stages: stages.filter(({ row, state }) => state.status === 'success' && !isOptional(row)).length,
    all_stages: all.filter(({ row }) => !isOptional(row)).length,
    next_deadline: nearest
      ? { title: nearest.row.title, at: formatWire(nearest.at), stage: nearest.row.code, type: nearest.row.type }
      : null,
  }
}
