import type { Access } from '#shared/platform/api/route.ts'
import { type Role, roles } from './whole-call.ts'

/** The roles that may call a route of each access level, written out independently of the code that decides. */
export const admitted: Record<Access, Role[]> = {
  public: roles,
  participant: roles.filter((role) => role !== 'anonymous'),
  mentor: ['mentor'],
  assessor: ['assessor', 'admin'],
  competitions: ['admin'],
  participants: ['admin'],
  assessment: ['admin'],
  faq: ['editor', 'admin'],
  notifications: ['admin'],
  events: ['admin'],
  mentors: ['admin'],
  reports: ['admin'],
  admins: ['admin'],
}

// These routes end the caller's session; their own tests prove what they do.
export const endsTheSession = new Set<string>([
  'POST /auth/revoke-sessions',
  'POST /auth/logout',
  'POST /auth/password/change',
])
