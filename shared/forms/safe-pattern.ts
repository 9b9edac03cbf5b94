/**
 * Organisers' patterns run in people's browsers and on the server, so none may take very long. A pattern is accepted
 * only when the number of ways in which it can match is small: the product of the choices of all its quantifiers. A
 * repeated part must have a fixed form, and lookarounds and back references are not allowed.
 */
export const maxMatchedLength = 400
const longestPattern = 300
const maxWays = maxMatchedLength ** 3

export type PatternFault = 'too_long' | 'syntax' | 'nested_quantifier' | 'look_or_reference' | 'too_many_ways'

/** Why a pattern is refused, or null when it is safe for up to `maxMatchedLength` characters. */
export function patternFault(pattern: string): PatternFault | null {
  if (pattern.length > longestPattern) return 'too_long'
  try {
    new RegExp(pattern, 'u')
  } catch {
    return 'syntax'
  }
  const reader: Reader = { pattern, at: 0, fault: null }
  const { ways, isOne } = readAlternatives(reader)
  if (reader.fault) return reader.fault
  const anchored = pattern.startsWith('^') && isOne
  return ways * (anchored ? 1 : maxMatchedLength) > maxWays ? 'too_many_ways' : null
}

/** Whether the text contains the pattern; null when the pattern is not safe or the text is too long. */
export function matchesSafely(pattern: string, text: string): boolean | null {
  if (text.length > maxMatchedLength || patternFault(pattern) !== null) return null
  return new RegExp(pattern, 'u').test(text)
}

interface Reader {
  readonly pattern: string
  at: number
  fault: PatternFault | null
}

/** The next character. The end of the pattern closes it as a bracket closes a group. */
const next = ({ pattern, at }: Reader) => pattern[at] ?? ')'

/**
 * Reads to the end of a group or of the pattern. Returns in how many ways it can match, and whether there is only one
 * alternative.
 */
function readAlternatives(reader: Reader): { ways: number; isOne: boolean } {
  let total = 0
  let ways = 1
  let isOne = true
  while (next(reader) !== ')') {
    if (next(reader) === '|') {
      reader.at += 1
      total += ways
      ways = 1
      isOne = false
    } else {
      ways *= readRepeated(reader)
    }
  }
  return { ways: total + ways, isOne }
}

/** Reads one item with its quantifier. */
function readRepeated(reader: Reader): number {
  const inner = readOne(reader)
  const quantifier = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(reader.pattern.slice(reader.at))
  if (!quantifier) return inner
  reader.at += quantifier[0].length
  const [min, max] = bounds(quantifier)
  if (max > 1 && inner > 1) reader.fault ??= 'nested_quantifier'
  // When the item has a fixed form, only the number of repetitions can vary.
  return (Math.min(max, maxMatchedLength) - Math.min(min, maxMatchedLength) + 1) * inner
}

function bounds([, sign, min, comma, max]: RegExpExecArray): [number, number] {
  if (sign === '?') return [0, 1]
  if (sign) return [sign === '+' ? 1 : 0, Number.POSITIVE_INFINITY]
  if (!comma) return [Number(min), Number(min)]
  return [Number(min), max ? Number(max) : Number.POSITIVE_INFINITY]
}

function readOne(reader: Reader): number {
  const rest = reader.pattern.slice(reader.at)
  if (rest.startsWith('(')) return readGroup(reader, rest)
  if (rest.startsWith('[')) {
    reader.at += /^\[(?:\\.|[^\]\\])*\]/.exec(rest)?.[0].length ?? rest.length
  } else if (rest.startsWith('\\')) {
    if (/^\\[1-9k]/.test(rest)) reader.fault ??= 'look_or_reference'
    reader.at += /^\\(?:[pPu]\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)/.exec(rest)?.[0].length ?? rest.length
  } else {
    reader.at += 1
  }
  return 1
}

function readGroup(reader: Reader, rest: string): number {
  const opening = /^\((?:\?:|\?<[\p{ID_Start}$_][\p{ID_Continue}$]*>|(?!\?))/u.exec(rest)
  if (!opening) {
    reader.fault ??= 'look_or_reference'
    reader.at = reader.pattern.length
    return 0
  }
  reader.at += opening[0].length
  const { ways } = readAlternatives(reader)
  reader.at += 1
  return ways
}
