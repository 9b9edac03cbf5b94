import { Type } from 'typebox'
import { stageKind } from '#shared/stages/kind.ts'
import { mentorMeetingsFacts } from './kind.ts'

export const mentorMeetingsKind = stageKind(mentorMeetingsFacts, {
  settings: Type.Object({}),
  steps: [],
  answer: null,
  faults: null,
})
