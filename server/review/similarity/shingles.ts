import { hash } from 'node:crypto'

/** How many words in a row make a shingle. */
const shingleWords = 5
/** One hash of this many is kept. The hash itself decides whether it is kept, so two texts keep equal hashes. */
const sampleOf = 4

/** Latin letters that look like Cyrillic ones: a word with both is read as Cyrillic. */
const lookalikes: Readonly<Record<string, string>> = {
  a: 'а',
  c: 'с',
  e: 'е',
  k: 'к',
  m: 'м',
  o: 'о',
  p: 'р',
  t: 'т',
  x: 'х',
  y: 'у',
}

interface Word {
  plain: string
  start: number
  end: number
}

/** The words of a text in any alphabet, without easily changed details: case, ё, punctuation, look-alike letters. */
function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: found, index }) => ({
    plain: plainWord(found),
    start: index,
    end: index + found.length,
  }))
}

function plainWord(word: string): string {
  const low = word.normalize('NFC').toLowerCase().replaceAll('ё', 'е')
  return /\p{Script=Cyrillic}/u.test(low) ? low.replace(/[acekmoptxy]/g, (letter) => lookalikes[letter] ?? letter) : low
}

/** The shingles of a text, each as its words. A text shorter than a shingle is a single shingle. */
function shinglesIn(words: readonly Word[]): string[] {
  if (words.length === 0) return []
  const count = Math.max(1, words.length - shingleWords + 1)
  return Array.from({ length: count }, (_none, at) =>
    words
      .slice(at, at + shingleWords)
      .map(({ plain }) => plain)
      .join(' '),
  )
}

/** The shingles of several texts without repeats and without those of `given`. */
export function shinglesOf(texts: readonly string[], given: ReadonlySet<string> = new Set()): Set<string> {
  const all = texts.flatMap((text) => shinglesIn(wordsOf(text)))
  return new Set(all.filter((shingle) => !given.has(shingle)))
}

/** The hashes to keep of these shingles. Equal shingles have equal hashes only among works of the same scope. */
export function sampleHashes(shingles: Iterable<string>, scope: string): string[] {
  const kept = new Set<string>()
  for (const shingle of shingles) {
    const bytes = hash('sha1', `${scope}\n${shingle}`, 'buffer')
    if ((bytes[8] ?? 0) % sampleOf === 0) kept.add(bytes.readBigInt64BE(0).toString())
  }
  return [...kept]
}

/** What share of the shingles of the shorter text, in per cent, is also in the other text. */
export function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shorter = Math.min(one.size, other.size)
  return shorter === 0 ? 0 : Math.round(([...one].filter((shingle) => other.has(shingle)).length / shorter) * 100)
}

export interface Piece {
  text: string
  shared: boolean
}

/** Cuts a text into pieces that are also in the other text and pieces that are not. */
export function piecesOf(text: string, others: ReadonlySet<string>): Piece[] {
  const words = wordsOf(text)
  const shared = words.map(() => false)
  shinglesIn(words).forEach((shingle, at) => {
    if (others.has(shingle)) shared.fill(true, at, at + shingleWords)
  })
  const pieces: Piece[] = []
  let from = 0
  for (let at = 0; at < words.length; at++) {
    const next = words[at + 1]
    if (next && shared[at] === shared[at + 1]) continue
    // Characters between two pieces belong to the earlier one.
    const to = next ? next.start : text.length
    pieces.push({ text: text.slice(from, to), shared: shared[at] ?? false })
    from = to
  }
  return pieces.length > 0 || text === '' ? pieces : [{ text, shared: false }]
}
