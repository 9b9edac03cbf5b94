export interface DiffLine {
  change: 'same' | 'added' | 'removed'
  text: string
}

/** What a text gained and lost, line by line; the fewest changes that lead from one to the other. Empty lines are left out. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, fresh] = [linesOf(before), linesOf(after)]
  // longest[i][j]: how many lines the rests from i and from j share, in order.
  const longest = Array.from({ length: old.length + 1 }, () => new Array<number>(fresh.length + 1).fill(0))
  const at = (i: number, j: number) => longest[i]?.[j] ?? 0
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      const row = longest[i]
      if (row) row[j] = old[i] === fresh[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < fresh.length) {
    const [gone, come] = [old[i], fresh[j]]
    if (gone !== undefined && gone === come) {
      lines.push({ change: 'same', text: gone })
      i += 1
      j += 1
    } else if (gone !== undefined && at(i + 1, j) >= at(i, j + 1)) {
      lines.push({ change: 'removed', text: gone })
      i += 1
    } else {
      lines.push({ change: 'added', text: come ?? '' })
      j += 1
    }
  }
  return lines
}

/** The changes with the line before and after each; what lies between is told by its number of lines. */
export function changesOnly(
  lines: readonly DiffLine[],
  around = 1,
): (DiffLine | { change: 'skipped'; count: number })[] {
  const near = (index: number) =>
    lines.slice(Math.max(0, index - around), index + around + 1).some(({ change }) => change !== 'same')
  const shown: (DiffLine | { change: 'skipped'; count: number })[] = []
  let skipped = 0
  const tell = () => {
    if (skipped > 0) shown.push({ change: 'skipped', count: skipped })
    skipped = 0
  }
  lines.forEach((line, index) => {
    if (near(index)) {
      tell()
      shown.push(line)
    } else skipped += 1
  })
  tell()
  return shown
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
