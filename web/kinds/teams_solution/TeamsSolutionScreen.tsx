import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { teamsSolutionKind } from '#shared/kinds/teams_solution/contract.ts'
import type { SettingsOf } from '#shared/stages/kind.ts'
import { StageResult } from '#web/kinds/screen/StageResult.tsx'
import { StageShell } from '#web/kinds/screen/StageShell.tsx'
import { isFailure } from '#web/platform/api/failure.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import type { StageScreenProps } from '#web/stages/kind.ts'
import type { StageDetails } from '#web/stages/queries.ts'
import { Remarks } from '#web/stages/Remarks.tsx'
import { Decision } from '#web/stages/StageOutcome.tsx'
import { StageOver } from '#web/stages/StageOver.tsx'
import { ToTeams } from '#web/stages/ToTeams.tsx'
import { renewStage } from '#web/stages/use-hand-in.ts'
import { useStage } from '#web/stages/use-stage.ts'
import { Discussion } from './Discussion.tsx'
import { HandInSolution } from './HandInSolution.tsx'
import { type Solution, solutionQuery, usePresence } from './queries.ts'
import { SolutionFiles } from './SolutionFiles.tsx'
import { SolutionSection } from './SolutionSection.tsx'
import { SolutionTask } from './SolutionTask.tsx'
import { TeamHere } from './TeamHere.tsx'
import styles from './TeamsSolution.module.css'
import { Versions } from './Versions.tsx'

export type SolutionSettings = SettingsOf<typeof teamsSolutionKind>

/** One work that the whole team writes: the task, the sections, who is here, what was changed, and the hand-in. */
export default function TeamsSolutionScreen(place: StageScreenProps) {
  const solution = useQuery(solutionQuery(place.stageId))
  const status = useStage(place.stageId).data?.status
  return (
    <StageShell
      stageId={place.stageId}
      of={[solution]}
      loading="Загружаем решение…"
      failed="Решение не загрузилось"
      failure={(error) =>
        isFailure(error, 'stage_not_allowed') && (
          <EmptyState title="Решение пишет команда" action={<ToTeams {...place} />}>
            {status === 'wait' ? 'Вступите в команду или соберите свою: работа у команды одна.' : failureText(error)}
          </EmptyState>
        )
      }
    >
      {(stage, data) => <Work place={place} stage={stage} solution={data} />}
    </StageShell>
  )
}

interface WorkProps {
  place: StageScreenProps
  stage: StageDetails
  solution: Solution
}

function Work({ place, stage, solution }: WorkProps) {
  const { stageId } = place
  const here = usePresence(stageId, solution)
  useStandingOf(stageId, stage, solution)
  // The server has checked them with the schema of the kind.
  const settings = stage.settings as SolutionSettings
  const labels = new Map(solution.sections.map(({ code, title }) => [code === 'link' ? code : `text_${code}`, title]))
  return (
    <div className={styles.page}>
      {!solution.may_write && <Ended {...place} stage={stage} solution={solution} />}
      {!solution.may_write && solution.may_hand_in && (
        <Notice title="Этап закрыт, но решение ещё можно сдать">
          Файл вашей команды начали отправлять до закрытия, и в решение он войдёт. Остальное уже не изменить.
        </Notice>
      )}
      {solution.may_write && stage.decision?.outcome === 'returned' && <Decision decision={stage.decision} />}
      {solution.may_write && <Remarks remarks={stage.remarks} labelOf={(field) => labels.get(field) ?? 'Решение'} />}
      <SolutionTask settings={settings} task={solution.task} />
      <div className={styles.columns}>
        <div className={styles.work}>
          <Heading level={2}>Решение</Heading>
          {solution.sections.map((section) => (
            <SolutionSection
              key={section.code}
              competition={place.competition}
              stage={stage}
              section={section}
              mayWrite={solution.may_write}
            />
          ))}
          {solution.max_files > 0 && <SolutionFiles stageId={stageId} solution={solution} />}
          {(solution.may_write || solution.may_hand_in) && <HandInSolution stageId={stageId} solution={solution} />}
        </div>
        <div className={styles.aside}>
          <TeamHere stageId={stageId} solution={solution} here={here} />
          <Versions stageId={stageId} revision={solution.revision} />
          <Discussion stageId={stageId} count={solution.comments} mayWrite={stage.status !== 'timeover'} />
        </div>
      </div>
    </div>
  )
}

/** When the stage closes or is extended while the page is open, its head is updated, too. */
function useStandingOf(stageId: number, stage: StageDetails, solution: Solution): void {
  const queries = useQueryClient()
  const differs = solution.status !== stage.status
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change of what the solution says
  useEffect(() => {
    if (differs) renewStage(queries, stageId)
  }, [solution.status, differs])
}

/** The stage accepts nothing now: shows what was handed in and decided, or that nothing was. */
function Ended({ stage, solution, competition, track }: StageScreenProps & WorkPropsOfEnd) {
  if (stage.receipt) return <StageResult competition={competition} track={track} stage={stage} title="Решение сдано" />
  if (stage.status === 'success' || solution.may_hand_in) return null
  return <StageOver competition={competition} track={track} stage={stage} hasDraft={solution.revision > 0} />
}

type WorkPropsOfEnd = Pick<WorkProps, 'stage' | 'solution'>
