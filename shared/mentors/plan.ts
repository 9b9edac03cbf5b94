/** `plan` is what may be published; `what_if` stands beside it and never is. */
export const planVariants = ['plan', 'what_if'] as const
export type PlanVariant = (typeof planVariants)[number]

/** What an organiser may try in a plan. */
export interface PlanRules {
  region: 'any' | 'same' | 'other'
  /** How many mentors each person gets. */
  each: number
  /** So many places more for every mentor with a limit: only to see what it would bring. */
  more: number
}

/** Why a person is left without a mentor, as organisers read it. */
export const unmatchedReasons = {
  nobody: 'Никого из выбранных больше нельзя назначить: они отказались или больше не участвуют',
  conflicts: 'Со всеми выбранными конфликт интересов',
  no_places: 'У всех выбранных места кончились раньше',
  taken: 'Места у выбранных достались другим: желающих больше, чем мест',
  pin_full: 'Закреплённый наставник занят: места у него кончились',
} as const
export type UnmatchedReason = keyof typeof unmatchedReasons

/** The same, as the person reads it. */
export const unmatchedForPerson: Record<UnmatchedReason, string> = {
  nobody: 'Наставники, которых вы выбрали, не смогут работать с вами',
  conflicts: 'Наставники, которых вы выбрали, связаны с вами по работе или родству, поэтому назначить их нельзя',
  no_places: 'У наставников, которых вы выбрали, не осталось мест',
  taken: 'У наставников, которых вы выбрали, желающих больше, чем мест',
  pin_full: 'У наставников, которых вы выбрали, не осталось мест',
}

export const matchesOnPage = 50
