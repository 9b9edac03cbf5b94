import { counted } from '#shared/time/plural.ts'

/** How many mentors a person may choose. 0 and 0 mean any number, but at least one. */
export interface MentorBounds {
  readonly min_mentors: number
  readonly max_mentors: number
}

/** Why a mentor is chosen, by the number on the wire. */
export const mentorReasons = {
  1: 'Поиск лидеров',
  2: 'Проекты и кейсы',
  3: 'Экспертиза',
  4: 'Новые инициативы',
  5: 'Взаимное обогащение',
} as const

/** The numbers run from 1 without gaps. */
export const mentorReasonsCount = Object.keys(mentorReasons).length

export type MentorReason = keyof typeof mentorReasons

export interface MentorSelection {
  /** Whether one more mentor may be chosen. */
  readonly mayAdd: boolean
  /** Why the choice cannot be handed in, or null. */
  readonly fault: 'too_few' | 'too_many' | null
  /** How many are still missing. */
  readonly missing: number
}

export function mentorSelection(chosen: number, bounds: MentorBounds): MentorSelection {
  const { least, most } = effective(bounds)
  const fault = chosen < least ? 'too_few' : chosen > most ? 'too_many' : null
  return { mayAdd: chosen < most, fault, missing: Math.max(0, least - chosen) }
}

export function isMentorReason(reason: number): reason is MentorReason {
  return Object.hasOwn(mentorReasons, reason)
}

/** «Выберите от 3 до 5 наставников»: the limits in words. */
export function mentorBoundsInWords(bounds: MentorBounds): string {
  const { least, most } = effective(bounds)
  const many = (count: number) => counted(count, 'наставника', 'наставников', 'наставников')
  if (most === Number.POSITIVE_INFINITY) return `Выберите не меньше ${many(least)}`
  return least === most
    ? `Выберите ${counted(least, 'наставника', 'наставников', 'наставников')}`
    : `Выберите от ${least} до ${many(most)}`
}

/** A maximum of 0 next to a minimum means no maximum. Without a minimum at least one is required. */
function effective({ min_mentors, max_mentors }: MentorBounds): { least: number; most: number } {
  return { least: Math.max(1, min_mentors), most: max_mentors > 0 ? max_mentors : Number.POSITIVE_INFINITY }
}

/** «Выбрано 2 из 3–5»: the progress of the choice. */
export function mentorsChosenInWords(chosen: number, bounds: MentorBounds): string {
  const { least, most } = effective(bounds)
  if (most === Number.POSITIVE_INFINITY) return `Выбрано ${chosen}, нужно не меньше ${least}`
  return `Выбрано ${chosen} из ${least === most ? most : `${least}–${most}`}`
}
