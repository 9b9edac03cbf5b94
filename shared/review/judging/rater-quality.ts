import { type GivenTotal, grouped } from '#shared/stages/final-marks.ts'

export interface PeerTotal extends Omit<GivenTotal, 'weight'> {
  /** The experts' mark of a reference work; null for other works. */
  reference: number | null
}

export interface RaterQuality {
  judge: number
  /**
   * Points of 100 between the rater's totals and the marks of others or of experts; null when nothing can be compared.
   */
  distance: number | null
  /** How much the rater's totals count. */
  weight: number
}

export const [minWeight, maxWeight] = [0.5, 1.5]
/** With fewer comparisons a rater has no distance. */
const minCompared = 3
/** From this distance on a rater has the least weight. */
const worst = 20

/**
 * How far each total is above (or below) the right mark: the experts' mark of a reference, or the mean of the others.
 * Null when nothing can be compared.
 */
export function comparedTotals<Total extends PeerTotal>(
  totals: readonly Total[],
): (Total & { above: number | null })[] {
  const works = new Map<number, { sum: number; count: number }>()
  for (const { work, total } of totals) {
    const known = works.get(work) ?? { sum: 0, count: 0 }
    works.set(work, { sum: known.sum + total, count: known.count + 1 })
  }
  return totals.map((one) => {
    const { sum, count } = works.get(one.work) ?? { sum: 0, count: 0 }
    // A single mark of another rater is not enough to compare with.
    const right = one.reference ?? (count > 2 ? (sum - one.total) / (count - 1) : null)
    return { ...one, above: right === null ? null : one.total - right }
  })
}

/**
 * How near each rater is to the experts on reference works, and to the mean of the others on the rest. The nearer, the
 * more the rater's totals count.
 */
export function raterQuality(totals: readonly PeerTotal[]): RaterQuality[] {
  return [...grouped(comparedTotals(totals), ({ judge }) => judge)].map(([judge, own]) => {
    const distances = own.flatMap(({ above }) => (above === null ? [] : [Math.abs(above)]))
    if (distances.length < minCompared) return { judge, distance: null, weight: 1 }
    const distance = distances.reduce((sum, one) => sum + one, 0) / distances.length
    const weight = maxWeight - Math.min(1, distance / worst) * (maxWeight - minWeight)
    return { judge, distance: Math.round(distance * 10) / 10, weight: Math.round(weight * 100) / 100 }
  })
}
