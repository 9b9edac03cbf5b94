import { useQuery } from '@tanstack/react-query'
import { regionalView } from '#shared/stages/regional-view.ts'
import type { StageStatus } from '#shared/stages/status.ts'
import { StageShell } from '#web/kinds/screen/StageShell.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { RegionalTeams } from '#web/programme/regional-teams/RegionalTeams.tsx'
import { teamQuery } from '#web/programme/team-formation/queries.ts'
import { TeamFormation } from '#web/programme/team-formation/TeamFormation.tsx'
import type { StageScreenProps } from '#web/stages/kind.ts'
import { StageHead } from '#web/stages/StageHead.tsx'
import { flatten, formingStages, type Stage, teamOfAddress } from '#web/stages/stage.ts'
import { useInviteCode, useStageAddress } from '#web/stages/use-stage-address.ts'
import { useStages } from '#web/stages/use-stages.ts'

/** Statuses in which the server allows reading the list. Members of a team may always read it. */
const reached: readonly StageStatus[] = ['available', 'in_progress', 'success', 'timeover']

/** Regional teams when the stage has that view, otherwise teams that people form. */
export default function TeamsFormingScreen({ competition, track, stageId }: StageScreenProps) {
  const { data: tree } = useStages(competition, track)
  const shownId = useStageOfTeam(tree?.stages ?? [], stageId)
  if (shownId === null) return null
  const inTree = flatten(tree?.stages ?? []).find((each) => each.stage_id === shownId)
  const ownTeam = inTree?.extra_data.team_id ?? null
  return (
    <StageShell key={shownId} stageId={shownId} of={[]} loading="Открываем этап" failed="Этап не загрузился" ownHead>
      {(stage) => {
        if (!reached.includes(stage.status) && ownTeam === null)
          return (
            <>
              <StageHead stage={stage} />
              <EmptyState title="Команды вам пока не открыты">{stage.reason}</EmptyState>
            </>
          )
        if (inTree?.view !== regionalView)
          return <TeamFormation competition={competition} track={track} stage={stage} ownTeam={ownTeam} />
        return (
          <>
            <StageHead stage={stage} />
            <RegionalTeams competition={competition} />
          </>
        )
      }}
    </StageShell>
  )
}

/** In a track with several stages with teams: the stage of the team in the address; null until it is known. */
function useStageOfTeam(stages: readonly Stage[], stageId: number): number | null {
  const forming = formingStages(stages)
  const named = teamOfAddress(useStageAddress().team)
  const asks = forming.length > 1 && named !== null
  const { data, isPending } = useQuery({ ...teamQuery(named ?? 0, useInviteCode()), enabled: asks })
  if (!asks) return stageId
  if (isPending) return null
  return forming.find(({ stage_id }) => stage_id === data?.stage_id)?.stage_id ?? stageId
}
