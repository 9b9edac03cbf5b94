import { referencesIn } from '#shared/review/judging/reference-places.ts'

/** The organiser's settings for sharing out works. */
interface PoolRules {
  given: number
  received: number
  margin: number
  reference_share: number
}

/** No work is given to more people than this. */
export const maxRatersOfWork = ({ received, margin }: Pick<PoolRules, 'received' | 'margin'>): number =>
  received + margin

/** With fewer works in the pool assessing does not open: the first participants would all get the same few works. */
export const worksToOpen = ({ given }: Pick<PoolRules, 'given'>): number => 2 * given

/** Whether people assess enough for every work to get its marks and the margin. */
export const givesEnoughMarks = (rules: PoolRules): boolean =>
  rules.given - referencesIn(rules) >= maxRatersOfWork(rules)
