export const minPasswordLength = 12
/** Hashing a longer password would only cost time. */
const maxPasswordLength = 128

type PasswordFault = 'too_short' | 'too_long' | 'no_upper' | 'no_lower' | 'no_digit'

/** The rules that a password breaks, shown while it is typed; empty for a good one. Letters of any alphabet count. */
export function passwordFaults(password: string): PasswordFault[] {
  const length = [...password].length
  const faults: [PasswordFault, boolean][] = [
    ['too_short', length < minPasswordLength],
    ['too_long', length > maxPasswordLength],
    ['no_upper', !/\p{Lu}/u.test(password)],
    ['no_lower', !/\p{Ll}/u.test(password)],
    ['no_digit', !/\d/.test(password)],
  ]
  return faults.filter(([, broken]) => broken).map(([fault]) => fault)
}

type PasswordRefusal = 'password_too_simple' | 'passwords_mismatch'

/** Why a new password is refused, or null. The password is checked before its repetition. */
export function passwordRefusal(password: string, confirmation: string): PasswordRefusal | null {
  if (passwordFaults(password).length > 0) return 'password_too_simple'
  return password === confirmation ? null : 'passwords_mismatch'
}

export const passwordWordings: Readonly<Record<PasswordFault, string>> = {
  too_short: `Не меньше ${minPasswordLength} символов`,
  too_long: `Не больше ${maxPasswordLength} символов`,
  no_upper: 'Хотя бы одна заглавная буква',
  no_lower: 'Хотя бы одна строчная буква',
  no_digit: 'Хотя бы одна цифра',
}

export const passwordsMismatch = 'Пароли не совпадают'
