import { type Static, Type } from 'typebox'
import { setting, stageKind } from '#shared/stages/kind.ts'
import { teamsEvaluationFacts } from './kind.ts'

/** The organiser cannot set less: a report from fewer raters would reveal their marks. */
export const minRaters = 3

const asked = (title: string) =>
  Type.Object({
    title: Type.String({ title, minLength: 1, maxLength: 200 }),
    hint: Type.String({ title: 'Пояснение', maxLength: 500 }),
  })

const settings = Type.Object({
  behaviours: setting(Type.Array(asked('Поведение'), { minItems: 3, maxItems: 7 }), {
    title: 'Что оценивают',
    hint: 'От трёх до семи поведений, которые видно в общей работе. После первых оценок не меняйте.',
    default: [
      { title: 'Делает обещанное в срок', hint: '' },
      { title: 'Слышит других', hint: 'Меняет мнение, если довод сильнее' },
      { title: 'Предлагает решения', hint: '' },
      { title: 'Помогает, когда трудно', hint: '' },
    ],
    shown: true,
  }),
  scale: setting(Type.Integer({ minimum: 3, maximum: 10 }), {
    title: 'Высшая оценка',
    hint: 'Низшая — 1. После первых оценок не меняйте.',
    default: 5,
    shown: true,
  }),
  distribution: setting(Type.Enum(['free', 'forced']), {
    title: 'Как распределяют оценки',
    hint: '',
    default: 'free',
    values: { free: 'Свободно', forced: 'По каждому поведению одну и ту же оценку — не более чем половине команды' },
    shown: true,
  }),
  words: setting(Type.Boolean(), {
    title: 'О товарище можно написать',
    hint: 'Он прочитает эти слова без имени автора, вместе со словами остальных.',
    default: true,
    shown: true,
  }),
  min_raters: setting(Type.Integer({ minimum: minRaters, maximum: 10 }), {
    title: 'Отчёт показывают, если оценили не меньше',
    hint: 'Меньше трёх нельзя: отчёт выдал бы тех, кто оценивал.',
    default: minRaters,
    shown: true,
  }),
  trimmed: setting(Type.Boolean(), {
    title: 'Не учитывать по одной самой высокой и самой низкой оценке',
    hint: 'Там, где и без них остаётся столько оценивших, сколько нужно для отчёта.',
    default: false,
    shown: true,
  }),
  use: setting(Type.Enum(['feedback', 'score']), {
    title: 'На что влияют оценки',
    hint: 'Где отчёта нет, балл остаётся прежним.',
    default: 'feedback',
    values: { feedback: 'Ни на что: это обратная связь', score: 'Входят в балл' },
    shown: true,
  }),
  score_of: setting(Type.String({ maxLength: 64 }), {
    title: 'Балл какого этапа дополняют оценки',
    hint: 'Новый балл можно указать в условии следующих этапов.',
    default: '',
    shown: false,
    names: 'scored',
  }),
  weight: setting(Type.Integer({ minimum: 1, maximum: 100 }), {
    title: 'Вес оценок в балле, %',
    hint: '',
    default: 20,
    shown: true,
  }),
  competencies: setting(Type.Array(asked('Компетенция'), { maxItems: 7 }), {
    title: 'Что отмечают наблюдатели',
    hint: 'На живом задании наблюдатели оценивают каждого и команду в целом по той же шкале. Пусто: наблюдателей нет.',
    default: [],
    shown: false,
  }),
})

export type TeamsEvaluationSettings = Static<typeof settings>

export const teamsEvaluationKind = stageKind(teamsEvaluationFacts, {
  settings,
  steps: [],
  answer: null,
  faults: null,
})
