import { type Static, Type } from 'typebox'
import { answerData } from '#shared/forms/fields/wire.ts'
import { setting, stageKind } from '#shared/stages/kind.ts'
import { questionnaireFacts } from './kind.ts'

const reportBlock = Type.Object({
  block: Type.Enum(['heading', 'text', 'scales', 'norms'], {
    title: 'Что это',
    values: {
      heading: 'Заголовок',
      text: 'Текст',
      scales: 'Таблица: шкалы и уровни',
      norms: 'Таблица: шкалы и нормы',
    },
  }),
  text: Type.Optional(Type.String({ maxLength: 2000, title: 'Текст с подстановками' })),
  scale: Type.Optional(Type.String({ maxLength: 64, title: 'Код шкалы, от которой зависит блок' })),
  when: Type.Optional(
    Type.Enum(['low', 'middle', 'high'], {
      title: 'При каком её уровне показать',
      values: { low: 'Ниже среднего', middle: 'Средний', high: 'Выше среднего' },
    }),
  ),
})
type ReportBlock = Static<typeof reportBlock>

/** The default report, with an introduction before the figures. */
function usualReport(introduction: string): ReportBlock[] {
  return [
    { block: 'heading', text: 'Отчёт: {этап}' },
    { block: 'text', text: '{участник}' },
    ...(introduction.trim() === '' ? [] : [{ block: 'text' as const, text: introduction }]),
    { block: 'scales' },
  ]
}

/** Turns the introduction of older settings into a block of the report. */
function withBlocks({ report_text, ...older }: Record<string, unknown>): Record<string, unknown> {
  return { report: usualReport(typeof report_text === 'string' ? report_text : ''), ...older }
}

const settings = Type.Object({
  layout: setting(Type.Enum(['one', 'list']), {
    title: 'Как показывать вопросы',
    hint: '',
    default: 'one',
    shown: true,
    values: { one: 'По одному на экране', list: 'Все сразу, списком' },
  }),
  back: setting(Type.Boolean(), {
    title: 'К прошлым вопросам можно вернуться',
    hint: 'Снимайте отметку, только если этого требует методика: вопросы тогда идут по одному, и после «Дальше» ответ уже не изменить.',
    default: true,
    shown: true,
  }),
  limit_minutes: setting(Type.Integer({ minimum: 0, maximum: 1440 }), {
    title: 'Время на весь опросник, минут',
    hint: '0: без ограничения. Время идёт с начала и не останавливается.',
    default: 0,
    shown: true,
  }),
  answer_seconds: setting(Type.Integer({ minimum: 1, maximum: 600 }), {
    title: 'Сколько секунд обычно занимает один ответ',
    hint: 'По ним участник видит, сколько минут осталось.',
    default: 12,
    shown: true,
  }),
  unfinished: setting(Type.Enum(['declined', 'taken']), {
    title: 'Что делать с ответами, если отвечено не на всё, а срок вышел',
    hint: 'Действует там, где черновик сдаётся сам.',
    default: 'declined',
    shown: false,
    values: { declined: 'Не принимать', taken: 'Принять то, что есть' },
  }),
  scale_percent: setting(Type.Integer({ minimum: 1, maximum: 100 }), {
    title: 'Сколько ответов нужно, чтобы посчитать шкалу, %',
    hint: '',
    default: 80,
    shown: false,
  }),
  norm_group: setting(Type.String({ maxLength: 100 }), {
    title: 'По какой группе норм считать',
    hint: 'Как она названа на листе «Нормы». Пусто: по первой.',
    default: '',
    shown: false,
  }),
  fast_ms: setting(Type.Integer({ minimum: 0, maximum: 60_000 }), {
    title: 'Ответ слишком быстрый, если он занял меньше, миллисекунд',
    hint: 'Отмечаются анкеты, в которых таких ответов больше четверти. 0: не отмечать.',
    default: 900,
    shown: false,
  }),
  same_run: setting(Type.Integer({ minimum: 0, maximum: 300 }), {
    title: 'Одинаковых ответов подряд, которые вызывают сомнение',
    hint: '0: не отмечать.',
    default: 12,
    shown: false,
  }),
  method: setting(Type.String({ maxLength: 64 }), {
    title: 'Код методики',
    hint: 'Одинаковый у опросников разных сезонов, ответы на которые можно перенести.',
    default: '',
    shown: false,
  }),
  reuse_months: setting(Type.Integer({ minimum: 0, maximum: 60 }), {
    title: 'Сколько месяцев годятся прежние ответы',
    hint: 'Участник решает сам, перенести их или ответить заново. 0: не переносить.',
    default: 0,
    shown: false,
  }),
  report: setting(Type.Array(reportBlock, { maxItems: 40 }), {
    title: 'Отчёт участнику, по блокам',
    hint: 'Участник получит отчёт после того, как вы его опубликуете. Подстановки: {участник}, {этап}, {дата}, {группа}; для шкалы с её кодом — {шкала:КОД}, {балл:КОД}, {T:КОД}, {уровень:КОД}, {среднее:КОД}, {отклонение:КОД}.',
    default: usualReport(''),
    shown: false,
  }),
})

export const questionnaireKind = stageKind(questionnaireFacts, {
  settings,
  steps: [withBlocks],
  // Answers by question, and under `times` the milliseconds that each answer took. A draft also has `settled`: the
  // answers that «Дальше» has settled.
  answer: answerData,
  faults: null,
})
