import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'
import type { IdentityState } from '#shared/accounts/identity/states.ts'

const states: Record<IdentityState, string> = {
  waiting: 'ждёт второго организатора',
  told: 'назначено',
  done: 'сделано, ещё можно отменить',
  settled: 'сделано',
  withdrawn: 'организатор отказался',
  stopped: 'остановлено',
  undone: 'отменено',
  failed: 'не получилось',
}

/** What staff wanted to do to the logins of the person. The other account may be a stranger's, so it is not named. */
export async function ownIdentityActs(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('identity_acts')
    .select(['kind', 'reason', 'asked_at', 'state', 'due_at', 'ended_at'])
    .where((eb) => eb.or([eb('account_id', '=', accountId), eb('other_id', '=', accountId)]))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Что', 'Объединение с другой учётной записью'],
      ['Предложено', moment(row.asked_at)],
      ['Почему', row.reason],
      ['Состояние', states[row.state]],
      ...(row.due_at ? [['Когда', moment(row.due_at)] as const] : []),
      ...(row.ended_at ? [['Закончено', moment(row.ended_at)] as const] : []),
    ],
  }))
}
