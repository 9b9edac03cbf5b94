import { type Decision, go } from './decision.ts'

/** For a page that belongs to a role which the person does not have. */
export const noAccess: Decision = { status: 403, message: 'Отсутствует доступ к запрошенной странице' }

/** A page for people with a flag; all others are redirected. */
export const permissionsGuard = (place: { flag: string; permissions: readonly string[] }): Decision =>
  place.permissions.includes(place.flag) ? go : noAccess
