import { type Decision, go } from './decision.ts'

/** The e-mail edit page is for an address that is not confirmed yet. */
export const emailVerifiedGuard = (profile: { email_verified: boolean }): Decision =>
  profile.email_verified ? { to: '/profile' } : go
