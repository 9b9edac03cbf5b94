/** What a stage asks of a team. */
export interface TeamRules {
  min: number
  max: number
  /** Nobody looks at a team that is complete: it has passed when the stage closes. */
  automatic: boolean
}

/** A team is exactly five where the stage does not say otherwise. */
export const usualTeamSize = 5
export const maxTeamSize = 50

/** The rules as the stage's settings state them; what makes no sense there is read as near as it can be. */
export function teamRules(settings: Readonly<Record<string, unknown>>): TeamRules {
  const size = (value: unknown, otherwise: number) =>
    typeof value === 'number' && Number.isInteger(value) ? Math.min(maxTeamSize, Math.max(1, value)) : otherwise
  const max = size(settings.size_max, size(settings.size_min, usualTeamSize))
  const min = Math.min(max, size(settings.size_min, max))
  return { min, max, automatic: settings.check === 'auto' }
}
