import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { readConfig } from '#server/platform/config/config.ts'
import { signAccessToken } from '#server/platform/http/access-token.ts'
import { portalDatabase } from './portal-database.ts'
import { parentOf } from './processor-time.ts'

export interface Participants {
  tokens: string[]
  /** By their codes. */
  stages: Record<string, number>
  /** The main process of PostgreSQL, which starts all its others. */
  postmaster: number
}

/** People who have reached the questionnaire of the demo season. */
const atQuestionnaire = { competition: 'ru_season_5', track: 'business', passed: ['registration', 'rules'] }

/** Creates participants who have passed these stages, in the portal of this data directory. */
export async function participants(
  env: { DATA_DIR: string; PORT: string },
  count: number,
  { competition, track, passed } = atQuestionnaire,
): Promise<Participants> {
  const config = readConfig(env)
  const { db, close } = portalDatabase(config.dataDir)
  const now = new Date()
  const inBatches = async <Row>(rows: readonly Row[], insert: (batch: Row[]) => Promise<unknown>) => {
    for (let at = 0; at < rows.length; at += 500) await insert(rows.slice(at, at + 500))
  }
  try {
    const stages = await db
      .selectFrom('stages')
      .select(['id', 'code'])
      .where('competition_code', '=', competition)
      .execute()
    const byCode = Object.fromEntries(stages.map(({ code, id }) => [code, id]))
    const accounts: { id: number; email: string; testId: number }[] = []
    await inBatches(
      Array.from({ length: count }, () => ({
        email: `${randomUUID()}@bench.test`,
        password_hash: '',
        created_at: now,
      })),
      async (batch) => {
        const made = db.insertInto('accounts').values(batch).returning(['id', 'email', 'test_id as testId'])
        accounts.push(...(await made.execute()))
      },
    )
    const sessions = accounts.map(({ id }) => ({
      id: randomUUID(),
      account_id: id,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
    }))
    await inBatches(sessions, (batch) => db.insertInto('sessions').values(batch).execute())
    await inBatches(accounts, (batch) =>
      db
        .insertInto('participations')
        .values(
          batch.map(({ id }) => ({
            account_id: id,
            competition_code: competition,
            door: 'participant' as const,
            track_code: track,
            region: '77',
            joined_at: now,
          })),
        )
        .execute(),
    )
    const passes = accounts.flatMap(({ id }) =>
      passed.map((code) => ({
        account_id: id,
        stage_id: byCode[code] ?? 0,
        started_at: now,
        submitted_at: now,
        passed_at: now,
      })),
    )
    await inBatches(passes, (batch) => db.insertInto('stage_facts').values(batch).execute())
    const tokens = await Promise.all(
      accounts.map((account, at) =>
        signAccessToken(
          config,
          { ...account, accountId: account.id, sessionId: sessions[at]?.id ?? '', epoch: 1, flags: [] },
          now,
        ),
      ),
    )
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    const postmaster = parentOf(rows[0]?.pid ?? 0)
    return { tokens, stages: byCode, postmaster }
  } finally {
    await close()
  }
}
