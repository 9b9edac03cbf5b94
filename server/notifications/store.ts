import type { Db } from '#server/db.ts'

/** Both counts in one question. */
export async function countNotifications(db: Db, accountId: number): Promise<{ unread: number; read: number }> {
  const counted = await db
    .selectFrom('notifications')
    .select((eb) => [
      eb.fn.countAll<string>().filterWhere('read_at', 'is', null).as('unread'),
      eb.fn.countAll<string>().filterWhere('read_at', 'is not', null).as('read'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { unread: Number(counted.unread), read: Number(counted.read) }
}

/** Newest first. */
export function notificationsOf(
  db: Db,
  accountId: number,
  { status, limit, offset }: { status: 'unread' | 'read'; limit: number; offset: number },
) {
  return db
    .selectFrom('notifications')
    .select(['id', 'title', 'text', 'payload', 'created_at'])
    .where('account_id', '=', accountId)
    .where('read_at', status === 'unread' ? 'is' : 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** False when the person has no such notification; one read before keeps its moment. */
export async function markRead(db: Db, accountId: number, id: number, now: Date): Promise<boolean> {
  const found = await db
    .updateTable('notifications')
    .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.val(now)) }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return found !== undefined
}
