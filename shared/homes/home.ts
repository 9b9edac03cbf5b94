import type { Static } from 'typebox'
import type { home } from './routes.ts'

/** The pages where a role begins its work. `path`: the participant's, in each competition. */
export type Home = Static<typeof home>

interface Person {
  roles: readonly ('mentor' | 'assistant' | 'assessor')[]
  /** The permissions of organisers. */
  permissions: readonly string[]
  /** In at least one competition. */
  takesPart: boolean
}

/** The homes of a person, in the order in which they are offered. Who has no other role is a participant. */
export function homesOf({ roles, permissions, takesPart }: Person): Home[] {
  const found: Home[] = []
  if (permissions.length > 0) found.push('admin')
  if (roles.includes('assessor')) found.push('desk')
  if (roles.includes('mentor') || roles.includes('assistant')) found.push('mentor')
  if (takesPart || found.length === 0) found.push('path')
  return found
}

/** Whether the person works at the desk: as an assessor, or as an organiser of the assessment, whose home is another. */
export const worksAtDesk = ({ roles, permissions }: Pick<Person, 'roles' | 'permissions'>): boolean =>
  roles.includes('assessor') || permissions.includes('assessment')

/** Where a login leads: to the only home or the chosen one; null asks which. */
export function beginningOf(person: Person, chosen: Home | null): Home | null {
  const [only, ...others] = homesOf(person)
  if (others.length === 0) return only ?? 'path'
  return homesOf(person).find((home) => home === chosen) ?? null
}
