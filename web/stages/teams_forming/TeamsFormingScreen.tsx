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
import { RegionalTeams } from '#web/teams/RegionalTeams.tsx'

/** Statuses in which the list may be read; before them it would only be refused. */
const reached: readonly StageStatus[] = ['available', 'in_progress', 'success', 'timeover']

/** The teams of a region where the stage is of that view; the other form of the stage is being built. */
export default function TeamsFormingScreen({ competition, track, stageId }: StageScreenProps) {
  const { data: stage, error, refetch } = useStage(stageId)
  const { data: tree } = useStages(competition, track)
  const regional = flatten(tree?.stages ?? []).some((each) => each.stage_id === stageId && each.view === regionalView)
  if (stage)
    return (
      <>
        <StageHead stage={stage} />
        {regional && reached.includes(stage.status) ? (
          <RegionalTeams competition={competition} />
        ) : regional ? (
          <EmptyState title="Команды вам пока не открыты">{stage.reason}</EmptyState>
        ) : (
          <EmptyState title="Этот этап готовится">Мы сообщим, когда он откроется.</EmptyState>
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
