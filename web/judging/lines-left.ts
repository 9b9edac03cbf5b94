/** What stays of pasted lines of judges: those without an address, and the addresses that nobody has. */
export function linesLeft(text: string, unknown: readonly string[]): string {
  const missing = new Set(unknown)
  return text
    .split(/[\n\r]+/)
    .flatMap((line) => {
      const [addresses = '', ...rest] = line.split(/(?=[;\t])/)
      const left = addresses.split(/[\s,]+/).filter((part) => part !== '')
      if (!left.some(isAddress)) return line.trim() === '' ? [] : [line]
      const kept = left.filter((part) => isAddress(part) && missing.has(part.toLowerCase()))
      return kept.length > 0 ? [[kept.join(', '), ...rest].join('')] : []
    })
    .join('\n')
}

const isAddress = (part: string) => part.includes('@')
