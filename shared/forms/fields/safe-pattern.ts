/**
 * Organisers' patterns run in people's browsers and on the server, so none may take very long. They are written like
 * those of RegExp with the flag «u», but each character of the text is read once, in all ways at the same time. What
 * cannot be read so (lookarounds, back references) is refused: docs/decisions/0127.
 */
export const maxMatchedLength = 400
export const longestPattern = 300
/** A pattern with its repetitions written out. */
export const maxParts = 1000

export type PatternFault = 'too_long' | 'syntax' | 'unsupported' | 'too_many_parts'

/** Why a pattern is refused, or null. */
export function patternFault(pattern: string): PatternFault | null {
  const read = readPattern(pattern)
  return typeof read === 'string' ? read : null
}

/** Whether the text contains the pattern; null when the pattern is refused or the text is too long. */
export function matchesSafely(pattern: string, text: string): boolean | null {
  if (text.length > maxMatchedLength) return null
  const first = readPattern(pattern)
  return typeof first === 'string' ? null : isFound(first, [...text])
}

/** A place in the pattern. */
interface State {
  /** Takes one character; without it, the state only leads on. */
  takes?: (character: string) => boolean
  /** A condition on the place in the text. */
  holds?: (before: string | undefined, after: string | undefined) => boolean
  to: State[]
  /** The reading in which the state was last entered. */
  enteredIn: number
}

let readings = 0

function isFound(first: State, text: readonly string[]): boolean {
  let waiting: State[] = []
  for (let at = 0; at <= text.length; at += 1) {
    const [before, after] = [text[at - 1], text[at]]
    const left = waiting
    waiting = []
    readings += 1
    if (isEnd(first, waiting, before, after)) return true
    for (const { takes, to } of left)
      if (takes?.(before ?? '')) for (const state of to) if (isEnd(state, waiting, before, after)) return true
  }
  return false
}

/** Enters a state and those it leads to; true for the end of the pattern. */
function isEnd(state: State, waiting: State[], before: string | undefined, after: string | undefined): boolean {
  if (state.enteredIn === readings) return false
  state.enteredIn = readings
  if (state === end) return true
  if (state.takes) waiting.push(state)
  else if (!state.holds || state.holds(before, after)) {
    for (const to of state.to) if (isEnd(to, waiting, before, after)) return true
  }
  return false
}

const end: State = { to: [], enteredIn: 0 }

/** A part of a pattern: builds its states before the given ones. */
interface Part {
  size: number
  before(next: State): State
}

const known = new Map<string, State | PatternFault>()
const maxKnown = 500

function readPattern(pattern: string): State | PatternFault {
  const before = known.get(pattern)
  if (before !== undefined) return before
  if (known.size >= maxKnown) known.clear()
  const read = readAnew(pattern)
  known.set(pattern, read)
  return read
}

function readAnew(pattern: string): State | PatternFault {
  if (pattern.length > longestPattern) return 'too_long'
  try {
    new RegExp(pattern, 'u')
  } catch {
    return 'syntax'
  }
  const reader: Reader = { rest: pattern, isSupported: true }
  const whole = readAlternatives(reader)
  if (!reader.isSupported) return 'unsupported'
  return whole.size > maxParts ? 'too_many_parts' : whole.before(end)
}

interface Reader {
  rest: string
  isSupported: boolean
}

/** Takes the beginning of the rest when it has this form. */
function take(reader: Reader, form: RegExp): RegExpExecArray | null {
  const taken = form.exec(reader.rest)
  if (taken) reader.rest = reader.rest.slice(taken[0].length)
  return taken
}

/** Reads to the end of a group or of the pattern. */
function readAlternatives(reader: Reader): Part {
  const ways: Part[][] = [[]]
  while (reader.rest !== '' && !reader.rest.startsWith(')'))
    if (take(reader, /^\|/)) ways.push([])
    else ways.at(-1)?.push(readRepeated(reader))
  return {
    size: ways.flat().reduce((sum, { size }) => sum + size, ways.length),
    before: (next) => leading(ways.map((parts) => parts.reduceRight((to, part) => part.before(to), next))),
  }
}

const leading = (to: State[]): State => ({ to, enteredIn: 0 })

/** Reads one item with its quantifier. */
function readRepeated(reader: Reader): Part {
  const part = readOne(reader)
  const quantifier = take(reader, /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/)
  if (!quantifier) return part
  const [min, max] = bounds(quantifier)
  const copies = Math.max(1, max === Number.POSITIVE_INFINITY ? min + 1 : max)
  return { size: (part.size + 1) * copies, before: (next) => repeated(part, min, max, next) }
}

function bounds([, sign, min, comma, max]: RegExpExecArray): [number, number] {
  if (sign === '?') return [0, 1]
  if (sign) return [sign === '+' ? 1 : 0, Number.POSITIVE_INFINITY]
  if (!comma) return [Number(min), Number(min)]
  return [Number(min), max ? Number(max) : Number.POSITIVE_INFINITY]
}

function repeated(part: Part, min: number, max: number, next: State): State {
  let first = next
  if (max === Number.POSITIVE_INFINITY) {
    first = leading([next])
    first.to.unshift(part.before(first))
  } else {
    for (let left = max - min; left > 0; left -= 1) first = leading([part.before(first), next])
  }
  for (let left = min; left > 0; left -= 1) first = part.before(first)
  return first
}

function readOne(reader: Reader): Part {
  if (reader.rest.startsWith('(')) return readGroup(reader)
  const place = take(reader, /^(?:[$^]|\\[bB])/)?.[0]
  if (place) return { size: 1, before: (next) => ({ holds: conditions[place], to: [next], enteredIn: 0 }) }
  if (/^\\[1-9k]/.test(reader.rest)) return unsupported(reader)
  const source = take(reader, oneCharacter)?.[0] ?? ''
  const form = new RegExp(`^${source}$`, 'u')
  // The copies of a repeated part ask about the same character.
  let last = { character: '', fits: false }
  const takes = (character: string) => {
    if (character !== last.character) last = { character, fits: form.test(character) }
    return last.fits
  }
  return { size: 1, before: (next) => ({ takes, to: [next], enteredIn: 0 }) }
}

/** A class, an escape (one of two parts for a character beyond the first 65,536), or the character itself. */
const oneCharacter =
  /^(?:\[(?:\\.|[^\]\\])*\]|\\(?:[pPu]\{[^}]*\}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)|.)/su

const isOfWord = (character = '') => /^\w$/.test(character)
const isBorder = (before?: string, after?: string) => isOfWord(before) !== isOfWord(after)
const conditions: Record<string, State['holds']> = {
  '^': (before) => before === undefined,
  $: (_before, after) => after === undefined,
  '\\b': isBorder,
  '\\B': (before, after) => !isBorder(before, after),
}

function readGroup(reader: Reader): Part {
  if (!take(reader, /^\((?:\?:|\?<[\p{ID_Start}$_][\p{ID_Continue}$]*>|(?!\?))/u)) return unsupported(reader)
  const inside = readAlternatives(reader)
  take(reader, /^\)/)
  return inside
}

function unsupported(reader: Reader): Part {
  reader.isSupported = false
  reader.rest = ''
  return { size: 0, before: (next) => next }
}
