import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { messagePeople } from '#server/notifications/message-person.ts'
import { among, stageOf } from '#server/participants/among.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import { seasonOf } from '#server/stage-editing/stored-stage.ts'
import { personalText } from '#shared/broadcasts/personal-text.ts'

const batch = 200
/** Milliseconds between batches: at most 4,000 people a minute, so that other letters are not held up. */
const pause = 3_000

/**
 * Sends a message to the next people and queues the rest. The progress is stored in the transaction of the messages, so
 * an interrupted job continues where it stopped, and nobody gets the message twice.
 */
export async function sendBroadcast(services: Services, { broadcastId }: { broadcastId: number }): Promise<void> {
  const { db, clock, seasons } = services
  const asked = await db
    .selectFrom('broadcasts')
    .select('competition_code')
    .where('id', '=', broadcastId)
    .executeTakeFirst()
  if (asked) await seasons.ready(db, { competitionCode: asked.competition_code })
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('broadcasts')
      .selectAll()
      .where('id', '=', broadcastId)
      .forUpdate()
      .executeTakeFirst()
    if (!row || row.state === 'sent' || row.state === 'cancelled') return
    const season = await seasonOf(tx, seasons, row.competition_code)
    const { rows: people } = await sql<{ id: number; first_name: string }>`
      select a.id, a.first_name from participations p join accounts a on a.id = p.account_id
      where p.competition_code = ${row.competition_code} and p.account_id > ${row.sent_until}
        and ${sql.join(among(row.audience, stageOf(season, row.audience), clock()), sql` and `)}
      order by a.id limit ${batch}`.execute(tx)
    const reached = await messagePeople(
      tx,
      services,
      people.map(({ id, first_name }) => ({ accountId: id, text: personalText(row.text, first_name) })),
      {
        kind: 'news',
        title: row.title,
        link: { path: `/${row.competition_code}`, words: 'Открыть конкурс' },
        letters: row.by_letter,
      },
    )
    await keepLog(tx, broadcastId, people, reached, clock())
    const over = people.length < batch
    await tx
      .updateTable('broadcasts')
      .set({
        state: over ? 'sent' : 'sending',
        sent: sql`sent + ${people.length}`,
        letters: sql`letters + ${reached.letters.size}`,
        sent_until: people.at(-1)?.id ?? row.sent_until,
        ...(over && { done_at: clock() }),
      })
      .where('id', '=', broadcastId)
      .execute()
    if (!over) await addJob(tx, 'send_broadcast', { broadcastId }, { runAt: new Date(clock().getTime() + pause) })
  })
}

async function keepLog(
  tx: Tx,
  broadcastId: number,
  people: readonly { id: number }[],
  { portal, letters }: { portal: ReadonlySet<number>; letters: ReadonlySet<number> },
  at: Date,
): Promise<void> {
  if (people.length === 0) return
  await tx
    .insertInto('broadcast_recipients')
    .values(
      people.map(({ id }) => ({
        ...{ broadcast_id: broadcastId, account_id: id, at },
        ...{ on_portal: portal.has(id), by_letter: letters.has(id) },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
