import { type Decision, go } from './decision.ts'

/** A page for those who hold a flag; to everyone else it is closed. */
export const permissionsGuard = (place: { flag: string; permissions: readonly string[] }): Decision =>
  place.permissions.includes(place.flag) ? go : { status: 403, message: 'Отсутствует доступ к запрошенной странице' }
