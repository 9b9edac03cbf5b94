import type { Db, Tx } from '#server/db.ts'
import { notify } from '#server/messages/notifications/notify.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { sha256 } from '#server/platform/crypto/hashes.ts'
import { isUniqueViolation } from '#server/platform/db/unique-violation.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import { noticeHours, openStates, undoDays } from '#shared/accounts/identity/states.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import type { IdentityAct, IdentityKind } from './kind.ts'
import { identityKinds } from './kinds.ts'
import { tellOfAct } from './tell-of-act.ts'

const hour = 3_600_000
const kindOf = ({ kind }: Pick<IdentityAct, 'kind'>): IdentityKind => identityKinds[kind]

interface Asked
  extends Pick<IdentityAct, 'kind' | 'account_id' | 'other_id' | 'competition_code' | 'asked' | 'reason'> {
  /** Whether signs prove that both are one person. Otherwise a second organiser must confirm. */
  proved: boolean
}

/** Asks for an act. The accounts are locked by the caller, so that only one act at a time concerns an account. */
export async function askForAct(tx: Tx, services: Services, caller: Caller, { proved, asked, ...of }: Asked) {
  const ids = [of.account_id, of.other_id]
  const open = await tx
    .selectFrom('identity_acts')
    .select('id')
    .where('state', 'in', openStates)
    .where((eb) => eb.or([eb('account_id', 'in', ids), eb('other_id', 'in', ids)]))
    .executeTakeFirst()
  if (open) throw new Refusal('identity_act_open')
  const act = await tx
    .insertInto('identity_acts')
    .values({
      ...{ ...of, asked: JSON.stringify(asked), state: 'waiting' },
      ...{ asked_by: caller.accountId, asked_at: services.clock() },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'identity_acts_one_of_an_account') ? new Refusal('identity_act_open') : error
    })
  if (proved) await schedule(tx, services, act)
  await audit(tx, caller.accountId, 'asked', act)
  return act.id
}

/** Another organiser confirms that the act is right. */
export async function confirmAct(tx: Tx, services: Services, caller: Caller, actId: number, reason: string) {
  const act = await lockAct(tx, actId)
  if (act.state !== 'waiting') throw new Refusal('identity_act_over')
  if (act.asked_by === caller.accountId) throw new Refusal('identity_second_person')
  await tx
    .updateTable('identity_acts')
    .set({ confirmed_by: caller.accountId, confirmed_reason: reason })
    .where('id', '=', actId)
    .execute()
  await schedule(tx, services, act)
  await audit(tx, caller.accountId, 'confirmed', act)
}

/** Tells both people, and does it a day later. */
async function schedule(tx: Tx, services: Services, act: IdentityAct): Promise<void> {
  const due_at = new Date(services.clock().getTime() + noticeHours * hour)
  const until = new Date(due_at.getTime() + undoDays * 24 * hour)
  await tx.updateTable('identity_acts').set({ state: 'told', due_at, until }).where('id', '=', act.id).execute()
  await later(tx, 'carry_out_identity_act', act.id, due_at)
  await tellOfAct(tx, services, kindOf(act), { ...act, due_at, until }, 'before')
}

const later = (tx: Tx, job: 'carry_out_identity_act' | 'settle_identity_act', actId: number, runAt: Date) =>
  addJob(tx, job, { actId }, { runAt, jobKey: `${job} ${actId}` })

/** Does what was told a day before, unless it was stopped. */
export async function carryOutAct(services: Services, { actId }: { actId: number }): Promise<void> {
  const now = services.clock()
  await services.db
    .transaction()
    .execute(async (tx) => {
      const act = await lockAct(tx, actId)
      if (act.state !== 'told' || act.due_at === null) return
      if (act.due_at > now) return later(tx, 'carry_out_identity_act', actId, act.due_at)
      const undo = await kindOf(act).carryOut(tx, services, act)
      const until = new Date(now.getTime() + undoDays * 24 * hour)
      await tx
        .updateTable('identity_acts')
        .set({ state: 'done', due_at: now, until, undo: JSON.stringify(undo) })
        .where('id', '=', actId)
        .execute()
      await later(tx, 'settle_identity_act', actId, until)
      await tellOfAct(tx, services, kindOf(act), { ...act, due_at: now, until }, 'after')
      await audit(tx, act.asked_by, 'done', act)
    })
    .catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      return giveUp(services, actId, error)
    })
}

/** The accounts have changed since: the organiser asks again. */
function giveUp(services: Services, actId: number, { values }: Refusal): Promise<void> {
  return services.db.transaction().execute(async (tx) => {
    const act = await lockAct(tx, actId)
    if (act.state !== 'told') return
    const why = Object.values(values).join(' ')
    await end(tx, act, { state: 'failed', ended_at: services.clock(), ended_reason: why })
    await tellOfAct(tx, services, kindOf(act), act, 'failed')
    if (act.asked_by !== null)
      await notify(tx, act.asked_by, { title: `${kindOf(act).title}: не получилось`, text: why }, services.clock())
    await audit(tx, null, 'failed', act)
  })
}

