/** Number of digits of a phone number. */
export const phoneDigits = { min: 5, max: 15 }

const digitsOnly = new RegExp(`^\\d{${phoneDigits.min},${phoneDigits.max}}$`)

/** Every usual spelling of a phone as +79161234567; null for a text that is not one phone. */
export function readPhone(text: string): string | null {
  const written = text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\s().\p{Pd}\u2212]/gu, '')
  const abroad = /^(?:\+|00|810)/.exec(written)?.[0] ?? ''
  const digits = written.slice(abroad.length)
  if (!digitsOnly.test(digits)) return null
  // A Russian number with 7 or 8 before it, or with both: «+8 916…», «+7 8 916…».
  const own = /^(?:[78]{1,2})?(9\d{9})$/.exec(digits) ?? (abroad === '' ? /^[78](\d{10})$/.exec(digits) : null)
  return own ? `+7${own[1]}` : `+${digits}`
}
