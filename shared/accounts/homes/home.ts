import type { Static } from 'typebox'
import type { home } from './routes.ts'

/** The start page of each role. `path`: the participant's page in each competition. */
export type Home = Static<typeof home>

interface Person {
  roles: readonly ('mentor' | 'assistant' | 'assessor')[]
  /** The permissions of organisers. */
  permissions: readonly string[]
  /** Whether the person takes part in at least one competition. */
  takesPart: boolean
}

/** The homes of a person, in the order in which they are offered. A person without other roles is a participant. */
export function homesOf({ roles, permissions, takesPart }: Person): Home[] {
  const found: Home[] = []
  if (permissions.length > 0) found.push('admin')
  if (roles.includes('assessor')) found.push('desk')
  if (roles.includes('mentor') || roles.includes('assistant')) found.push('mentor')
  if (takesPart || found.length === 0) found.push('path')
  return found
}

/**
 * Whether the person works at the desk: as an assessor, or as an organiser of the assessment (whose home is the
 * console).
 */
export const worksAtDesk = ({ roles, permissions }: Pick<Person, 'roles' | 'permissions'>): boolean =>
  roles.includes('assessor') || permissions.includes('assessment')

/** The page after a login: the only home or the chosen home; null when the person has to choose. */
export function beginningOf(person: Person, chosen: Home | null): Home | null {
  const [only, ...others] = homesOf(person)
  if (others.length === 0) return only ?? 'path'
  return homesOf(person).find((home) => home === chosen) ?? null
}
