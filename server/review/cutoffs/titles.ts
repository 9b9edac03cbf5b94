import type { QuotaKind } from '#shared/review/cutoffs/rule.ts'
import type { Groups } from '#shared/review/cutoffs/select-people.ts'

/** What a rule may name in a competition, and its groups in words. */
export interface Names {
  groups: Groups
  choices: Record<'scores' | 'tracks' | 'districts' | 'regions', { id: string; value: string }[]>
  titles: Readonly<Record<QuotaKind, ReadonlyMap<string, string>>>
  titleOf: (by: QuotaKind, of: string) => string
  /** The federal district of a region. */
  districtOf: ReadonlyMap<string, string>
}

export const titleIn =
  (titles: Names['titles']): Names['titleOf'] =>
  (by, of) =>
    titles[by].get(of) ?? of

/** How many names of a longer list a summary shows. */
export const namesShown = 20
