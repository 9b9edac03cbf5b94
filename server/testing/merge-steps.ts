import { type Kysely, sql } from 'kysely'
import { anAccount, sessionOf } from './an-account.ts'
import type { TestApp } from './test-app.ts'

const day = 24 * 3_600_000

interface Pair {
  competition: string
  test_id: number
  other_id: number
}
interface Asked {
  choices: { key: string; stands: 'kept' | 'merged' }[]
  reason: string
}

/** Two organisers, who propose, confirm and stop merges. */
export async function twoOrganisers(app: TestApp) {
  const people = [
    await anAccount(app, { isDemo: true, flags: ['participants'] }),
    await anAccount(app, { isDemo: true, flags: ['participants'] }),
  ] as const
  const token = async (at: 0 | 1) => (await sessionOf(app, people[at])).token
  const propose = async (params: Pair, body: Asked, at: 0 | 1 = 0) =>
    app.call('POST /admin/competitions/:competition/duplicates/:test_id/:other_id/merge', {
      token: await token(at),
      params,
      body,
    })
  const confirm = async (competition: string, act_id: number, at: 0 | 1 = 1) =>
    app.call('POST /admin/competitions/:competition/merges/:act_id/confirm', {
      token: await token(at),
      params: { competition, act_id },
      body: { reason: 'Позвонила по обоим номерам' },
    })
  const stop = async (competition: string, act_id: number, at: 0 | 1 = 1) =>
    app.call('POST /admin/competitions/:competition/merges/:act_id/stop', {
      token: await token(at),
      params: { competition, act_id },
      body: { reason: 'Оказались разные люди' },
    })
  /** The day after both were told. The clock goes back, because the tokens of a test do not last that long. */
  const aDayLater = async () => {
    const now = app.clock.now()
    app.clock.advance(day)
    await app.work('carry_out_identity_act')
    app.clock.set(now)
  }
  /** Proposed by one, confirmed by the other, and done. Answers as the proposal does. */
  const merge = async (params: Pair, body: Asked) => {
    const proposed = await propose(params, body)
    if (proposed.status !== 200) return proposed
    const { act_id } = proposed.body
    const { state } = await actOf(app, act_id)
    if (state === 'waiting') await confirm(params.competition, act_id)
    await aDayLater()
    return proposed
  }
  return { people, token, propose, confirm, stop, aDayLater, merge }
}

export const actOf = (app: TestApp, id: number) =>
  app.db.selectFrom('identity_acts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** What a merge and its undoing write down about themselves, and what wakes other parts of the portal. */
const bookkeeping = [
  ...['identity_acts', 'identity_act_links', 'notifications', 'audit', 'audit_checks', 'outbox'],
  ...[
    'outgoing_messages',
    'message_dispatches',
    'person_changes',
    'woken_teams',
    'schema_migrations',
    'throttles',
    'reading_gaps',
  ],
  // Sessions of the merged account end for good.
  ...['sessions', 'refresh_tokens', 'known_devices', 'password_tries', 'job_queue_versions'],
]

/** Every row of every table, to compare the whole database before a merge and after its undoing. */
export async function everyRow(db: Pick<Kysely<object>, 'getExecutor'>): Promise<Map<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = 'public' and tablename <> all(${bookkeeping}::text[]) order by 1`.execute(db)
  const all = new Map<string, string[]>()
  for (const { name } of tables) {
    // A merge ends requests made before it, and a row says when it was last written: neither is a person's data.
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t) - array['session_epoch', 'look_at'])::text as row from ${sql.table(name)} t order by 1`.execute(
      db,
    )
    all.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return all
}

/** The rows that only one of the two has, by table. */
export function differences(before: Map<string, string[]>, after: Map<string, string[]>): string[] {
  const only = (table: string, sign: string, rows: readonly string[], others: readonly string[]) => {
    const known = new Set(others)
    return rows.filter((row) => !known.has(row)).map((row) => `${sign} ${table} ${row}`)
  }
  return [...before].flatMap(([table, rows]) => [
    ...only(table, 'lost', rows, after.get(table) ?? []),
    ...only(table, 'new', after.get(table) ?? [], rows),
  ])
}
