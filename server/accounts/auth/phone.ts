import { phoneDigits } from '#shared/forms/fields/rules.ts'

const digitsOnly = new RegExp(`^\\+?(\\d{${phoneDigits.min},${phoneDigits.max}})$`)

/** Normalises every usual spelling to +79161234567; null when the text is not a phone number. */
export function normalisePhone(text: string): string | null {
  const written = text.trim().replace(/[\s().\u2010-\u2015-]/g, '')
  const digits = digitsOnly.exec(written.replace(/^00/, ''))?.[1]
  if (digits === undefined) return null
  if (/^\+|^00/.test(written)) return `+${digits}`
  if (/^9\d{9}$/.test(digits)) return `+7${digits}`
  // Within Russia 8 stands for +7.
  if (/^[78]\d{10}$/.test(digits)) return `+7${digits.slice(1)}`
  return `+${digits}`
}

/** +7 916 •••-••-67: enough for the owner to recognise the number. */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, 2)} ${phone.slice(2, 5)} •••-••-${phone.slice(-2)}`
}
