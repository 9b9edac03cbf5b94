import { mentorChoiceSettings, shownMentorChoiceSettings } from '#shared/mentors/choice-settings.ts'
import { stageKind } from '#shared/stages/kind.ts'

export const finalMentorChooseKind = stageKind({
  type: 'final_mentor_choose',
  title: 'Выбор наставника финалистом',
  settings: mentorChoiceSettings,
  shownSettings: shownMentorChoiceSettings,
})
