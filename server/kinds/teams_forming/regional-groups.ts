import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { isUniqueViolation } from '#server/platform/db/unique-violation.ts'
import { audited } from '#server/review/judging/edit-judging.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { teamsFormingKind } from '#shared/programme/teams_forming/contract.ts'
import { regionalView } from '#shared/stages/regional-view.ts'
import type { Place } from './owners-stage.ts'

/** A stage at which people join regional teams, for its organiser. */
export async function ownersRegional({ db, seasons }: Pick<Services, 'db' | 'seasons'>, place: Place) {
  const season = await seasons.of(db, place.competition)
  if (!season) throw new Refusal('competition_not_found')
  const stage = season.byCode.get(place.code)
  if (stage?.type !== teamsFormingKind.type || stage.view !== regionalView) throw new Refusal('stage_not_found')
  return stage
}

/** The groups of a competition. Each region is in at most one group, so there are never more groups than regions. */
export async function listGroups(services: Services, place: Place) {
  await ownersRegional(services, place)
  const { rows: groups } = await sql<{
    id: number
    title: string
    regions: string[]
    teams: number
    members: number
    places: number
  }>`
    select g.id, g.title,
      coalesce((select array_agg(r.region order by r.region) from regional_group_regions r where r.group_id = g.id), '{}')
        as regions,
      (select count(*)::int from regional_teams t where t.group_id = g.id) as teams,
      (select coalesce(sum(t.capacity), 0)::int from regional_teams t where t.group_id = g.id) as places,
      (select count(*)::int from regional_team_members m join regional_teams t on t.id = m.team_id
        where t.group_id = g.id) as members
    from regional_groups g where g.competition_code = ${place.competition} order by g.title, g.id`.execute(services.db)
  const regions = await services.db
    .selectFrom('dictionary_items')
    .select(['id', 'value'])
    .where('dict', '=', 'regions')
    .where('competition_code', 'is', null)
    .orderBy('value')
    .execute()
  return { groups, regions }
}

interface Group {
  title: string
  regions: readonly string[]
}

export async function makeGroup(services: Services, actorId: number, place: Place, group: Group) {
  await ownersRegional(services, place)
  return refusingSharedRegion(() =>
    services.db.transaction().execute(async (tx) => {
      const title = group.title.trim()
      const { id } = await tx
        .insertInto('regional_groups')
        .values({ competition_code: place.competition, code: randomUUID().slice(0, 8), title })
        .returning('id')
        .executeTakeFirstOrThrow()
      await setRegions(tx, place, id, group.regions)
      await audited(tx, actorId, place, 'regional_group_made', [
        { field: 'group', title: `Группа ${id}: ${quoted(title)}` },
      ])
      return { id }
    }),
  )
}

export async function changeGroup(
  services: Services,
  actorId: number,
  place: Place & { group_id: number },
  group: Group,
): Promise<void> {
  await ownersRegional(services, place)
  await refusingSharedRegion(() =>
    services.db.transaction().execute(async (tx) => {
      const before = await lockGroup(tx, place)
      const title = group.title.trim()
      await tx.updateTable('regional_groups').set({ title }).where('id', '=', place.group_id).execute()
      await tx.deleteFrom('regional_group_regions').where('group_id', '=', place.group_id).execute()
      await setRegions(tx, place, place.group_id, group.regions)
      await audited(tx, actorId, place, 'regional_group_changed', [
        { field: 'group', title: `Группа ${place.group_id}`, before: before.title, after: title },
      ])
    }),
  )
}

export async function dropGroup(services: Services, actorId: number, place: Place & { group_id: number }) {
  await ownersRegional(services, place)
  await services.db.transaction().execute(async (tx) => {
    const { title } = await lockGroup(tx, place)
    // Locked, so that nobody joins one of the teams meanwhile.
    const teams = await tx
      .selectFrom('regional_teams')
      .select('id')
      .where('group_id', '=', place.group_id)
      .orderBy('id')
      .forUpdate()
      .execute()
    const ids = [0, ...teams.map(({ id }) => id)]
    const member = await tx
      .selectFrom('regional_team_members')
      .select('seat')
      .where('team_id', 'in', ids)
      .executeTakeFirst()
    if (member) throw new Refusal('regional_in_use')
    await tx.deleteFrom('regional_groups').where('id', '=', place.group_id).execute()
    await audited(tx, actorId, place, 'regional_group_dropped', [
      { field: 'group', title: `Группа ${place.group_id}: ${quoted(title)}` },
    ])
  })
}

export async function lockGroup(tx: Tx, { competition, group_id }: Place & { group_id: number }) {
  const group = await tx
    .selectFrom('regional_groups')
    .select(['id', 'title'])
    .where('id', '=', group_id)
    .where('competition_code', '=', competition)
    .forUpdate()
    .executeTakeFirst()
  if (!group) throw new Refusal('regional_group_not_found')
  return group
}

async function setRegions(tx: Tx, { competition }: Place, group_id: number, regions: readonly string[]): Promise<void> {
  const known = await tx
    .selectFrom('dictionary_items')
    .select('id')
    .where('dict', '=', 'regions')
    .where('competition_code', 'is', null)
    .where('id', 'in', [...regions])
    .execute()
  if (known.length < regions.length) throw new Refusal('region_not_found')
  await tx
    .insertInto('regional_group_regions')
    .values(regions.toSorted().map((region) => ({ competition_code: competition, region, group_id })))
    .execute()
}

/** The key of the table decides whose region it is, also when two organisers assign it at once. */
async function refusingSharedRegion<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error, 'regional_group_regions_pkey')) throw new Refusal('region_in_other_group')
    throw error
  }
}
