import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { messagePeople } from '#server/messages/notifications/message-person.ts'
import { among, stageOf } from '#server/people/participants/among.ts'
import { inParts, paced } from '#server/platform/jobs/in-parts.ts'
import type { Services } from '#server/services.ts'
import { seasonOf } from '#server/stages/stored-stage.ts'
import { personalText } from '#shared/people/broadcasts/personal-text.ts'

/** People in one part: of notices, and of letters. */
export const partOf = { notices: 1000, letters: 200 }
/** Milliseconds between parts of letters: at most 4,000 a minute, so that other letters are not held up. */
const pause = 3_000

/** Sends a message to everybody on the portal, and then the letters. */
export async function sendBroadcast(services: Services, { broadcastId }: { broadcastId: number }): Promise<void> {
  const { db, seasons } = services
  const asked = await db
    .selectFrom('broadcasts')
    .select('competition_code')
    .where('id', '=', broadcastId)
    .executeTakeFirst()
  if (!asked) return
  await seasons.ready(db, { competitionCode: asked.competition_code })
  await inParts(db, { name: 'send_broadcast', payload: { broadcastId } }, (tx, seconds) =>
    sendPart(tx, services, broadcastId, seconds),
  )
}

const lockRow = (tx: Tx, id: number) =>
  tx.selectFrom('broadcasts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
type Row = NonNullable<Awaited<ReturnType<typeof lockRow>>>

/** The next notices or letters. Returns whether there are more, or when they may follow. */
export async function sendPart(
  tx: Tx,
  services: Services,
  broadcastId: number,
  seconds: () => number = () => 1,
): Promise<boolean | Date> {
  const row = await lockRow(tx, broadcastId)
  if (!row || row.state === 'sent' || row.state === 'cancelled') return false
  const isLettering = row.state === 'lettering'
  const { count, ...progress } = isLettering
    ? await sendLetters(tx, services, row)
    : await sendNotices(tx, services, row)
  const isOver = count < (isLettering ? partOf.letters : partOf.notices)
  const state = isOver ? (row.by_letter && !isLettering ? 'lettering' : 'sent') : isLettering ? 'lettering' : 'sending'
  await tx
    .updateTable('broadcasts')
    .set({
      ...{ ...progress, state, pace: isOver ? null : paced(count, seconds() + (isLettering ? pause / 1000 : 0)) },
      ...(state === 'sent' && { done_at: services.clock() }),
    })
    .where('id', '=', broadcastId)
    .execute()
  if (state === 'sent') return false
  return isLettering ? new Date(services.clock().getTime() + pause) : true
}

const messageOf = ({ title, competition_code }: Row) => ({
  ...{ kind: 'news' as const, title },
  link: { path: `/${competition_code}`, words: 'Открыть конкурс' },
})

const personal = ({ text }: Row, people: readonly { id: number; first_name: string }[]) =>
  people.map(({ id, first_name }) => ({ accountId: id, text: personalText(text, first_name) }))

async function sendNotices(tx: Tx, services: Services, row: Row) {
  const now = services.clock()
  const season = await seasonOf(tx, services.seasons, row.competition_code)
  const { rows: people } = await sql<{ id: number; first_name: string }>`
    select a.id, a.first_name from participations p join accounts a on a.id = p.account_id
    where p.competition_code = ${row.competition_code} and p.account_id > ${row.sent_until}
      and ${sql.join(among(row.audience, stageOf(season, row.audience), now), sql` and `)}
    order by p.account_id limit ${partOf.notices}`.execute(tx)
  const { portal } = await messagePeople(tx, services, personal(row, people), { ...messageOf(row), letters: false })
  const ids = people.map(({ id }) => id)
  await sql`
    insert into broadcast_recipients (broadcast_id, account_id, at, on_portal, by_letter)
    select ${row.id}, id, ${now}::timestamptz, id = any(${[...portal]}::integer[]), false
    from unnest(${ids}::integer[]) as id
    on conflict do nothing`.execute(tx)
  return { count: ids.length, sent: row.sent + ids.length, sent_until: ids.at(-1) ?? row.sent_until }
}

async function sendLetters(tx: Tx, services: Services, row: Row) {
  const { rows: people } = await sql<{ id: number; first_name: string }>`
    select a.id, a.first_name from broadcast_recipients r join accounts a on a.id = r.account_id
    where r.broadcast_id = ${row.id} and r.account_id > ${row.lettered_until}
    order by r.account_id limit ${partOf.letters}`.execute(tx)
  const { letters } = await messagePeople(tx, services, personal(row, people), { ...messageOf(row), portal: false })
  await sql`update broadcast_recipients set by_letter = true
    where broadcast_id = ${row.id} and account_id = any(${[...letters]}::integer[])`.execute(tx)
  return {
    ...{ count: people.length, lettered: row.lettered + people.length, letters: row.letters + letters.size },
    lettered_until: people.at(-1)?.id ?? row.lettered_until,
  }
}
