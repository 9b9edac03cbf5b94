import type { Tx } from '#server/db.ts'
import { confirmer } from './fill-cutoffs.ts'
import type { FilledPeople } from './fill-people.ts'
import { daysFrom } from './moment.ts'

/**
 * Some people have two accounts: one pair with equal names and birthdays, one account with a former number of another.
 * The merge of two others has been proposed and waits for a second organiser.
 */
export async function fillDuplicates(tx: Tx, { crowd, entrants }: FilledPeople, now: Date): Promise<void> {
  const [first, second] = [crowd[197], crowd[199]]
  if (first && second) {
    await giveSameName(tx, first, second)
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
  const [one, other] = entrants.slice(-2)
  if (one === undefined || other === undefined) return
  const { phone } = await tx.selectFrom('accounts').select('phone').where('id', '=', one).executeTakeFirstOrThrow()
  if (phone !== null)
    await tx
      .insertInto('former_phones')
      .values({ account_id: other, phone, until: daysFrom(now, -3) })
      .execute()
  await proposeMerge(tx, [crowd[167], crowd[172]], crowd[confirmer], now)
}

type Person = FilledPeople['crowd'][number]

const giveSameName = (tx: Tx, { lastName, firstName, middleName, birthDate }: Person, { accountId }: Person) =>
  tx
    .updateTable('accounts')
    .set({ last_name: lastName, first_name: firstName, middle_name: middleName, birth_date: birthDate })
    .where('id', '=', accountId)
    .execute()

async function proposeMerge(tx: Tx, [kept, merged]: (Person | undefined)[], asker: Person | undefined, now: Date) {
  if (!kept || !merged || !asker) return
  await giveSameName(tx, kept, merged)
  const stages = await tx.selectFrom('stages').select(['competition_code', 'code']).execute()
  const competitions = await tx.selectFrom('competitions').select('code').execute()
  const keys = [
    ...stages.map((stage) => `${stage.competition_code}/${stage.code}`),
    ...competitions.map(({ code }) => code),
  ]
  const choices = keys.map((key) => ({ key, stands: 'kept' as const }))
  await tx
    .insertInto('identity_acts')
    .values({
      ...{ kind: 'merge', account_id: kept.accountId, other_id: merged.accountId, competition_code: 'ru_season_5' },
      ...{ asked: JSON.stringify({ choices }), asked_by: asker.accountId, asked_at: daysFrom(now, -0.1) },
      ...{ state: 'waiting', reason: 'Написал в поддержку с обеих почт: забыл, что уже регистрировался' },
    })
    .execute()
}
