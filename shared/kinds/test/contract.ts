import { type Static, Type } from 'typebox'
import { answerData } from '#shared/forms/fields/wire.ts'
import { setting, stageKind } from '#shared/stages/kind.ts'
import { testFacts } from './kind.ts'

/** A number of questions of a topic; `difficulty` null: of any difficulty. */
const draw = Type.Object(
  {
    topic: Type.String({ minLength: 1, maxLength: 100 }),
    difficulty: Type.Union([Type.Integer({ minimum: 1, maximum: 5 }), Type.Null()]),
    count: Type.Integer({ minimum: 1, maximum: 200 }),
    /** For each question. */
    points: Type.Number({ minimum: 0.1, maximum: 100 }),
  },
  { additionalProperties: false },
)
export const section = Type.Object(
  { title: Type.String({ maxLength: 100 }), draws: Type.Array(draw, { minItems: 1, maxItems: 20 }) },
  { additionalProperties: false },
)
export type Section = Static<typeof section>

const settings = Type.Object({
  minutes: setting(Type.Integer({ minimum: 1, maximum: 600 }), {
    title: 'Сколько минут длится тест',
    hint: 'Если этап закрывается раньше, тест заканчивается вместе с ним',
    default: 40,
    shown: true,
  }),
  sections: setting(Type.Array(section, { maxItems: 20 }), {
    title: 'Из чего составляется вариант',
    hint: 'Сколько вопросов каждой темы и сложности получает участник',
    default: [],
    shown: false,
    ownEditor: true,
  }),
  track_sections: setting(
    Type.Record(Type.String(), Type.Array(section, { minItems: 1, maxItems: 20 }), {
      maxProperties: 50,
    }),
    {
      title: 'Свой состав варианта для трека',
      hint: 'Трек без своего состава получает общий',
      default: {},
      shown: false,
      ownEditor: true,
    },
  ),
  shuffle_questions: setting(Type.Boolean(), {
    title: 'Перемешивать вопросы раздела',
    hint: '',
    default: true,
    shown: false,
  }),
  shuffle_options: setting(Type.Boolean(), {
    title: 'Перемешивать варианты ответа',
    hint: '',
    default: true,
    shown: false,
  }),
  passing: setting(Type.Integer({ minimum: 0, maximum: 100 }), {
    title: 'Проходной балл, из 100',
    hint: 'Когда результаты опубликованы, этап пройден у тех, кто набрал столько или больше',
    default: 60,
    shown: true,
  }),
})
export type TestSettings = Static<typeof settings>

export const testKind = stageKind(testFacts, { settings, steps: [], answer: answerData, faults: null })
