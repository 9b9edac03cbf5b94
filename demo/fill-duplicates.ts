import type { Tx } from '#server/db.ts'
import { confirmer } from './fill-cutoffs.ts'
import type { FilledPeople } from './fill-people.ts'
import { daysFrom } from './moment.ts'

/**
 * Some people have two accounts: one pair with equal names and birthdays, one account with a former number of another.
 * The merge of the latter has been proposed and waits for a second organiser.
 */
export async function fillDuplicates(tx: Tx, { crowd, entrants }: FilledPeople, now: Date): Promise<void> {
  const [first, second] = [crowd[197], crowd[199]]
  if (first && second) {
    await tx
      .updateTable('accounts')
      .set({
        last_name: first.lastName,
        first_name: first.firstName,
        middle_name: first.middleName,
        birth_date: first.birthDate,
      })
      .where('id', '=', second.accountId)
      .execute()
    await tx
      .updateTable('participations')
      .set((eb) => ({
        track_code: eb
          .selectFrom('participations as o')
          .select('o.track_code')
          .where('o.account_id', '=', first.accountId)
          .where('o.competition_code', '=', 'ru_season_5'),
      }))
      .where('account_id', '=', second.accountId)
      .where('competition_code', '=', 'ru_season_5')
      .execute()
  }
  const asker = crowd[confirmer]
  const [one, other] = entrants.slice(-2)
  if (one === undefined || other === undefined) return
  const { phone } = await tx.selectFrom('accounts').select('phone').where('id', '=', one).executeTakeFirstOrThrow()
  if (phone !== null)
    await tx
      .insertInto('former_phones')
      .values({ account_id: other, phone, until: daysFrom(now, -3) })
      .execute()
  await tx
    .insertInto('identity_acts')
    .values({
      ...{ kind: 'merge', account_id: one, other_id: other, competition_code: 'ru_season_5', state: 'waiting' },
      ...{ asked: JSON.stringify({ choices: [] }), asked_at: daysFrom(now, -0.1) },
      ...{
        reason: 'Написал в поддержку с обеих почт: забыл, что уже регистрировался',
        asked_by: asker?.accountId ?? null,
      },
    })
    .execute()
}
