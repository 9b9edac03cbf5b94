import { counted } from '#shared/platform/time/plural.ts'

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

type MentorReason = keyof typeof mentorReasons

interface MentorSelection {
  /** Whether one more mentor may be chosen. */
  readonly mayAdd: boolean
  /** Why the choice cannot be handed in, or null. */
  readonly fault: 'too_few' | 'too_many' | null
  /** How many are still missing. */
  readonly missing: number
}

export function mentorSelection(chosen: number, bounds: MentorBounds): MentorSelection {
  const { min, max } = effective(bounds)
  const fault = chosen < min ? 'too_few' : chosen > max ? 'too_many' : null
  return { mayAdd: chosen < max, fault, missing: Math.max(0, min - chosen) }
}

export function isMentorReason(reason: number): reason is MentorReason {
  return Object.hasOwn(mentorReasons, reason)
}

/** «Выберите от 3 до 5 наставников»: the limits in words. */
export function mentorBoundsInWords(bounds: MentorBounds): string {
  const { min, max } = effective(bounds)
  const many = (count: number) => counted(count, 'наставника', 'наставников', 'наставников')
  if (max === Number.POSITIVE_INFINITY) return `Выберите не меньше ${many(min)}`
  return min === max
    ? `Выберите ${counted(min, 'наставника', 'наставников', 'наставников')}`
    : `Выберите от ${min} до ${many(max)}`
}

/** A maximum of 0 next to a minimum means no maximum. Without a minimum at least one is required. */
function effective({ min_mentors, max_mentors }: MentorBounds): { min: number; max: number } {
  return { min: Math.max(1, min_mentors), max: max_mentors > 0 ? max_mentors : Number.POSITIVE_INFINITY }
}

/** «Выбрано 2 из 3–5»: the progress of the choice. */
export function mentorsChosenInWords(chosen: number, bounds: MentorBounds): string {
  const { min, max } = effective(bounds)
  if (max === Number.POSITIVE_INFINITY) return `Выбрано ${chosen}, нужно не меньше ${min}`
  return `Выбрано ${chosen} из ${min === max ? max : `${min}–${max}`}`
}
