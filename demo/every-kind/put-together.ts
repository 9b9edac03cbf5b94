type Five = readonly [string, string, string, string, string]

/**
 * Twenty-five texts of four parts. Any two of them have one part in common at most, so nobody takes them for copies of each
 * other.
 */
export const putTogether = (beginnings: Five, middles: Five, turns: Five, ends: Five): string[] =>
  Array.from({ length: 25 }, (_none, place) => {
    const [row, column] = [Math.floor(place / 5), place % 5]
    return [beginnings[row], middles[column], turns[(row + column) % 5], ends[(row + 2 * column) % 5]].join('\n\n')
  })
