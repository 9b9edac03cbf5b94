import { randomUUID } from 'node:crypto'
import { readConfig } from '#server/platform/config/config.ts'
import { signAccessToken } from '#server/platform/http/access-token.ts'
import { portalDatabase } from './portal-database.ts'

/** Creates people with up to 30 notifications each, in the portal of this data directory. Returns their tokens. */
export async function peopleWhoPoll(env: { DATA_DIR: string; PORT: string }, count: number): Promise<string[]> {
  const config = readConfig(env)
  const { db, close } = portalDatabase(config.dataDir)
  const now = new Date()
  try {
    const accounts = await db
      .insertInto('accounts')
      .values(
        Array.from({ length: count }, (_, number) => ({
          email: `poll${number}@bench.test`,
          password_hash: '',
          created_at: now,
        })),
      )
      .returning(['id', 'email', 'test_id as testId'])
      .execute()
    const sessions = accounts.map(({ id }) => ({
      id: randomUUID(),
      account_id: id,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
    }))
    await db.insertInto('sessions').values(sessions).execute()
    for (const [number, { id }] of accounts.entries())
      if (number % 31 > 0)
        await db
          .insertInto('notifications')
          .values(
            Array.from({ length: number % 31 }, (_, item) => ({
              account_id: id,
              title: `Уведомление № ${item}`,
              text: 'Эксперт оставил замечания к двум ответам. Остальное менять не нужно.',
              created_at: now,
            })),
          )
          .execute()
    return Promise.all(
      accounts.map((account, number) =>
        signAccessToken(
          config,
          { ...account, accountId: account.id, sessionId: sessions[number]?.id ?? '', epoch: 1, flags: [] },
          now,
        ),
      ),
    )
  } finally {
    await close()
  }
}
