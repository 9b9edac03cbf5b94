import { serverKind } from '#server/stages/kind.ts'
import { teamsEvaluationKind } from '#shared/kinds/teams_evaluation/contract.ts'
import { teamRules } from '#shared/programme/team-formation/team-rules.ts'
import { ownTeamMarks } from './own-team-marks.ts'
import { evaluationStanding } from './standing.ts'

export const teamsEvaluation = serverKind(teamsEvaluationKind, {
  work: null,
  attempts: null,
  standing: evaluationStanding,
  // Its judges are observers of teams.
  judgesMatches: true,
  scores: true,
  ownData: { name: 'team_marks', title: 'Оценка команды', read: ownTeamMarks },
  files: null,
  checklist: ({ settings, clock, code }, { stages, byCode }) => {
    const { use, score_of, min_raters } = settings
    const red = (text: string) => ({ level: 'red' as const, text })
    const forming = stages.filter(({ type }) => type === 'teams_forming')
    const largest = Math.max(0, ...forming.map((stage) => teamRules(stage.settings).max))
    return [
      ...(forming.length === 0 ? [red('В конкурсе нет этапа «Команды»: оценивать будет некого')] : []),
      ...(use === 'score' && (!byCode.has(score_of) || score_of === code)
        ? [red('Укажите этап, балл которого дополняют оценки')]
        : []),
      ...(clock === 'participant'
        ? [red('Часы этапа должны быть московскими: участники одной команды оценивают в одно время')]
        : []),
      ...(forming.length > 0 && largest <= min_raters
        ? [
            {
              level: 'yellow' as const,
              text: `В команде не больше ${largest} человек: отчёта, для которого нужно ${min_raters} оценивших, не получит никто`,
            },
          ]
        : []),
    ]
  },
})
