export interface Bar {
  from: number
  to: number
  count: number
  passed: number
}

/** The approximate number of bars; their width is a round number. */
const wanted = 30

/** The distribution of scores, in bars of one round width. NaN: no score. */
export function barsOf(scores: Float64Array, passed: (at: number) => boolean): Bar[] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const score of scores) {
    if (score < low) low = score
    if (score > high) high = score
  }
  if (low > high) return []
  const width = roundWidth((high - low) / wanted)
  const first = Math.floor(low / width)
  const bars: Bar[] = Array.from({ length: Math.floor(high / width) - first + 1 }, (_none, at) => ({
    from: clean((first + at) * width),
    to: clean((first + at + 1) * width),
    count: 0,
    passed: 0,
  }))
  for (const [at, score] of scores.entries()) {
    const bar = bars[Math.min(bars.length - 1, Math.floor(score / width) - first)]
    if (!bar) continue
    bar.count += 1
    if (passed(at)) bar.passed += 1
  }
  return bars
}

/** 1, 2 or 5 times a power of ten, not less than `least`. */
function roundWidth(least: number): number {
  if (least <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  return clean((([1, 2, 5].find((step) => step * power >= least) ?? 10) as number) * power)
}

/** Removes rounding errors of binary fractions. */
const clean = (number: number) => Number(number.toPrecision(12))
