/** `hh:mm` as it is typed or pasted. The colon is added after the hours: the numeric keyboard of a phone has none. */
export function typedTime(typed: string, before: string): string {
  const whole = /(?<!\d)\d{1,2}:\d\d(?!\d)/.exec(typed)?.[0]
  if (whole) return whole
  const clean = typed.replace(/[^\d:]/g, '').slice(0, 'hh:mm'.length)
  return /^\d{3,4}$/.test(clean) && clean.length > before.length ? `${clean.slice(0, 2)}:${clean.slice(2)}` : clean
}
