/** Without letters and digits that look alike: people read the code aloud and type it. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Ten letters of a keyed hash in two groups: «k7qfm-2xdhp». */
export function readableCode(hash: Buffer): string {
  const letters = Array.from({ length: 10 }, (_none, at) => alphabet[(hash[at] ?? 0) % alphabet.length])
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`
}

/** Spaces, dashes and case make no difference. */
export const typedCode = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '')
