import { type Static, Type } from 'typebox'
import { answerData } from '#shared/forms/fields/wire.ts'
import { setting, stageKind } from '#shared/stages/kind.ts'
import { lessonReportFacts } from './kind.ts'
import { reportFaults } from './report-faults.ts'

const settings = Type.Object({
  min_photos: setting(Type.Integer({ minimum: 0, maximum: 10 }), {
    title: 'Фотографий не меньше',
    hint: '0: можно без фотографий.',
    default: 1,
    shown: true,
  }),
  video: setting(Type.Enum(['no', 'may', 'must']), {
    title: 'Ссылка на видео',
    hint: '',
    default: 'may',
    shown: true,
    values: { no: 'Не спрашиваем', may: 'По желанию', must: 'Обязательна' },
  }),
  letter: setting(Type.Boolean(), {
    title: 'Письмо из школы обязательно',
    hint: '',
    default: true,
    shown: true,
  }),
  photo_rules: setting(Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { maxItems: 10 }), {
    title: 'Правила съёмки детей',
    hint: 'Участник отмечает каждое, и только потом может загрузить фотографии.',
    default: [
      'Дети и взрослые знали, что их снимают и где покажут фотографии',
      'На фотографиях нет имён, фамилий, дневников и других личных сведений детей',
      'Нет детей, чьи родители не дали согласия: их лица закрыты или кадр убран',
      'Нет кадров, которые могут обидеть или высмеять ребёнка',
    ],
    shown: true,
  }),
})

export type ReportSettings = Static<typeof settings>

export const lessonReportKind = stageKind(lessonReportFacts, {
  settings,
  steps: [],
  answer: answerData,
  faults: reportFaults,
})
