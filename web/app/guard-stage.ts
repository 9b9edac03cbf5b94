import { partPath, stagePath, trackPath } from '#shared/stages/addresses.ts'
import type { KindFacts } from '#shared/stages/kind-facts.ts'
import { regionalView } from '#shared/stages/regional-view.ts'
import { type Decision, go } from '#web/app/guards/decision.ts'
import { stageGuard } from '#web/app/guards/stage.ts'
import { stageManualGuard } from '#web/app/guards/stage-manual.ts'
import { teamsGuard } from '#web/app/guards/teams.ts'
import { trackGuard } from '#web/app/guards/track.ts'
import { treeStageHashGuard } from '#web/app/guards/tree-stage-hash.ts'
import { screenOf } from '#web/kinds/kinds.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import { lateViewOf } from '#web/platform/navigation/late-view.tsx'
import { placeAtLeaving } from '#web/platform/navigation/place-at-leaving.ts'
import { eventsQuery } from '#web/programme/bookings/queries.ts'
import { competitionsQuery, tracksQuery } from '#web/seasons/competitions/queries.ts'
import { isManualSeen } from '#web/stages/manual-seen.ts'
import { stageQuery, stagesQuery } from '#web/stages/queries.ts'
import { codeOfAddress, type Stage, stageOfAddress, teamOfAddress, wholeOf } from '#web/stages/stage.ts'
import type { Place } from './guarded-page.ts'
import { previousStageCode } from './previous-stage.ts'

/** The guards of the track and of its stages; they are loaded with these pages and not with the entrance. */

export async function guardTrack({ params: { competition = '', track = '' } }: Place): Promise<Decision> {
  const competitions = await queryClient.ensureQueryData(competitionsQuery)
  // A supporter has no track to follow.
  if (competitions.some(({ code, door }) => code === competition && door === 'supporter'))
    return { to: `/${competition}` }
  const tracks = await queryClient.ensureQueryData(tracksQuery(competition)).catch(() => null)
  const allowed = trackGuard({ competition, track, tracks })
  if (allowed === go) {
    // The data is loaded at the same time as the code of the page, so that the page is mostly drawn whole at once.
    void queryClient.prefetchQuery(stagesQuery(competition, track))
    void queryClient.prefetchQuery(eventsQuery(competition, 1))
  }
  return allowed
}

/** The stage that the address of a page names. */
export async function stageHere({ params }: Place, type: string) {
  const { competition = '', track = '' } = params
  const { stages } = await queryClient.ensureQueryData(stagesQuery(competition, track))
  const stage = stageOfAddress(stages, type, codeOfAddress(params))
  return { competition, track, stage, whole: stage && wholeOf(stages, stage) }
}

/** A stage that may be opened, with its hash; the first visit begins with its instructions. */
export function guardStage(kind: Pick<KindFacts, 'type' | 'blockOn' | 'needsViewable'>) {
  return async (place: Place): Promise<Decision> => {
    const { competition, track, stage, whole } = await stageHere(place, kind.type)
    // A part has its address below the whole.
    if (stage && whole) return { to: partPath(competition, track, whole, stage) }
    const allowed = stageGuard({ trackPath: trackPath(competition, track), stage, kind })
    if ('to' in allowed || !stage) return allowed
    const path = stagePath(competition, track, stage)
    const testId = session.claims()?.test_id ?? 0
    const seen = isManualSeen(testId, stage.stage_id)
    const manual = stageManualGuard({ stagePath: path, hasManual: stage.extra_data.has_manual, seen })
    if ('to' in manual) return manual
    const { form } = place.params
    if (form !== undefined && !stage.childs.some(({ code }) => code === form)) return { to: path }
    fetchScreen(stage.childs.find(({ code }) => code === form) ?? stage)
    const { hash, pathname, state } = place.location
    const known = placeAtLeaving(state.__TSR_key) !== undefined
    const previous = previousStageCode(queryClient)
    return treeStageHashGuard({ to: pathname, hash, stageCode: stage.code, previousStageCode: previous, known })
  }
}

/** Loads the data of a stage and the code that shows it at the same time. */
function fetchScreen({ type, code, stage_id }: Stage): void {
  const screen = screenOf(type, code)
  // The page that waits for the code reports a failure.
  if (screen)
    lateViewOf(screen)
      .come()
      .catch(() => undefined)
  void queryClient.prefetchQuery(stageQuery(stage_id))
}

export function guardManualPage(type: string) {
  return async (place: Place): Promise<Decision> => {
    const { competition, track, stage } = await stageHere(place, type)
    return stage ? go : { to: trackPath(competition, track) }
  }
}

export async function guardTeams(place: Place): Promise<Decision> {
  const { competition, track, stage } = await stageHere(place, 'teams_forming')
  // An address with the code of a stage is already the page of the stage: there is nothing to choose first.
  if (!stage || codeOfAddress(place.params) !== undefined) return go
  if (stage.view === regionalView && place.params.team !== undefined) return go
  const team = teamOfAddress(place.params.team)
  return teamsGuard({
    stagePath: `${trackPath(competition, track)}/stages/teams_forming`,
    teamId: stage.extra_data.team_id,
    team: team === null ? null : String(team),
  })
}
