import { sql } from 'kysely'
import { type Standing, settingsAt, type Whole } from '#server/stages/kind.ts'
import { multiformKind } from '#shared/kinds/multiform/contract.ts'
import { ruleOf } from '#shared/kinds/multiform/part-rules.ts'
import { wholeState, withoutOutcome } from '#shared/kinds/multiform/whole-state.ts'
import { stageStatus } from '#shared/stages/stage-status.ts'

/** A person's standing is the list of parts that they need not do. */
export const multiformStanding: Standing = {
  column: ({ accountId, competitionCode }) => sql<Record<string, number[]> | null>`(
    select json_object_agg(spared.whole, spared.parts) from (
      select p.parent_id as whole, json_agg(p.id) as parts
      from multiform_spared m join stages p on p.id = m.stage_id
      where m.account_id = ${accountId} and p.competition_code = ${competitionCode} and p.parent_id is not null
      group by p.parent_id
    ) as spared)`,
  read: (json) => json,
  state: (stage, facts, _own, now) => ({ facts, state: stageStatus(stage, facts, now) }),
  changes: (_own, { changesAt }) => [changesAt],
  team: () => null,
}

export const multiformWhole: Whole = {
  before(whole, parts, part) {
    const settings = settingsAt(multiformKind, whole)
    if (settings.order === 'free') return []
    const earlier = parts.slice(0, parts.indexOf(part)).filter(({ published }) => published)
    return earlier.map(({ code }) => code).filter((code) => ruleOf(settings, code).required)
  },

  spared: (own) => (own as number[] | null) ?? [],

  state(whole, given, parts, now) {
    const settings = settingsAt(multiformKind, whole)
    const facts = withoutOutcome(given)
    const known = parts.map(({ row, facts: own, state }) => {
      return { title: row.title, facts: own, state, ...ruleOf(settings, row.code) }
    })
    return wholeState({ facts, state: stageStatus(whole, facts, now) }, known)
  },
}
