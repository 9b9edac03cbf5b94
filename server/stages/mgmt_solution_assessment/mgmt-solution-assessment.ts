import { serverKind } from '#server/stages/kind.ts'
import { mgmtSolutionAssessmentKind } from '#shared/stages/mgmt_solution_assessment/contract.ts'
import { isEnough, mostGiven } from '#shared/stages/mgmt_solution_assessment/pool-rules.ts'
import { ownPeerMarks } from './own-peer-marks.ts'
import { peerStageIn } from './peer-stage.ts'
import { peerStanding } from './standing.ts'

export const mgmtSolutionAssessment = serverKind(mgmtSolutionAssessmentKind, {
  work: null,
  attempts: null,
  standing: peerStanding,
  ownData: { name: 'peer_marks', title: 'Оценки чужих работ', read: ownPeerMarks },
  files: null,
  checklist: (stage, season) => {
    const { settings } = stage
    return [
      ...(peerStageIn(season, stage).works
        ? []
        : [{ level: 'red' as const, text: 'Выберите этап, работы которого оценивают' }]),
      ...(isEnough(settings)
        ? []
        : [
            {
              level: 'red' as const,
              text: `Оценок не хватит: каждый должен оценить столько работ, чтобы без эталонных их было не меньше ${mostGiven(settings)} — сколько нужно работе вместе с запасом`,
            },
          ]),
      ...(settings.training < 2 ? [{ level: 'yellow' as const, text: 'Учебных работ меньше двух' }] : []),
    ]
  },
})
