import { usualTeamSize } from '#shared/stages/team-types.ts'
/** What a stage requires of a team. */
export interface TeamRules {
  min: number
  max: number
  /** Teams are not checked: a complete team passes when the stage closes. */
  automatic: boolean
  /** The smallest number of the members' regions; 0 or 1: no rule. */
  minRegions: number
  /** A team loses its result when a member is disqualified after the close. */
  losesWithMember: boolean
  /** Roles, each of which a member must have. */
  roles: readonly string[]
  /** Whether members must, or must not, work at one organisation. */
  employer: 'any' | 'same' | 'different'
  /** The team needs a letter from the head. */
  letter: boolean
  /** Until when captains may request a replacement after the lock; null: never. */
  replaceUntil: Date | null
}

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
