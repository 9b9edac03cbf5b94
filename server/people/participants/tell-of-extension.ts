import { sql } from 'kysely'
import { messagePeople } from '#server/messages/notifications/message-person.ts'
import { inParts } from '#server/platform/jobs/in-parts.ts'
import type { Services } from '#server/services.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { regionsOf, waitingAt } from './extend-group.ts'

const batch = 250

/** Tells the people of a group that their stage ends later. */
export const tellOfExtension = ({ db, ...services }: Services, extensionId: number): Promise<void> =>
  inParts(db, { name: 'tell_of_extension', payload: { extensionId } }, async (tx) => {
    const notice = await tx
      .selectFrom('extension_notices as n')
      .innerJoin('stage_extensions as e', 'e.id', 'n.extension_id')
      .innerJoin('stages as s', 's.id', 'e.stage_id')
      .select(['n.told_until', 'n.done_at', 'e.audience', 'e.closes_at', 'e.reason'])
      .select(['s.id', 's.title', 's.competition_code', 's.tracks'])
      .where('n.extension_id', '=', extensionId)
      .forUpdate('n')
      .executeTakeFirst()
    if (!notice || notice.done_at) return false
    const stage = { id: notice.id, competitionCode: notice.competition_code, tracks: notice.tracks }
    const { rows } = await sql<{ account_id: number }>`
      select p.account_id ${waitingAt(stage)}
        and p.region = any(${regionsOf(notice.audience)}::text[]) and p.account_id > ${notice.told_until}
      order by p.account_id limit ${batch}`.execute(tx)
    const text = `Сдать можно до ${showDateTime(notice.closes_at)} по Москве. Причина: ${notice.reason}`
    await messagePeople(
      tx,
      services,
      rows.map(({ account_id: accountId }) => ({ accountId, text })),
      {
        kind: 'stages',
        title: `Вам продлили срок этапа ${quoted(notice.title)}`,
        link: { path: `/${notice.competition_code}`, words: 'Открыть этапы' },
      },
    )
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
    return rows.length === batch
  })
