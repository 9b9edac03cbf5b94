import { sql } from 'kysely'
import { askForAct, confirmAct, stopAct } from '#server/accounts/identity/identity-acts.ts'
import type { Tx } from '#server/db.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { signsOf } from './find-pairs.ts'
import { mayReach } from './list-merges.ts'
import { fitToMerge, type MergeAsked } from './merge-accounts.ts'
import { type Pair, pairOf } from './pair-of.ts'

/** Proposes a merge. It is done a day after both people were told; without proof a second organiser confirms it first. */
export function proposeMerge(
  services: Services,
  caller: Caller,
  pair: Pair,
  { choices, reason }: MergeAsked & { reason: string },
): Promise<{ act_id: number }> {
  return services.db.transaction().execute(async (tx) => {
    const { first, second } = await pairOf(tx, caller, pair, { locked: true })
    await fitToMerge(
      tx,
      { kept: first.id, merged: second.id },
      new Map(choices.map(({ key, stands }) => [key, stands])),
    )
    const act_id = await askForAct(tx, services, caller, {
      ...{ kind: 'merge', account_id: first.id, other_id: second.id, competition_code: pair.competition },
      ...{ asked: { choices }, reason: reason.trim(), proved: await isProved(tx, first.id, second.id) },
    })
    return { act_id }
  })
}

/**
 * Whether the two accounts are certainly of one person. Only what both accounts have proved counts, since an organiser
 * may have made one of them: each has confirmed the same phone by a code, and both have the same name and birthday. A
 * document that one account merely typed proves nothing. Nor is there proof once somebody said that they are not the same.
 */
export async function isProved(tx: Tx, one: number, other: number): Promise<boolean> {
  const signs = await signsOf(tx, one, other)
  const { rows } = await sql<{ denied: boolean }>`select
    exists (select from different_people where account_id = ${Math.min(one, other)} and other_id = ${Math.max(one, other)})
    or exists (select from identity_acts where state in ('stopped', 'undone')
      and account_id in (${one}, ${other}) and other_id in (${one}, ${other})) as denied`.execute(tx)
  return signs.includes('phone') && signs.includes('name') && rows[0]?.denied === false
}

interface Place {
  competition: string
  act_id: number
}

export function confirmMerge(services: Services, caller: Caller, place: Place, reason: string): Promise<void> {
  return services.db.transaction().execute(async (tx) => {
    await refuseForeign(tx, caller, place)
    await confirmAct(tx, services, caller, place.act_id, reason.trim())
  })
}

/** Withdraws, stops or undoes a merge, whatever it has come to. */
export function stopMerge(services: Services, caller: Caller, place: Place, reason: string): Promise<void> {
  return services.db.transaction().execute(async (tx) => {
    await refuseForeign(tx, caller, place)
    await stopAct(tx, services, place.act_id, caller.accountId, reason.trim())
  })
}

async function refuseForeign(tx: Tx, caller: Caller, { competition, act_id }: Place): Promise<void> {
  const { rows } = await sql`select from identity_acts i join accounts o on o.id = i.other_id
    where i.id = ${act_id} and i.kind = 'merge' and i.competition_code = ${competition} and ${mayReach(caller)}`.execute(
    tx,
  )
  if (rows.length === 0) throw new Refusal('not_found')
}
