import { type Decision, go } from './decision.ts'

/** A page for people with a flag; all others are redirected. */
export const permissionsGuard = (place: { flag: string; permissions: readonly string[] }): Decision =>
  place.permissions.includes(place.flag) ? go : { status: 403, message: 'Отсутствует доступ к запрошенной странице' }
