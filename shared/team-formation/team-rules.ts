/** What a stage requires of a team. */
export interface TeamRules {
  min: number
  max: number
  /** Nobody looks at a team that is complete: it has passed when the stage closes. */
  automatic: boolean
}

/** A team has exactly five members unless the stage says otherwise. */
export const usualTeamSize = 5
export const maxTeamSize = 50

/** The rules in the stage's settings. Values that make no sense are replaced by the nearest valid ones. */
export function teamRules(settings: Readonly<Record<string, unknown>>): TeamRules {
  const size = (value: unknown, otherwise: number) =>
    typeof value === 'number' && Number.isInteger(value) ? Math.min(maxTeamSize, Math.max(1, value)) : otherwise
  const max = size(settings.size_max, size(settings.size_min, usualTeamSize))
  const min = Math.min(max, size(settings.size_min, max))
  return { min, max, automatic: settings.check === 'auto' }
}
