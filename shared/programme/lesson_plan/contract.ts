import { Type } from 'typebox'
import { answerData } from '#shared/forms/fields/wire.ts'
import { setting, stageKind } from '#shared/stages/kind.ts'
import { lessonPlanFacts } from './kind.ts'

const settings = Type.Object({
  task: setting(Type.String({ maxLength: 10_000 }), {
    title: 'О чём рассказать и как подготовиться',
    hint: '',
    default: '',
    shown: true,
  }),
  max_authors: setting(Type.Integer({ minimum: 0, maximum: 20 }), {
    title: 'Сколько соавторов можно назвать',
    hint: '0: урок ведут по одному.',
    default: 4,
    shown: true,
  }),
})

export const lessonPlanKind = stageKind(lessonPlanFacts, { settings, steps: [], answer: answerData, faults: null })
