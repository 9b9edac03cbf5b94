/** `plan` can be published; `what_if` is for comparison and is never published. */
export const planVariants = ['plan', 'what_if'] as const
export type PlanVariant = (typeof planVariants)[number]

/** What an organiser may try in a plan. */
export interface PlanRules {
  region: 'any' | 'same' | 'other'
  /** How many mentors each person gets. */
  each: number
  /** Extra places for every mentor with a limit, to see what they would change. */
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

/** The reasons in words for the person. */
export const unmatchedForPerson: Record<UnmatchedReason, string> = {
  nobody: 'Наставники, которых вы выбрали, не смогут работать с вами',
  conflicts: 'Наставники, которых вы выбрали, связаны с вами по работе или родству, поэтому назначить их нельзя',
  no_places: 'У наставников, которых вы выбрали, не осталось мест',
  taken: 'У наставников, которых вы выбрали, желающих больше, чем мест',
  pin_full: 'У наставников, которых вы выбрали, не осталось мест',
}

export const matchesOnPage = 50
