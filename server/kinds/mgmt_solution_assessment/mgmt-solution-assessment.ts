import { serverKind, settingsAt } from '#server/stages/kind.ts'
import { mgmtSolutionAssessmentKind } from '#shared/kinds/mgmt_solution_assessment/contract.ts'
import { givesEnoughMarks, maxRatersOfWork } from '#shared/kinds/mgmt_solution_assessment/pool-rules.ts'
import { referencesIn } from '#shared/review/judging/reference-places.ts'
import { ownPeerMarks } from './own-peer-marks.ts'
import { peerStageIn } from './peer-stage.ts'
import { peerStanding } from './standing.ts'

export const mgmtSolutionAssessment = serverKind(mgmtSolutionAssessmentKind, {
  work: null,
  attempts: null,
  standing: peerStanding,
  ownData: { name: 'peer_marks', title: 'Оценки чужих работ', read: ownPeerMarks },
  files: null,
  checks: async (db, stage) => {
    const settings = settingsAt(mgmtSolutionAssessmentKind, stage)
    const rows = await db
      .selectFrom('peer_references')
      .select('training')
      .where('stage_id', '=', stage.id)
      .where('stopped_at', 'is', null)
      .execute()
    const trainings = rows.filter(({ training }) => training).length
    const hidden = rows.length - trainings
    const needed = referencesIn(settings)
    return [
      ...(trainings < settings.training
        ? [`Учебных работ с оценками экспертов ${trainings} из ${settings.training}: обучение будет короче`]
        : []),
      ...(hidden < needed
        ? [`Эталонных работ среди остальных ${hidden} из ${needed}: внимательность не проверить`]
        : []),
    ].map((text) => ({ level: 'yellow' as const, text }))
  },
  checklist: (stage, season) => {
    const { settings } = stage
    return [
      ...(peerStageIn(season, stage).works
        ? []
        : [{ level: 'red' as const, text: 'Выберите этап, работы которого оценивают' }]),
      ...(givesEnoughMarks(settings)
        ? []
        : [
            {
              level: 'red' as const,
              text: `Оценок не хватит: каждый должен оценить столько работ, чтобы без эталонных их было не меньше ${maxRatersOfWork(settings)} — сколько нужно работе вместе с запасом`,
            },
          ]),
      ...(settings.training < 2 ? [{ level: 'yellow' as const, text: 'Учебных работ меньше двух' }] : []),
    ]
  },
})
