import type { TeamsEvaluationSettings } from './contract.ts'

/** Marks by the code of the behaviour or competency. */
export type TeamMarks = Readonly<Record<string, number>>

export interface Asked {
  code: string
  title: string
  hint: string
}

type Behaviours = Pick<TeamsEvaluationSettings, 'behaviours'>
type MarkRules = Pick<TeamsEvaluationSettings, 'behaviours' | 'scale' | 'distribution'>

export const behavioursOf = ({ behaviours }: Behaviours): Asked[] =>
  behaviours.map((each, at) => ({ code: `b${at + 1}`, ...each }))

export const competenciesOf = ({ competencies }: Pick<TeamsEvaluationSettings, 'competencies'>): Asked[] =>
  competencies.map((each, at) => ({ code: `k${at + 1}`, ...each }))

/** The largest number of teammates who may get the same mark for one behaviour; null when there is no limit. */
export const maxEqualMarks = (distribution: MarkRules['distribution'], teammates: number): number | null =>
  distribution === 'forced' && teammates > 1 ? Math.ceil(teammates / 2) : null

export const fitsScale = (mark: unknown, scale: number): mark is number =>
  typeof mark === 'number' && Number.isInteger(mark) && mark >= 1 && mark <= scale

/** Whether everything that is asked has a valid mark; other marks are ignored. */
export const isWhole = (marks: TeamMarks, asked: readonly { code: string }[], scale: number): boolean =>
  asked.every(({ code }) => fitsScale(marks[code], scale))

export interface MarkFaultAt {
  /** The public number of the marked person. */
  test_id: number
  code: string
  rule: 'required' | 'out_of_scale' | 'too_many_same'
}

/** The faults of one person's marks for all teammates. The browser and the server call it. */
export function teamMarkFaults(
  rules: MarkRules,
  sheets: readonly { test_id: number; marks: TeamMarks }[],
): MarkFaultAt[] {
  const most = maxEqualMarks(rules.distribution, sheets.length)
  return behavioursOf(rules).flatMap(({ code }) => {
    const given = sheets.map(({ test_id, marks }) => ({ test_id, code, mark: marks[code] }))
    return given.flatMap(({ test_id, mark }): MarkFaultAt[] => {
      if (mark === undefined) return [{ test_id, code, rule: 'required' }]
      if (!fitsScale(mark, rules.scale)) return [{ test_id, code, rule: 'out_of_scale' }]
      const same = given.filter((other) => other.mark === mark).length
      return most !== null && same > most ? [{ test_id, code, rule: 'too_many_same' }] : []
    })
  })
}
