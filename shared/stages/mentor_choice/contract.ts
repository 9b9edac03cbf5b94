import { mentorChoiceSettings, shownMentorChoiceSettings } from '#shared/mentors/choice-settings.ts'
import { stageKind } from '#shared/stages/kind.ts'

export const mentorChoiceKind = stageKind({
  type: 'mentor_choice',
  title: 'Выбор наставника',
  settings: mentorChoiceSettings,
  shownSettings: shownMentorChoiceSettings,
})
