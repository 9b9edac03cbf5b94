import { grouped } from '#shared/stages/final-marks.ts'
import { comparedTotals, type PeerTotal, raterQuality } from './rater-quality.ts'

export interface JudgedTotal extends PeerTotal {
  training: boolean
  /** When the marks were handed in. */
  at: number
}

/**
 * Works that a judge has marked one after another. `references` and `others`: points of 100 above (or below) the right
 * mark; null: nothing to compare.
 */
export interface DriftPart {
  works: number
  references: number | null
  others: number | null
}

export interface JudgeDrift {
  judge: number
  /** Points of 100 between the judge's totals and the agreed marks, in the training. */
  training: number | null
  /** The distance after the training, from references and from the other judges. */
  distance: number | null
  parts: DriftPart[]
  /** The last marks are much higher or lower than the first, each compared with the right mark. */
  drifts: boolean
}

const maxParts = 4
/** The smallest number of works in a part; fewer say too little. */
const minWorks = 3
/**
 * A judge drifts from this difference between the first part and the last. With two other judges a drift moves their
 * means by half.
 */
const drift = 20

/** How far each judge is from the agreed marks and from the other judges, and how that changes from work to work. */
export function judgeDrift(totals: readonly JudgedTotal[]): JudgeDrift[] {
  const real = totals.filter(({ training }) => !training)
  const quality = new Map(raterQuality(real).map((one) => [one.judge, one.distance]))
  const compared = grouped(comparedTotals(real), ({ judge }) => judge)
  return [...grouped(totals, ({ judge }) => judge)].map(([judge, own]) => {
    const read = [...(compared.get(judge) ?? [])].sort((a, b) => a.at - b.at)
    const parts = partsOf(read).map((part) => ({
      works: part.length,
      references: mean(part.filter(({ reference }) => reference !== null)),
      others: mean(part.filter(({ reference }) => reference === null)),
    }))
    return {
      judge,
      training: mean(
        own.flatMap(({ training, total, reference }) =>
          training && reference !== null ? [{ above: Math.abs(total - reference) }] : [],
        ),
      ),
      distance: quality.get(judge) ?? null,
      parts,
      drifts: hasDrifted(parts.at(0), parts.at(-1)),
    }
  })
}

/** Compared by references when both ends have them, otherwise by the other judges. */
function hasDrifted(first: DriftPart | undefined, last: DriftPart | undefined): boolean {
  const moved = (from: number | null | undefined, to: number | null | undefined) =>
    from == null || to == null ? null : Math.abs(to - from)
  return (moved(first?.references, last?.references) ?? moved(first?.others, last?.others) ?? 0) >= drift
}

/** Parts of equal size, each with enough works. */
function partsOf<T>(list: readonly T[]): T[][] {
  const count = Math.min(maxParts, Math.max(1, Math.floor(list.length / minWorks)))
  return Array.from({ length: count }, (_none, at) =>
    list.slice(Math.round((at * list.length) / count), Math.round(((at + 1) * list.length) / count)),
  )
}

function mean(compared: readonly { above: number | null }[]): number | null {
  const known = compared.flatMap(({ above }) => (above === null ? [] : [above]))
  return known.length === 0 ? null : Math.round((known.reduce((sum, one) => sum + one, 0) / known.length) * 10) / 10
}
