type Five = readonly [string, string, string, string, string]

/**
 * Twenty-five texts of four parts. Any two have at most one part in common, so they do not count as copies of each
 * other.
 */
export const putTogether = (beginnings: Five, middles: Five, turns: Five, ends: Five): string[] =>
  Array.from({ length: 25 }, (_none, place) => {
    const [row, column] = [Math.floor(place / 5), place % 5]
    return [beginnings[row], middles[column], turns[(row + column) % 5], ends[(row + 2 * column) % 5]].join('\n\n')
  })
