/** Data that must never be in a log, whether in a field, an error message or a stack. */
const secrets: [RegExp, string][] = [
  // A query of an address may contain anything that a page or a letter puts there.
  [/(?<=[\w/.-])\?[\w.%[\]-]+=[^\s"'<>)\\]*/g, '?[query]'],
  [/\beyJ[\w-]{8,}(?:\.[\w-]+(?:\.[\w-]*)?)?/g, '[token]'],
  [/[\w.!#$%&'*+/=?^`{|}~-]{1,64}(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/gu, '[email]'],
  [/\b(?:refresh|device|login|code|password|registration_id)(?:=|%3D)[^\s"&;\\]+/gi, '[secret]'],
  // 43 characters of base64url are 256 bits: a session, device or link token.
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, '[secret]'],
  [/(?<!\d)\d{3}-\d{3}-\d{3}[- ]?\d{2}(?!\d)/g, '[snils]'],
  [/(?:\+|%2B)\d(?:[\s()-]*\d){6,14}/gi, '[phone]'],
  [/(?<![\d.:T-])[78][\s(-]*9\d{2}[\s)-]*\d{3}[\s-]*\d{2}[\s-]*\d{2}(?![\d.])/g, '[phone]'],
  [/(?<![\d.:-])\d{2} ?\d{2} ?\d{6}(?![\d.:])/g, '[document]'],
  [/(?<![\d.:-])\d{11}(?![\d.:])/g, '[document]'],
]

/** For pino's `hooks.streamWrite`. Pino's redaction by path covers only the paths that somebody listed. */
export function scrubLog(line: string): string {
  let clean = line
  for (const [pattern, replacement] of secrets) clean = clean.replace(pattern, replacement)
  return clean
}
