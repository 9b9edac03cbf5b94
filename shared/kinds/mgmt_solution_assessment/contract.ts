import { Type } from 'typebox'
import { setting, stageKind } from '#shared/stages/kind.ts'
import { mgmtSolutionAssessmentFacts } from './kind.ts'

const settings = Type.Object({
  works_of: setting(Type.String({ maxLength: 64 }), {
    title: 'Работы какого этапа оценивают',
    hint: 'Критерии — те, что заданы для оценивания его работ.',
    default: '',
    shown: false,
    names: 'judged',
  }),
  given: setting(Type.Integer({ minimum: 1, maximum: 50 }), {
    title: 'Сколько работ оценивает каждый',
    hint: 'Без учебных',
    default: 8,
    shown: true,
  }),
  received: setting(Type.Integer({ minimum: 1, maximum: 50 }), {
    title: 'Сколько оценок нужно каждой работе',
    hint: '',
    default: 5,
    shown: true,
  }),
  margin: setting(Type.Integer({ minimum: 0, maximum: 20 }), {
    title: 'Запас оценок на работу',
    hint: 'На случай, если кто-то не закончит',
    default: 1,
    shown: false,
  }),
  training: setting(Type.Integer({ minimum: 0, maximum: 5 }), {
    title: 'Сколько учебных работ',
    hint: 'На них участник видит оценки экспертов',
    default: 2,
    shown: true,
  }),
  reference_share: setting(Type.Integer({ minimum: 10, maximum: 20 }), {
    title: 'Доля эталонных работ среди остальных, %',
    hint: 'По ним видно, насколько участник внимателен. Сам он их не отличает.',
    default: 15,
    shown: false,
  }),
  other_region: setting(Type.Boolean(), {
    title: 'Не давать работы из своего региона',
    hint: 'Свои, своей команды и своего работодателя не даются никогда',
    default: false,
    shown: true,
  }),
  min_comment: setting(Type.Integer({ minimum: 0, maximum: 500 }), {
    title: 'Не меньше знаков в комментарии автору',
    hint: '',
    default: 60,
    shown: true,
  }),
  hours: setting(Type.Integer({ minimum: 1, maximum: 336 }), {
    title: 'Через сколько часов неоценённая работа уходит другому',
    hint: '',
    default: 48,
    shown: true,
  }),
  gap: setting(Type.Integer({ minimum: 1, maximum: 100 }), {
    title: 'Расхождение, с которого работа спорная',
    hint: 'В баллах из 100 между высшей и низшей оценкой. Спорные работы читают эксперты.',
    default: 40,
    shown: false,
  }),
})

export const mgmtSolutionAssessmentKind = stageKind(mgmtSolutionAssessmentFacts, {
  settings,
  steps: [],
  answer: null,
  faults: null,
})
