import { Refusal } from '#shared/platform/api/refusals.ts'
import { passwordRefusal } from '#shared/platform/text/password.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Throws `password_too_simple`, `passwords_mismatch` or `password_too_common`. Spaces count as typed. */
export function refuseWeakPassword(password: string, confirmation: string): void {
  const refusal = passwordRefusal(password, confirmation)
  if (refusal) throw new Refusal(refusal)
  if (isCommonPassword(password)) throw new Refusal('password_too_common')
}
