import { type Static, Type } from 'typebox'
import { maxTag } from '#shared/seasons/competitions/limits.ts'

const code = Type.String({ minLength: 1, maxLength: 64 })

/** How far a person has come at a stage. Everybody is at exactly one of these steps. */
export const stageSteps = ['not_begun', 'begun', 'handed_in', 'returned', 'passed', 'failed'] as const
export type StageStep = (typeof stageSteps)[number]

export const stepTitles: Record<StageStep, string> = {
  not_begun: 'Не начали',
  begun: 'Начали и не сдали',
  handed_in: 'Сдали, решения нет',
  returned: 'На доработке',
  passed: 'Прошли',
  failed: 'Не прошли',
}

const day = 24 * 60

/** How long a handed-in work has waited for a decision: an age begins after `from` minutes. */
export const waitingAges = [
  { id: 'day', title: 'Меньше суток', from: 0 },
  { id: 'three_days', title: 'От суток до трёх', from: day },
  { id: 'week', title: 'От трёх суток до недели', from: 3 * day },
  { id: 'longer', title: 'Больше недели', from: 7 * day },
] as const
export type WaitingAge = (typeof waitingAges)[number]['id']
export const waitingAgeIds = waitingAges.map(({ id }) => id)

export const participantGroups = ['participants', 'supporters', 'finalists', 'disqualified'] as const
export type ParticipantGroup = (typeof participantGroups)[number]

export const groupTitles: Record<ParticipantGroup, string> = {
  participants: 'Участники',
  supporters: 'Сторонники',
  finalists: 'Финалисты',
  disqualified: 'Отстранённые',
}

/** Points of a result at the chosen stage. */
const score = Type.Number({ minimum: -1_000_000, maximum: 1_000_000 })

/** The conditions that narrow the people of a competition; without any, everybody. */
export const audienceFields = {
  group: Type.Optional(Type.Enum([...participantGroups])),
  track: Type.Optional(code),
  region: Type.Optional(code),
  stage: Type.Optional(code),
  step: Type.Optional(Type.Enum([...stageSteps])),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: maxTag })),
  answer: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 200,
      pattern: '^[^:]+:.+$',
      description: 'Ответ на этапе: `вопрос:вариант`',
    }),
  ),
  waits: Type.Optional(
    Type.Enum([...waitingAgeIds], { description: 'Сколько сданное на этапе ждёт решения, вместо шага' }),
  ),
  score_from: Type.Optional(score),
  score_to: Type.Optional(score),
  person: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Номер одного участника' })),
}
const audience = Type.Object(audienceFields)
export type Audience = Static<typeof audience>

export const options = Type.Array(Type.Object({ id: Type.String(), value: Type.String() }))
/** The choices for narrowing a list of people in one competition. */
export const audienceChoices = Type.Object({
  tracks: options,
  regions: options,
  stages: Type.Array(
    Type.Object({
      id: Type.String(),
      value: Type.String(),
      answers: Type.Array(Type.Object({ id: Type.String(), value: Type.String() }), {
        description: 'Варианты ответов опубликованной анкеты, `вопрос:вариант`',
      }),
    }),
  ),
  tags: Type.Array(Type.String(), { description: 'Метки, которые в этом конкурсе уже ставили' }),
})
