import { type Decision, go } from './decision.ts'

/** The page for changing an unconfirmed address redirects when the address is confirmed. */
export const emailVerifiedGuard = (profile: { email_verified: boolean }): Decision =>
  profile.email_verified ? { to: '/profile' } : go
