import type { Insertable } from 'kysely'
import type { Db } from '#server/db.ts'
import { enrol } from '#server/seasons/competitions/enrol.ts'
import type { StageTables } from '#server/stages/tables.ts'
import { anAccount, sessionOf } from './an-account.ts'
import type { TestApp } from './test-app.ts'

type NewStage = Omit<Insertable<StageTables['stages']>, 'competition_code' | 'code' | 'settings' | 'title'> & {
  title?: string
  settings?: Record<string, unknown>
}

let made = 0

/** A competition with the given stages, which are always open unless they have other times. */
export async function aCompetition<Code extends string>(
  db: Db,
  stages: Record<Code, NewStage>,
  more: { tracks?: string[]; code?: string; published?: boolean } = {},
): Promise<{ code: string; stageIds: Record<Code, number> }> {
  made += 1
  const code = more.code ?? `competition_${made}`
  await db
    .insertInto('competitions')
    .values({ code, title: `Конкурс ${made}`, published: more.published ?? true, sort: made })
    .execute()
  const tracks = more.tracks ?? ['main']
  if (tracks.length > 0)
    await db
      .insertInto('tracks')
      .values(tracks.map((track, sort) => ({ competition_code: code, code: track, title: `Трек ${track}`, sort })))
      .execute()
  const stageIds = {} as Record<Code, number>
  for (const [name, { settings, ...stage }] of Object.entries<NewStage>(stages)) {
    const { id } = await db
      .insertInto('stages')
      .values({
        title: `Этап ${name}`,
        ...stage,
        competition_code: code,
        code: name,
        settings: JSON.stringify(settings ?? {}),
        sort: Object.keys(stageIds).length,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    stageIds[name as Code] = id
  }
  return { code, stageIds }
}

/** Enrols the account as a participant. */
export const takesPart = (db: Db, accountId: number, competitionCode: string, trackCode: string | null, now: Date) =>
  db.transaction().execute((tx) => enrol(tx, { accountId, competitionCode, door: 'participant', trackCode, now }))

/** A person, logged in for ten minutes of the test's clock, who takes part in the competition if one is given. */
export async function aPerson(app: TestApp, competitionCode?: string) {
  const account = await anAccount(app)
  if (competitionCode !== undefined) await takesPart(app.db, account.id, competitionCode, 'main', app.clock.now())
  return { ...account, token: (await sessionOf(app, account)).token }
}
