/**
 * The number of typing errors between two words: a wrong, missing or extra letter, or two swapped ones. Above `max` it
 * stops counting and returns a larger number.
 */
export function typingErrorsBetween(one: string, other: string, max: number): number {
  const a = [...one]
  const b = [...other]
  if (Math.abs(a.length - b.length) > max) return max + 1
  let beforeLast: number[] = []
  let last = b.map((_letter, j) => j + 1)
  last.unshift(0)
  for (const [i, letter] of a.entries()) {
    const row = [i + 1]
    for (const [j, wanted] of b.entries()) {
      const same = letter === wanted ? 0 : 1
      let min = Math.min((row[j] ?? 0) + 1, (last[j + 1] ?? 0) + 1, (last[j] ?? 0) + same)
      if (i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === wanted)
        min = Math.min(min, (beforeLast[j - 1] ?? 0) + 1)
      row.push(min)
    }
    beforeLast = last
    last = row
  }
  return last.at(-1) ?? 0
}

/** How many typing errors a word of this length may have. */
export const slipsAllowed = (length: number): number => (length < 4 ? 0 : length < 6 ? 1 : length < 10 ? 2 : 3)
