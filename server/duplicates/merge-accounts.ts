import { sql } from 'kysely'
import { recordAudit } from '#server/audit/record-audit.ts'
import { revokeSessions } from '#server/auth/sessions.ts'
import type { Tx } from '#server/db.ts'
import { notify } from '#server/notifications/notify.ts'
import { queueLetter } from '#server/outbox/queue-message.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import { moveDocuments } from '#server/registration/move-documents.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { type Pair, pairOf } from './pair-of.ts'
import { setAside } from './set-aside.ts'
import type { SetAside } from './tables.ts'
import { moving } from './what-moves.ts'
import { type Stands, type Two, undecided, type WorkedOut, workOut } from './work-out.ts'

interface Asked {
  choices: readonly { key: string; stands: Stands }[]
  reason: string
}

/**
 * Gives everything of the second account to the first, in one transaction. The second stays without sessions, as
 * another login of the first.
 */
export async function mergeAccounts(services: Services, caller: Caller, pair: Pair, asked: Asked) {
  const { db, clock } = services
  const choices = new Map(asked.choices.map(({ key, stands }) => [key, stands]))
  return db.transaction().execute(async (tx) => {
    const people = await pairOf(tx, caller, pair, { locked: true })
    const two: Two = { kept: people.first.id, merged: people.second.id }
    const plan = await workOut(tx, two, choices)
    const [obstacle] = plan.obstacles
    if (obstacle) throw new Refusal('merge_impossible', { values: { reason: obstacle } })
    const [open] = undecided(plan, choices)
    if (open)
      throw new Refusal('merge_choice_missing', { values: { where: `${open.competition_title}: ${open.title}` } })
    const aside: SetAside = {}
    await moveRows(tx, two, plan, aside)
    await moveBookings(tx, two, plan, aside)
    await moveParticipations(tx, two, plan, aside)
    await moveDocuments(tx, services.config, two.merged, two.kept)
    await closeAccount(tx, two, clock())
    await tx
      .insertInto('account_merges')
      .values({
        merged_id: two.merged,
        account_id: two.kept,
        reason: asked.reason.trim(),
        set_aside: JSON.stringify(aside),
        merged_by: caller.accountId,
        merged_at: clock(),
      })
      .execute()
    await tell(tx, services, people)
    return noted(tx, services, caller, { pair, two, reason: asked.reason.trim() })
  })
}

async function moveRows(tx: Tx, { kept, merged }: Two, { stages }: WorkedOut, aside: SetAside): Promise<void> {
  const at = (stands: Stands, both: boolean) =>
    stages.flatMap((stage) => (stage.stands === stands && (stage.both || !both) ? [stage.stageId] : []))
  const [lost, replaced, won] = [at('kept', true), at('merged', true), at('merged', false)]
  for (const { table, column, fate } of moving) {
    if (fate.as !== 'stage') continue
    const own = sql.ref(`t.${column}`)
    await setAside(tx, aside, table, sql`t.stage_id = any(${lost}::integer[]) and ${own} = ${merged}`)
    await setAside(tx, aside, table, sql`t.stage_id = any(${replaced}::integer[]) and ${own} = ${kept}`)
  }
  for (const { table, column, fate } of moving) {
    const own = sql.ref(column)
    const move = sql`update ${sql.table(table)} as t set ${own} = ${kept} where t.${own} = ${merged}`
    if (fate.as === 'moves') await move.execute(tx)
    if (fate.as === 'stage') await sql`${move} and t.stage_id = any(${won}::integer[])`.execute(tx)
    if (fate.as !== 'one') continue
    const same = fate.key.map((name) => sql`o.${sql.ref(name)} is not distinct from t.${sql.ref(name)}`)
    const taken = sql`exists (select from ${sql.table(table)} as o where ${sql.join(
      [sql`o.${own} = ${kept}`, ...same],
      sql` and `,
    )})`
    if (!fate.left) await setAside(tx, aside, table, sql`t.${own} = ${merged} and ${taken}`)
    await sql`${move} and not ${taken}`.execute(tx)
  }
}

/** Of two bookings of an event the one whose state comes first here stays, unless the organiser chose at its stage. */
const strongest = ['attended', 'confirmed', 'offered', 'held', 'no_show', 'waiting']

/** One person has one place at an event: the other place becomes free, and the stage counts the remaining booking. */
async function moveBookings(tx: Tx, { kept, merged }: Two, { stages }: WorkedOut, aside: SetAside): Promise<void> {
  const where = (stands: Stands) =>
    stages.flatMap((stage) => (stage.both && stage.stands === stands ? [stage.stageId] : []))
  const stronger = sql`case when e.stage_id = any(${where('merged')}::integer[]) then true
    when e.stage_id = any(${where('kept')}::integer[]) then false
    else array_position(${strongest}::text[], m.state::text) < array_position(${strongest}::text[], k.state::text) end`
  const { rows } = await sql<{ event_id: number; stands: Stands }>`
    select e.id as event_id, case when ${stronger} then 'merged' else 'kept' end as stands
    from slot_bookings k join slot_bookings m on m.event_id = k.event_id and m.account_id = ${merged}
    join offline_events e on e.id = k.event_id where k.account_id = ${kept} order by e.id`.execute(tx)
  for (const { event_id, stands } of rows) {
    const loser = stands === 'kept' ? merged : kept
    await setAside(tx, aside, 'slot_bookings', sql`t.event_id = ${event_id} and t.account_id = ${loser}`)
  }
  await tx.updateTable('slot_bookings').set({ account_id: kept }).where('account_id', '=', merged).execute()
  await sql`select write_booking_facts(e.stage_id, ${kept}) from slot_bookings b join offline_events e on e.id = b.event_id
    where b.account_id = ${kept} and e.stage_id is not null order by e.stage_id`.execute(tx)
}

