import type { Db, Tx } from '#server/db.ts'
import { type VersionedMemory, versionedMemory } from '#server/platform/db/versioned-memory.ts'
import { type PeopleMemory, peopleMemory } from './people-memory.ts'
import { type KindsByType, readSeason, type Season } from './season.ts'

/** The seasons that this process has in memory, by the code of the competition. */
export interface Seasons extends VersionedMemory<Season> {
  kinds: KindsByType
  /** The statuses of stages for the people who were here last. */
  people: PeopleMemory
  /** The code of the competition that a stage is part of; null when there is no such stage. */
  codeOf(db: Db | Tx, stageId: number): Promise<string | null>
  /** Loads the season before a transaction begins, because data read inside a transaction is not kept in memory. */
  ready(db: Db, name: { stageId: number } | { competitionCode: string }): Promise<void>
}

export function createSeasons({ kinds, trusted }: { kinds: KindsByType; trusted: () => boolean }): Seasons {
  /** A stage never moves to another competition. After a competition's code has changed, the old code finds nothing. */
  const codes = new Map<number, string>()
  const memory = versionedMemory<Season>({
    trusted,
    async read(db: Db, code) {
      const season = await readSeason(db, code, kinds)
      for (const { id } of season?.stages ?? []) codes.set(id, code)
      return season
    },
    versionNow: async (db: Db, code) =>
      (await db.selectFrom('season_versions').select('version').where('competition_code', '=', code).executeTakeFirst())
        ?.version,
  })
  async function codeOf(db: Db | Tx, stageId: number): Promise<string | null> {
    const known = codes.get(stageId)
    if (known !== undefined) return known
    const row = await db.selectFrom('stages').select('competition_code').where('id', '=', stageId).executeTakeFirst()
    return row?.competition_code ?? null
  }
  return {
    ...memory,
    kinds,
    people: peopleMemory(),
    codeOf,
    async ready(db, name) {
      const code = 'stageId' in name ? await codeOf(db, name.stageId) : name.competitionCode
      if (code !== null) await memory.known(db, code)
    },
    forgetAll() {
      codes.clear()
      memory.forgetAll()
    },
  }
}
