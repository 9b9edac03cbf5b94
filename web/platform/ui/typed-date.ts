/**
 * The text of a field after a key: dots are added while the person types at the end. `before` is the text before the
 * key.
 */
export function typedDate({ value, selectionStart }: HTMLInputElement, before: string): string {
  const atEnd = selectionStart === value.length
  return toIso(atEnd && value.length > shownDate(before).length ? withDots(value) : value)
}

/**
 * The only whole date of a pasted text, as people or programs write it, with spaces or other words around it. Null when
 * it has none or several: then the browser pastes it as it is.
 */
export function pastedDate(text: string): string | null {
  const asWritten = [...text.matchAll(/(?<!\d)(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?!\d)/g)]
  const asStored = [...text.matchAll(/(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)/g)]
  const found = [
    ...asWritten.map(([, day = '', month = '', year]) => [day.padStart(2, '0'), month.padStart(2, '0'), year]),
    ...asStored.map(([, year, month, day]) => [day, month, year]),
  ]
  return found.length === 1 && found[0] ? toIso(found[0].join('.')) : null
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
  const whole = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text)
  if (!whole) return text
  const iso = `${whole[3]}-${whole[2]}-${whole[1]}`
  const date = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : text
}
