import { sql } from 'kysely'
import { messagePerson } from '#server/notifications/message-person.ts'
import type { Services } from '#server/services.ts'
import { quoted } from '#shared/text/quoted.ts'
import { showDateTime } from '#shared/time/moscow.ts'
import { regionsOf, waitingAt } from './extend-group.ts'

const batch = 100

/**
 * Tells the people of a group that their stage ends later, in batches. The progress is stored together with the
 * messages, so an interrupted job continues where it stopped and nobody gets two messages.
 */
export async function tellOfExtension(services: Services, extensionId: number): Promise<void> {
  while (!(await tellSome(services, extensionId))) {
    // Each batch is a transaction of its own.
  }
}

/** Sends the next messages. Returns true when everybody has got one. */
function tellSome(services: Services, extensionId: number): Promise<boolean> {
  return services.db.transaction().execute(async (tx) => {
    const notice = await tx
      .selectFrom('extension_notices as n')
      .innerJoin('stage_extensions as e', 'e.id', 'n.extension_id')
      .innerJoin('stages as s', 's.id', 'e.stage_id')
      .select(['n.told_until', 'n.done_at', 'e.audience', 'e.closes_at', 'e.reason'])
      .select(['s.id', 's.title', 's.competition_code', 's.tracks'])
      .where('n.extension_id', '=', extensionId)
      .forUpdate('n')
      .executeTakeFirst()
    if (!notice || notice.done_at) return true
    const stage = { id: notice.id, competitionCode: notice.competition_code, tracks: notice.tracks }
    const { rows } = await sql<{ account_id: number }>`
      select p.account_id ${waitingAt(stage)}
        and p.region = any(${regionsOf(notice.audience)}::text[]) and p.account_id > ${notice.told_until}
      order by p.account_id limit ${batch}`.execute(tx)
    for (const { account_id } of rows)
      await messagePerson(tx, services, account_id, {
        kind: 'stages',
        title: `Вам продлили срок этапа ${quoted(notice.title)}`,
        text: `Сдать можно до ${showDateTime(notice.closes_at)} по Москве. Причина: ${notice.reason}`,
        link: { path: `/${notice.competition_code}`, words: 'Открыть этапы' },
      })
    const last = rows.at(-1)
    await tx
      .updateTable('extension_notices')
      .set({
        told: sql`told + ${rows.length}`,
        ...(last && { told_until: last.account_id }),
        ...(rows.length < batch && { done_at: services.clock() }),
      })
      .where('extension_id', '=', extensionId)
      .execute()
    return rows.length < batch
  })
}
