/** One question that a judge answers with a number from 0 to `max`. */
export interface Criterion {
  code: string
  title: string
  hint: string
  max: number
  /** The weight among the criteria. */
  weight: number
  required: boolean
  /** What single numbers mean, the lowest first. */
  levels: { value: number; text: string }[]
}

/** A judge's numbers by the code of their criterion. */
export type Marks = Readonly<Record<string, number>>

/** A judge's opinion whether a work should pass. */
export type JudgeVerdict = 'pass' | 'fail'

export type MarkFault = 'required' | 'out_of_scale' | 'unknown'

/** The marks that fit the rubric: their criterion exists and its scale reaches so far. */
export const askedMarks = (criteria: readonly Criterion[], marks: Marks): Record<string, number> =>
  Object.fromEntries(
    criteria.flatMap(({ code, max }) => {
      const mark = marks[code]
      return mark === undefined || mark > max ? [] : [[code, mark]]
    }),
  )

/** What is wrong with marks that are handed in, by the code of the criterion. */
export function markFaults(criteria: readonly Criterion[], marks: Marks): Record<string, MarkFault> {
  const faults: Record<string, MarkFault> = {}
  for (const { code, max, required } of criteria) {
    const mark = marks[code]
    if (mark === undefined) {
      if (required) faults[code] = 'required'
    } else if (!Number.isInteger(mark) || mark < 0 || mark > max) faults[code] = 'out_of_scale'
  }
  for (const code of Object.keys(marks)) if (!criteria.some((one) => one.code === code)) faults[code] = 'unknown'
  return faults
}

/** Points of 100 with two digits: each mark as a share of its scale, by weight. What was not marked does not count. */
export function totalOf(criteria: readonly Criterion[], marks: Marks): number {
  let points = 0
  let weights = 0
  for (const { code, max, weight } of criteria) {
    const mark = marks[code]
    if (mark === undefined) continue
    points += (mark / max) * weight
    weights += weight
  }
  return weights === 0 ? 0 : Math.round((points / weights) * 10_000) / 100
}
