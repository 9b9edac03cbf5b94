import type { ComponentType } from 'react'
import type { StageType } from '#shared/stages/kinds.ts'

export interface StageScreenProps {
  competition: string
  track: string
  stageId: number
}

type LoadScreen = () => Promise<{ default: ComponentType<StageScreenProps> }>

/** What each kind shows to a participant; its program comes when first needed. */
const screens: Record<StageType, LoadScreen> = {
  registration: () => import('./registration/RegistrationScreen.tsx'),
  rules: () => import('./rules/RulesScreen.tsx'),
  form: () => import('./form/FormScreen.tsx'),
  teams_forming: () => import('./teams_forming/TeamsFormingScreen.tsx'),
  mentor_choice: () => import('./mentor_choice/MentorChoiceScreen.tsx'),
  final_mentor_choose: () => import('./final_mentor_choose/FinalMentorChooseScreen.tsx'),
  mentor_meetings: () => import('./mentor_meetings/MentorMeetingsScreen.tsx'),
}

/** Screens that one stage of a kind has for itself, by `type:code`. */
const ownScreens: Record<string, LoadScreen> = {}

/** The screen of a stage, picked by its kind and code; null where a stub is shown. */
export function screenOf(type: string, code: string, own: Record<string, LoadScreen> = ownScreens): LoadScreen | null {
  const key = `${type}:${code}`
  if (Object.hasOwn(own, key)) return own[key] ?? null
  return Object.hasOwn(screens, type) ? screens[type as StageType] : null
}
