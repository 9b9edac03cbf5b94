import { type Static, Type } from 'typebox'
import { maxLetter, maxPlaces, maxQuotas, maxScore, maxScores, maxWeight } from './limits.ts'

const code = Type.String({ minLength: 1, maxLength: 64 })
const places = Type.Integer({ minimum: 0, maximum: maxPlaces })
const sum = Type.Array(Type.Object({ stage: code, weight: Type.Number({ minimum: -maxWeight, maximum: maxWeight }) }), {
  maxItems: maxScores,
  description: 'Этапы, баллы которых складываются, каждый со своим весом',
})

/** How a quota groups people. */
export const quotaKinds = ['district', 'region', 'track'] as const
export type QuotaKind = (typeof quotaKinds)[number]

export const quotaSchema = Type.Object({
  by: Type.Enum([...quotaKinds]),
  of: Type.String({ maxLength: 120, description: 'Округ, регион или трек; пустая строка — каждый из них' }),
  least: Type.Integer({ minimum: 0, maximum: maxPlaces, description: 'Не меньше; 0 — без нижней границы' }),
  most: Type.Integer({ minimum: 0, maximum: maxPlaces, description: 'Не больше; 0 — без верхней границы' }),
})

/** The rule that says who passes: everything that an organiser sets at the workbench. */
export const ruleSchema = Type.Object({
  scores: sum,
  missing: Type.Enum(['out', 'zero'], {
    description: 'Нет балла за один из этапов: человек без итога или этап даёт 0',
  }),
  tracks: Type.Array(code, { maxItems: 50, uniqueItems: true, description: 'Только эти треки; пусто — все' }),
  line: Type.Enum(['places', 'score'], { description: 'Черта по числу мест или по баллу' }),
  places,
  score: Type.Number({ minimum: -maxScore, maximum: maxScore }),
  quotas: Type.Array(quotaSchema, { maxItems: maxQuotas }),
  ties: Type.Enum(['ask', 'in', 'out'], {
    description: 'Равные на черте: решить позже, проходят все, не проходит никто',
  }),
  tie_stage: Type.String({
    maxLength: 64,
    description: 'Этап, балл которого разводит равных; пустая строка — никакой',
  }),
  waiting: places,
  second: Type.Object({ scores: sum, places }, { description: 'Второй список: лучшие по другой сумме из непрошедших' }),
})
export type Rule = Static<typeof ruleSchema>
export type Quota = Static<typeof quotaSchema>

const letter = Type.String({ minLength: 1, maxLength: maxLetter, pattern: '\\S' })
export const lettersSchema = Type.Object({ passed: letter, waiting: letter, failed: letter })
export type Letters = Static<typeof lettersSchema>

/** The rule of a new variant: the stage's own score and no places yet. */
export const newRule = (stage: string): Rule => ({
  scores: [{ stage, weight: 1 }],
  missing: 'out',
  tracks: [],
  line: 'places',
  places: 0,
  score: 0,
  quotas: [],
  ties: 'ask',
  tie_stage: '',
  waiting: 0,
  second: { scores: [], places: 0 },
})

/** Every stage whose score the rule uses. */
export const stagesOf = (rule: Rule): string[] => [
  ...new Set([
    ...rule.scores.map(({ stage }) => stage),
    ...rule.second.scores.map(({ stage }) => stage),
    ...(rule.tie_stage === '' ? [] : [rule.tie_stage]),
  ]),
]
