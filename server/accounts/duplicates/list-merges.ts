import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import { type IdentityState, openStates } from '#shared/accounts/identity/states.ts'
import { formalName, fullName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { competitionsOfRight, within } from './pair-of.ts'

/** A closed account has nothing of its own: the remaining one decides. */
export const mayReach = (caller: Caller) => {
  const allowed = competitionsOfRight(caller)
  return sql`${within(allowed, 'i.account_id')} and (o.merged_into = i.account_id or ${within(allowed, 'i.other_id')})`
}

interface Row {
  id: number
  state: IdentityState
  reason: string
  asked_by: number | null
  asked_at: Date
  due_at: Date | null
  until: Date | null
  ended_at: Date | null
  ended_reason: string | null
  confirmed_reason: string | null
  people: { test_id: number; email: string; last_name: string; first_name: string; middle_name: string }[]
  asker: Name | null
  confirmer: Name | null
  ender: Name | null
}
type Name = { first_name: string; last_name: string }

const shown = 50

/** Proposed merges of a competition: the open ones, then the latest that ended. One statement. */
export async function listMerges(
  db: Db | Tx,
  caller: Caller,
  competition: string,
  of?: { one: number; other: number },
) {
  const name = (column: string) =>
    sql`(select json_build_object('first_name', w.first_name, 'last_name', w.last_name) from accounts w where w.id = i.${sql.ref(column)})`
  const { rows } = await sql<Row>`
    select i.*, ${name('asked_by')} as asker, ${name('confirmed_by')} as confirmer, ${name('ended_by')} as ender,
      (select json_agg(json_build_object('test_id', a.test_id, 'email', a.email, 'last_name', a.last_name,
        'first_name', a.first_name, 'middle_name', a.middle_name) order by a.id <> i.account_id)
        from accounts a where a.id in (i.account_id, i.other_id)) as people
    from identity_acts i join accounts o on o.id = i.other_id
    where i.kind = 'merge' and i.competition_code = ${competition} and i.state <> 'settled' and ${mayReach(caller)}
      ${of ? sql`and i.account_id in (${of.one}, ${of.other}) and i.other_id in (${of.one}, ${of.other})` : sql``}
    order by i.state = any(${[...openStates]}::text[]) desc, i.asked_at desc, i.id desc limit ${shown}`.execute(db)
  const by = (person: Name | null) => (person ? fullName(person) : '')
  const at = (moment: Date | null) => (moment ? formatWire(moment) : null)
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    people: row.people.map(({ test_id, email, ...person }) => ({ test_id, email, name: formalName(person) })),
    reason: row.reason,
    asked_by: by(row.asker),
    own: row.asked_by === caller.accountId,
    asked_at: formatWire(row.asked_at),
    confirmed_by: by(row.confirmer),
    confirmed_reason: row.confirmed_reason ?? '',
    due_at: at(row.due_at),
    until: at(row.until),
    ended_at: at(row.ended_at),
    ended_by: by(row.ender),
    ended_reason: row.ended_reason ?? '',
  }))
}
