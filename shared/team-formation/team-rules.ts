/** What a stage requires of a team. */
export interface TeamRules {
  min: number
  max: number
  /** Nobody looks at a team that is complete: it has passed when the stage closes. */
  automatic: boolean
  /** From how many regions members must come at least; 0 or 1: it does not matter. */
  minRegions: number
  /** A team loses its result when a member is disqualified after the close. */
  losesWithMember: boolean
  /** Each of these must be somebody's. */
  roles: readonly string[]
  /** Whether members must, or must not, work at one organisation. */
  employer: 'any' | 'same' | 'different'
  /** The team brings a letter from the head. */
  letter: boolean
  /** Until when captains may ask for a replacement after the lock; null: they may not. */
  replaceUntil: Date | null
}

/** A team has exactly five members unless the stage says otherwise. */
export const usualTeamSize = 5
export const maxTeamSize = 50

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** The rules in the stage's settings. Values that make no sense are replaced by the nearest valid ones. */
export function teamRules(settings: Readonly<Record<string, unknown>>): TeamRules {
  const size = (value: unknown, otherwise: number) =>
    typeof value === 'number' && Number.isInteger(value) ? Math.min(maxTeamSize, Math.max(1, value)) : otherwise
  const max = size(settings.size_max, size(settings.size_min, usualTeamSize))
  const min = Math.min(max, size(settings.size_min, max))
  const regions = typeof settings.min_regions === 'number' ? Math.trunc(settings.min_regions) : 0
  return {
    ...{ min, max, automatic: settings.check === 'auto' },
    minRegions: Math.min(min, Math.max(0, regions)),
    losesWithMember: settings.on_disqualification === 'loses',
    roles: Array.isArray(settings.roles) ? [...new Set(settings.roles.filter(isText))] : [],
    employer: settings.employer === 'same' || settings.employer === 'different' ? settings.employer : 'any',
    letter: settings.head_letter === true,
    replaceUntil: isText(settings.replace_until) ? new Date(settings.replace_until) : null,
  }
}
