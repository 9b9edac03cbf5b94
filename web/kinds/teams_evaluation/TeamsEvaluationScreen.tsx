import { useQuery } from '@tanstack/react-query'
import type { teamsEvaluationKind } from '#shared/kinds/teams_evaluation/contract.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import type { SettingsOf } from '#shared/stages/kind.ts'
import { StageShell } from '#web/kinds/screen/StageShell.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import type { StageScreenProps } from '#web/stages/kind.ts'
import { ToTeams } from '#web/stages/ToTeams.tsx'
import { MarksForm } from './MarksForm.tsx'
import { MarksSent } from './MarksSent.tsx'
import { OwnReport } from './OwnReport.tsx'
import { teamMarksQuery } from './queries.ts'
import styles from './TeamsEvaluation.module.css'

export type EvaluationSettings = Pick<
  SettingsOf<typeof teamsEvaluationKind>,
  'behaviours' | 'scale' | 'distribution' | 'words' | 'min_raters' | 'use' | 'weight' | 'trimmed'
>

/** The teammates to mark; after the count, what they say about this person. */
export default function TeamsEvaluationScreen({ competition, track, stageId }: StageScreenProps) {
  const page = useQuery(teamMarksQuery(stageId))
  return (
    <StageShell stageId={stageId} of={[page]} loading="Загружаем команду…" failed="Команда не загрузилась">
      {(stage, marks) => {
        const settings = stage.settings as EvaluationSettings
        const mayMark = stage.status === 'available' || stage.status === 'in_progress'
        return (
          <div className={styles.page}>
            {marks.report && <OwnReport report={marks.report} settings={settings} />}
            {mayMark && marks.teammates.length > 0 ? (
              <MarksForm
                key={marks.teammates.map(({ test_id }) => test_id).join(' ')}
                stageId={stageId}
                page={marks}
                settings={settings}
                onChanged={() => void page.refetch()}
              />
            ) : marks.done ? (
              <MarksSent stageId={stageId} page={marks} settings={settings} />
            ) : (
              !marks.report &&
              (marks.team === null && stage.status === 'wait' ? (
                <EmptyState title="Вы пока без команды" action={<ToTeams competition={competition} track={track} />}>
                  Вступите в команду или соберите свою: участники одной команды оценивают здесь друг друга.
                </EmptyState>
              ) : (
                <EmptyState title={marks.teammates.length === 0 ? 'Оценивать некого' : 'Оценить команду сейчас нельзя'}>
                  {marks.team && marks.teammates.length === 0
                    ? `В команде ${quoted(marks.team.name)} вы одни. Когда в ней появятся другие, их можно будет оценить.`
                    : stage.reason}
                </EmptyState>
              ))
            )}
          </div>
        )
      }}
    </StageShell>
  )
}
