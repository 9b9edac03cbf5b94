import { Type } from 'typebox'
import { setting, stageKind } from '#shared/stages/kind.ts'
import { feedbackFacts } from './kind.ts'

const settings = Type.Object({
  about: setting(Type.String({ maxLength: 64 }), {
    title: 'О каком этапе спрашивать',
    hint: 'О конкурсе в целом спрашивают сразу после открытия.',
    default: '',
    shown: false,
    names: 'others',
    none: 'О конкурсе в целом',
  }),
  asked: setting(Type.Enum(['before', 'after', 'both']), {
    title: 'Когда спрашивать',
    hint: 'Мнение тех, кто прошёл, и тех, кто не прошёл, после итога расходится: спросите и до него.',
    default: 'both',
    shown: false,
    values: { before: 'После сдачи, до итога', after: 'После итога', both: 'И до итога, и после него' },
  }),
  hours: setting(Type.Integer({ minimum: 0, maximum: 720 }), {
    title: 'Через сколько часов после сдачи или итога',
    hint: '',
    default: 24,
    shown: false,
  }),
  sample: setting(Type.Integer({ minimum: 1, maximum: 100 }), {
    title: 'Какую часть участников спросить, %',
    hint: 'Выбирается случайно и больше не меняется.',
    default: 100,
    shown: false,
  }),
  anonymous: setting(Type.Boolean(), {
    title: 'Отзыв анонимный',
    hint: 'Участник читает об этом в первой строке. Кто уже пишет, ответит так, как ему обещано.',
    default: true,
    shown: true,
  }),
  required: setting(Type.Boolean(), {
    title: 'Без отзыва не открываются этапы, которые его требуют',
    hint: 'Без отметки отзыв никого не задерживает.',
    default: false,
    shown: true,
  }),
  recommend: setting(Type.String({ minLength: 1, maxLength: 300 }), {
    title: 'Вопрос с оценкой от 0 до 10',
    hint: '',
    default: 'Насколько вероятно, что вы посоветуете этот этап коллеге?',
    shown: true,
  }),
  questions: setting(Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { maxItems: 5 }), {
    title: 'Утверждения, которые оценивают от 1 до 5',
    hint: 'От трёх до пяти: отзыв должен занимать две минуты.',
    default: ['Задания были понятны', 'Времени хватило', 'Портал работал без помех'],
    shown: true,
  }),
  changes: setting(Type.String({ maxLength: 2000 }), {
    title: 'Что изменилось по прошлым отзывам',
    hint: 'Участник читает это под отзывом.',
    default: '',
    shown: true,
  }),
})

export const feedbackKind = stageKind(feedbackFacts, { settings, steps: [], answer: null, faults: null })