/** From now on the act cannot be undone, and what undoing needed is erased. */
export async function settleAct(services: Services, { actId }: { actId: number }): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const act = await lockAct(tx, actId)
    if (act.state !== 'done' || act.until === null) return
    if (act.until > services.clock()) return later(tx, 'settle_identity_act', actId, act.until)
    await kindOf(act).settle(tx, act)
    await end(tx, act, { state: 'settled' })
  })
}

/**
 * Ends an act: nothing happens, or everything becomes as it was before. `by` is null for the person, who has the link
 * of a letter.
 */
export async function stopAct(tx: Tx, services: Services, actId: number, by: number | null, reason: string | null) {
  const act = await lockAct(tx, actId)
  const now = services.clock()
  const ended = { ended_at: now, ended_by: by, ended_reason: reason }
  if (act.state === 'waiting') {
    await end(tx, act, { state: 'withdrawn', ...ended })
    await audit(tx, by, 'stopped', act)
    return 'stopped'
  }
  if (act.state !== 'told' && act.state !== 'done') throw new Refusal('identity_act_over')
  if (act.state === 'done' && act.until !== null && act.until <= now) throw new Refusal('identity_act_over')
  const state = act.state === 'told' ? 'stopped' : 'undone'
  if (state === 'undone') await kindOf(act).undo(tx, services, act)
  await end(tx, act, { state, ...ended })
  await tellOfAct(tx, services, kindOf(act), act, state)
  await audit(tx, by, state, act)
  return state
}

type Ended = Partial<Pick<IdentityAct, 'ended_at' | 'ended_by' | 'ended_reason'>> & { state: IdentityAct['state'] }

async function end(tx: Tx, { id }: IdentityAct, ended: Ended): Promise<void> {
  await tx
    .updateTable('identity_acts')
    .set({ ...ended, undo: null })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('identity_act_links').where('act_id', '=', id).execute()
}

/** What the link of a letter stops. */
export async function readAct({ db }: Services, token: string) {
  const { kind, state, due_at, until } = await actOfLink(db, token)
  return {
    ...{ title: kindOf({ kind }).title, state },
    ...{ due_at: due_at ? formatWire(due_at) : '', until: until ? formatWire(until) : '' },
  }
}

export function stopByLink(services: Services, token: string) {
  return services.db.transaction().execute(async (tx) => {
    const { id } = await actOfLink(tx, token)
    const state = await stopAct(tx, services, id, null, null).catch((error: unknown) => {
      throw error instanceof Refusal && error.code === 'identity_act_over' ? new Refusal('link_expired') : error
    })
    return { state: state === 'undone' ? ('undone' as const) : ('stopped' as const) }
  })
}

async function actOfLink(db: Db | Tx, token: string) {
  const found = await db
    .selectFrom('identity_act_links as l')
    .innerJoin('identity_acts as i', 'i.id', 'l.act_id')
    .select(['i.id', 'i.kind', 'i.state', 'i.due_at', 'i.until'])
    .where('l.token_hash', '=', sha256(token))
    .executeTakeFirst()
  if (!found) throw new Refusal('link_expired')
  return found
}

/** The act, locked after its accounts, as everything else that concerns them locks the accounts first. */
async function lockAct(tx: Tx, actId: number): Promise<IdentityAct> {
  const of = tx.selectFrom('identity_acts').where('id', '=', actId)
  const ids = await of.select(['account_id', 'other_id']).executeTakeFirst()
  if (!ids) throw new Refusal('not_found')
  await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', [ids.account_id, ids.other_id])
    .orderBy('id')
    .forUpdate()
    .execute()
  return of.selectAll().forUpdate().executeTakeFirstOrThrow()
}

/** Notes it in the journal of every competition that either of the two takes part in. */
async function audit(tx: Tx, actorId: number | null, what: keyof IdentityKind['audit'], act: IdentityAct) {
  const ids = [act.account_id, act.other_id]
  const people = await tx.selectFrom('accounts').select(['id', 'test_id']).where('id', 'in', ids).execute()
  const numberOf = (accountId: number) => people.find(({ id }) => id === accountId)?.test_id
  const taken = await tx
    .selectFrom('participations')
    .select('competition_code')
    .distinct()
    .where('account_id', 'in', ids)
    .execute()
  const competitions = new Set([act.competition_code, ...taken.map(({ competition_code }) => competition_code)])
  for (const competition of [...competitions].sort())
    await recordAudit(tx, {
      ...{ actorId, action: kindOf(act).audit[what], subject: `account:${act.account_id}` },
      detail: { competition, person: numberOf(act.account_id), merged: numberOf(act.other_id) },
    })
}
