import type { Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { RefusalCode } from '#shared/platform/api/refusals.ts'
import type { QuotaKind, Rule } from '#shared/review/cutoffs/rule.ts'
import type { Names } from './titles.ts'
import { changesAt, countsOf, groupsOf, type Line } from './work-out.ts'

/** What a protocol keeps besides its rows. Names of people are only in the rows. */
export interface Frozen {
  counts: ReturnType<typeof countsOf>
  line: number | null
  quotas: {
    by: QuotaKind
    title: string
    least: number
    most: number
    there: number
    taken: number
    state: 'met' | 'short' | 'over'
  }[]
  groups: ReturnType<typeof groupsOf>
}

export const frozenOf = (line: Line, names: Pick<Names, 'titleOf'>): Frozen => ({
  counts: countsOf(line),
  line: line.selection.line,
  quotas: line.selection.quotas.map(({ of, ...quota }) => ({ ...quota, title: names.titleOf(quota.by, of) })),
  groups: groupsOf(line, names),
})

export function whyNotFrozen(line: Line, { ties }: Rule, reason: string): RefusalCode | null {
  if (line.columns.judging.length > 0) return 'judging_not_closed'
  if (!line.selection.why.some((why) => why > 0)) return 'cutoff_empty'
  if (ties === 'ask' && line.selection.ties.length > 0) return 'cutoff_tie_open'
  if (reason.trim() === '' && line.people.ids.some((_id, place) => changesAt(line, place)))
    return 'correction_without_reason'
  return null
}

export const countsInWords = (number: number, { passed, waiting, failed }: Frozen['counts']) =>
  `Протокол № ${number}: проходят ${passed}, ждут ${waiting}, не проходят ${failed}`

/** The audit holds numbers and the hash, never names. */
export const auditProtocol = (
  tx: Tx,
  actorId: number | null,
  action: string,
  of: { competition: string; number: number; stage: string; hash?: string; inWords: string },
) =>
  recordAudit(tx, {
    actorId,
    action,
    subject: `stage:${of.competition}/${of.stage}`,
    detail: {
      ...{ competition: of.competition, stage: of.stage, protocol: of.number, ...(of.hash && { hash: of.hash }) },
      changes: [{ field: 'protocol', title: of.inWords }],
    },
  })
