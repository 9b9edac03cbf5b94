import type { Db } from '#server/db.ts'

/** A regional group with teams, given by name and number of places. Returns the teams' ids by name. */
export async function aRegionalGroup<Name extends string>(
  db: Db,
  of: { competitionCode: string; region: string; teams: Record<Name, number> },
): Promise<Record<Name, number>> {
  const competition_code = of.competitionCode
  const { id: group_id } = await db
    .insertInto('regional_groups')
    .values({ competition_code, code: `group_${of.region}`, title: `Округ ${of.region}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('regional_group_regions').values({ competition_code, region: of.region, group_id }).execute()
  const ids = {} as Record<Name, number>
  for (const [name, capacity] of Object.entries<number>(of.teams)) {
    const { id } = await db
      .insertInto('regional_teams')
      .values({ group_id, competition_code, name, capacity })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids[name as Name] = id
  }
  return ids
}
