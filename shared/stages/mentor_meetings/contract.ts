import { Type } from 'typebox'
import { stageKind } from '#shared/stages/kind.ts'

export const mentorMeetingsKind = stageKind({
  type: 'mentor_meetings',
  title: 'Встречи с наставниками',
  settings: Type.Object({}),
  shownSettings: [],
})