/** When both take part, one participation stays and keeps the status of a finalist and a disqualification. */
async function moveParticipations(tx: Tx, { kept, merged }: Two, { tracks }: WorkedOut, aside: SetAside) {
  const both = sql`p.account_id = ${kept} and o.account_id = ${merged} and o.competition_code = p.competition_code`
  await sql`update participations p set
      door = case when 'participant' in (p.door, o.door) then 'participant' else p.door end,
      tags = array(select distinct tag from unnest(p.tags || o.tags) as tag order by tag),
      joined_at = least(p.joined_at, o.joined_at), finalist_at = coalesce(p.finalist_at, o.finalist_at),
      disqualified_at = coalesce(p.disqualified_at, o.disqualified_at),
      infoblock_title = case when p.disqualified_at is null then o.infoblock_title else p.infoblock_title end,
      infoblock_text = case when p.disqualified_at is null then o.infoblock_text else p.infoblock_text end,
      region = coalesce(p.region, o.region)
    from participations o where ${both}`.execute(tx)
  await sql`update participations p set track_code = o.track_code, region = coalesce(o.region, p.region)
    from participations o where ${both} and p.competition_code = any(${tracks}::text[])`.execute(tx)
  await setAside(
    tx,
    aside,
    'participations',
    sql`t.account_id = ${merged} and exists (
      select from participations o where o.account_id = ${kept} and o.competition_code = t.competition_code)`,
  )
  await sql`update participations set account_id = ${kept} where account_id = ${merged}`.execute(tx)
  // The place in a track determines the person's track (docs/decisions/0051).
  await sql`update participations p set track_code = held.track_code
    from (
      select distinct on (s.competition_code) s.competition_code, h.track_code
      from track_places h join stages s on s.id = h.stage_id
      where h.account_id = ${kept} and h.track_code is not null order by s.competition_code, h.since desc
    ) as held
    where p.account_id = ${kept} and p.competition_code = held.competition_code
      and p.track_code is distinct from held.track_code`.execute(tx)
}

async function closeAccount(tx: Tx, { kept, merged }: Two, now: Date): Promise<void> {
  await sql`update accounts k set birth_date = coalesce(k.birth_date, m.birth_date), avatar = coalesce(k.avatar, m.avatar),
      middle_name = case when k.middle_name = '' then m.middle_name else k.middle_name end
    from accounts m where k.id = ${kept} and m.id = ${merged}`.execute(tx)
  // Accounts that were merged into the second before now lead to the first too.
  await tx
    .updateTable('accounts')
    .set({ merged_into: kept })
    .where((eb) => eb.or([eb('id', '=', merged), eb('merged_into', '=', merged)]))
    .set((eb) => ({ disabled_at: eb.fn.coalesce('disabled_at', eb.val(now)) }))
    .execute()
  await tx.updateTable('account_merges').set({ account_id: kept }).where('account_id', '=', merged).execute()
  await revokeSessions(tx, merged, now, null)
  await sql`insert into person_changes (account_id) values (${kept}), (${merged})`.execute(tx)
}

interface Person {
  id: number
  email: string
}

async function tell(tx: Tx, services: Services, { first, second }: { first: Person; second: Person }): Promise<void> {
  const title = 'Ваши учётные записи объединены'
  const text = `Две ваши учётные записи, ${first.email} и ${second.email}, теперь одна. Заявки, работы, команды и переписка сохранены. Входить можно по любой из двух почт и телефонов с паролем от записи ${first.email}. Если другая запись не ваша, сразу напишите в поддержку.`
  for (const to of [first.email, second.email])
    await queueLetter(tx, services, { to, subject: title, text: `Здравствуйте!\n\n${text}` })
  await notify(tx, first.id, { title, text }, services.clock())
}

/** Notes the merge in the history and in the journal of every competition that the person takes part in. */
async function noted(
  tx: Tx,
  { clock }: Services,
  caller: Caller,
  { pair, two, reason }: { pair: Pair; two: Two; reason: string },
) {
  const competitions = await tx
    .selectFrom('participations')
    .select('competition_code')
    .where('account_id', '=', two.kept)
    .orderBy('competition_code')
    .execute()
  for (const { competition_code } of competitions)
    await tx
      .insertInto('participant_acts')
      .values({
        account_id: two.kept,
        competition_code,
        act: 'merged',
        about: `ID ${pair.otherId}`,
        reason,
        by: caller.accountId,
        at: clock(),
      })
      .execute()
  for (const { competition_code: competition } of competitions)
    await recordAudit(tx, {
      actorId: caller.accountId,
      action: 'accounts_merged',
      subject: `account:${two.kept}`,
      detail: { competition, person: pair.testId, merged: pair.otherId },
    })
  const here = competitions.some(({ competition_code }) => competition_code === pair.competition)
  return { competition: here ? pair.competition : null, test_id: pair.testId }
}
