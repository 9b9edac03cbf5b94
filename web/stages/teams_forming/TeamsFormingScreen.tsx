import type { StageStatus } from '#shared/stages/status.ts'
import { regionalView } from '#shared/teams/regional-view.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import type { StageScreenProps } from '#web/stages/kinds.ts'
import { StageHead } from '#web/stages/StageHead.tsx'
import { flatten } from '#web/stages/stage.ts'
import { useStage } from '#web/stages/use-stage.ts'
import { useStages } from '#web/stages/use-stages.ts'
import { TeamFormation } from '#web/team-formation/TeamFormation.tsx'
import { RegionalTeams } from '#web/teams/RegionalTeams.tsx'

/** Statuses in which the list may be read; before them it would only be refused. Whoever is in a team reads it always. */
const reached: readonly StageStatus[] = ['available', 'in_progress', 'success', 'timeover']

/** The teams of a region where the stage is of that view, else those that people form. */
export default function TeamsFormingScreen({ competition, track, stageId }: StageScreenProps) {
  const { data: stage, error, refetch } = useStage(stageId)
  const { data: tree } = useStages(competition, track)
  const inTree = flatten(tree?.stages ?? []).find((each) => each.stage_id === stageId)
  const ownTeam = inTree?.extra_data.team_id ?? null
  if (stage)
    return (
      <>
        <StageHead stage={stage} />
        {!reached.includes(stage.status) && ownTeam === null ? (
          <EmptyState title="Команды вам пока не открыты">{stage.reason}</EmptyState>
        ) : inTree?.view === regionalView ? (
          <RegionalTeams competition={competition} />
        ) : (
          <TeamFormation competition={competition} track={track} stageId={stageId} ownTeam={ownTeam} />
        )}
      </>
    )
  if (!error) return <Skeleton lines={8} label="Открываем этап" />
  return (
    <EmptyState kind="failed" title="Этап не загрузился" action={<Button onClick={() => refetch()}>Повторить</Button>}>
      {failureText(error)}
    </EmptyState>
  )
}
