import { type Static, Type } from 'typebox'

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

export const participantGroups = ['participants', 'supporters', 'finalists', 'disqualified'] as const
export type ParticipantGroup = (typeof participantGroups)[number]

export const groupTitles: Record<ParticipantGroup, string> = {
  participants: 'Участники',
  supporters: 'Сторонники',
  finalists: 'Финалисты',
  disqualified: 'Отстранённые',
}

/** What people of a competition can be narrowed to; nothing means everybody. */
export const audienceFields = {
  group: Type.Optional(Type.Enum([...participantGroups])),
  track: Type.Optional(code),
  region: Type.Optional(code),
  stage: Type.Optional(code),
  step: Type.Optional(Type.Enum([...stageSteps])),
}
const audience = Type.Object(audienceFields)
export type Audience = Static<typeof audience>
