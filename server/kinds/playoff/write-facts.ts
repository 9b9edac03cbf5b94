import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { followFacts } from '#server/stages/facts.ts'
import { ownState } from '#shared/kinds/playoff/own-state.ts'
import type { Entrant, LoadedBracket } from './bracket-store.ts'

/**
 * Writes how far everybody in the bracket has come at the stage, for funnels, filters and reports: they have begun, and
 * their last match passes or fails them. Decisions of people stay.
 */
export async function writeFacts(tx: Tx, loaded: LoadedBracket, now: Date): Promise<void> {
  const rows = loaded.entrants.flatMap((entrant) => {
    const { over, status } = stateOf(loaded, entrant)
    const [passed, failed] = [over && status === 'success', over && status === 'not_allowed']
    return entrant.people.map(({ accountId }) => ({ accountId, passed, failed }))
  })
  await followFacts(
    tx,
    sql`select account_id, ${loaded.stageId}::int as stage_id, ${loaded.drawnAt}::timestamptz as started_at, passed, failed
      from unnest(${rows.map(({ accountId }) => accountId)}::int[], ${rows.map(({ passed }) => passed)}::boolean[],
        ${rows.map(({ failed }) => failed)}::boolean[]) as each (account_id, passed, failed)`,
    now,
  )
}

/** The state of the entrant, as the query of the standing reads it for one person. */
function stateOf({ matches, rounds, rules }: LoadedBracket, { id, dropped }: Entrant) {
  const next = (round: number, place: number) =>
    matches.find((match) => match.round === round + 1 && match.place === Math.floor(place / 2))
  return ownState({
    ...{ drawn: true, entrant: { dropped }, rounds, passes: rules.passes, lucky: rules.lucky },
    matches: matches
      .filter(({ a, b }) => a === id || b === id)
      .map((match) => {
        const shown = match.published_at !== null
        const side = match.a === id ? 'a' : 'b'
        const known = match.a !== null && match.b !== null
        return {
          ...{ round: match.round, place: match.place, state: match.state, shown },
          starts_at: match.starts_at?.toISOString() ?? null,
          paused: match.paused_at !== null,
          opponent: match.a_bye || match.b_bye ? 'bye' : known ? 'known' : 'unknown',
          won: !shown || match.won === null ? null : match.won === side,
          reason: match.reason,
          next_open: next(match.round, match.place)?.state === 'scheduled',
        }
      }),
  })
}
