import { formatWireDate, parseDate, showCalendarDate } from '#shared/platform/time/moscow.ts'
import { earliestYear, readDate } from '#shared/platform/time/read-date.ts'

/**
 * The text of a field after a key: dots are added while the person types at the end. `before` is the text before the
 * key.
 */
export function typedDate({ value, selectionStart }: HTMLInputElement, before: string): string {
  // A program fills in the whole date at once.
  const filledIn = value.length > shownDate(before).length + 1 ? pastedDate(value) : null
  if (filledIn) return filledIn
  const atEnd = selectionStart === value.length
  return toIso(atEnd && value.length > shownDate(before).length ? withDots(value) : value)
}

/** The only date of a pasted text. Null when it has none or several: then the browser pastes it as it is. */
export function pastedDate(text: string): string | null {
  const date = readDate(text)
  return date && toIso(showCalendarDate(date))
}

/** A whole date as people write it, anything else as it was typed. */
export function shownDate(value: string) {
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value)
  return iso ? `${iso[3]}.${iso[2]}.${iso[1]}` : value
}

function withDots(typed: string) {
  const parts = typed.replace(/[^\d./ -]/g, '').split(/[./ -]/)
  if (parts.length > 1) {
    const whole = parts
      .slice(0, 3)
      .map((part, i) => (i < 2 && i < parts.length - 1 && part ? part.padStart(2, '0') : part))
    const [day = '', month, year] = whole
    if (month !== undefined && year === undefined && month.length > 2)
      return `${day}.${month.slice(0, 2)}.${month.slice(2)}`
    return whole.join('.')
  }
  const digits = typed.replace(/\D/g, '').slice(0, 8)
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('.')
}

function toIso(text: string) {
  const date = parseDate(text)
  if (!date) return text
  if (date.year >= earliestYear) return formatWireDate(date)
  // Typed with the year first: «2001-02-01» got dots as 20.01.0201.
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)$/.exec(text.replaceAll('.', '')) ?? []
  const turned = parseDate(parts.join('-'))
  return formatWireDate(turned && turned.year >= earliestYear ? turned : date)
}
