import { newEntryCode } from '#server/accounts/registration/entry-codes.ts'
import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import type { FilledPeople } from './fill-people.ts'
import { daysFrom } from './moment.ts'

/** A competition whose registration is over, with an entry code for people who are late. */
export async function fillEntryCodes(
  tx: Tx,
  { named }: Pick<FilledPeople, 'named'>,
  { config, now }: { config: Pick<Services['config'], 'pepper'>; now: Date },
): Promise<void> {
  const { id } = await tx
    .selectFrom('stages')
    .select('id')
    .where('competition_code', '=', 'young_managers')
    .where('type', '=', 'registration')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('entry_codes')
    .values({
      ...{ stage_id: id, ...newEntryCode(config), uses: 5, uses_left: 5, email: null },
      ...{ reason: 'Сайт не открывался в последний час приёма', expires_at: daysFrom(now, 14) },
      ...{ given_by: named.admin, given_at: now },
    })
    .execute()
}
