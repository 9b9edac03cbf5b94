import { Type } from 'typebox'
import { setting, stageKind } from '#shared/stages/kind.ts'
import { publicLessonFacts } from './kind.ts'

const settings = Type.Object({
  more_days: setting(Type.Integer({ minimum: 1, maximum: 120 }), {
    title: 'На сколько дней продлевать, если урок отменила школа',
    hint: 'Координатор увидит этот срок и сможет назвать другой.',
    default: 14,
    shown: false,
  }),
  certificate_text: setting(Type.String({ maxLength: 2000 }), {
    title: 'Текст благодарности за урок',
    hint: 'Имя, школа, тема и дата подставятся сами. Первая строка — заголовок.',
    default:
      'Благодарность\nОрганизаторы конкурса благодарят за открытый урок, который вы подготовили и провели для школьников и студентов.',
    shown: false,
  }),
})

export const publicLessonKind = stageKind(publicLessonFacts, { settings, steps: [], answer: null, faults: null })
