import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { seasonOf } from '#server/stages/stored-stage.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { fullName } from '#shared/platform/names/full-name.ts'
import { formatWire, parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { maxExtensionDays } from '#shared/seasons/competitions/limits.ts'
import type { Gate } from '#shared/stages/gate.ts'
import { latestOf } from '#shared/stages/window.ts'
import { regionNames } from './choices.ts'

interface Place {
  competition: string
  code: string
}

/** The regions that an audience names. */
export const regionsOf = (audience: Gate | null): string[] =>
  audience !== null && 'region' in audience && Array.isArray(audience.region) ? audience.region : []

export const isForAll = (audience: Gate | null): boolean => audience !== null && 'all' in audience

const isAmong = (regions: readonly string[]) => (region: string) => regions.includes(region)

/** Extensions of regions at a stage, the latest first, and how many people of each region have not handed in. */
export async function groupExtensions(services: Services, place: Place, how?: 'whole') {
  const { db, readings } = services
  const stage = await stageAt(services, place)
  const names = await regionNames(services)
  const rows = await db
    .selectFrom('stage_extensions as e')
    .leftJoin('extension_notices as n', 'n.extension_id', 'e.id')
    .leftJoin('accounts as a', 'a.id', 'e.granted_by')
    .select(['e.audience', 'e.closes_at', 'e.reason', 'e.granted_at', 'a.first_name', 'a.last_name', 'n.told'])
    .select(sql<boolean>`n.extension_id is not null and n.done_at is null`.as('telling'))
    .where('e.stage_id', '=', stage.id)
    .where('e.audience', 'is not', null)
    .orderBy('e.id', 'desc')
    .limit(50)
    .execute()
  const read = async (reader: Db) => {
    const { rows: counts } = await sql<{ region: string; people: number }>`
      select p.region, count(*)::int as people ${waitingAt(stage)} and p.region is not null
      group by p.region`.execute(reader)
    return { counts }
  }
  const { competition } = place
  const { as_of, counts } = await readings.figures({ competition, name: `without ${stage.id}`, read }, how)
  const people = new Map(counts.map((row) => [row.region, row.people]))
  return {
    as_of,
    closes_at: stage.closesAt && formatWire(stage.closesAt),
    regions: [...names].map(([id, value]) => ({ id, value, people: people.get(id) ?? 0 })),
    groups: rows.map(({ audience, closes_at, granted_at, first_name, last_name, told, reason, telling }) => ({
      regions: regionsOf(audience).map((id) => names.get(id) ?? id),
      closes_at: formatWire(closes_at),
      reason,
      by: fullName({ first_name: first_name ?? '', last_name: last_name ?? '' }),
      at: formatWire(granted_at),
      told: told ?? 0,
      telling,
    })),
  }
}

/** People who can still hand in at a stage: participants who are not disqualified and have not handed in. */
export const waitingAt = (stage: Pick<SeasonStage, 'id' | 'competitionCode' | 'tracks'>) => sql`
  from participations p
  where p.competition_code = ${stage.competitionCode} and p.door = 'participant' and p.disqualified_at is null
    and (cardinality(${[...stage.tracks]}::text[]) = 0 or p.track_code = any(${[...stage.tracks]}::text[]))
    and not exists (
      select from stage_facts f
      where f.account_id = p.account_id and f.stage_id = ${stage.id} and (f.submitted_at is not null or f.passed_at is not null))`

/** Gives everybody of some regions more time at a stage; a job sends the messages. */
export async function extendGroup(
  services: Services,
  caller: Caller,
  place: Place,
  { regions, closes_at, reason }: { regions: string[]; closes_at: string; reason: string },
): Promise<void> {
  const { db, clock, seasons } = services
  const names = await regionNames(services)
  if (regions.some((region) => !names.has(region))) throw new Refusal('region_not_found')
  const closesAt = parseWire(closes_at)
  await db.transaction().execute(async (tx) => {
    // Of two extensions at once the second one sees the first.
    await sql`select from stages where competition_code = ${place.competition} and code = ${place.code}
      for no key update`.execute(tx)
    const now = clock()
    const stage = await stageAt({ db: tx, seasons }, place)
    if (!stage.closesAt) throw new Refusal('extension_useless')
    const earlier = stage.groupExtensions.filter(
      ({ audience }) => isForAll(audience) || regionsOf(audience).some(isAmong(regions)),
    )
    const before = latestOf([{ closesAt: stage.closesAt }, ...earlier]) ?? now
    const latest = new Date(now.getTime() + maxExtensionDays * 24 * 3_600_000)
    if (!closesAt || closesAt <= before || closesAt <= now || closesAt > latest)
      throw new Refusal('extension_too_short', { values: { before: showDateTime(before > now ? before : now) } })
    const { id } = await tx
      .insertInto('stage_extensions')
      .values({
        stage_id: stage.id,
        audience: JSON.stringify({ region: regions }),
        closes_at: closesAt,
        reason: reason.trim(),
        granted_by: caller.accountId,
        granted_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('extension_notices').values({ extension_id: id }).execute()
    await addJob(tx, 'tell_of_extension', { extensionId: id })
    const inWords = regions.map((region) => names.get(region) ?? region).join(', ')
    await recordAudit(tx, {
      actorId: caller.accountId,
      action: 'group_extended',
      subject: `stage:${place.competition}/${place.code}`,
      detail: {
        competition: place.competition,
        stage: place.code,
        changes: [{ field: 'closes_at', title: inWords, before: formatWire(before), after: formatWire(closesAt) }],
      },
    })
  })
}

async function stageAt(
  { db, seasons }: Pick<Services, 'seasons'> & { db: Db | Tx },
  { competition, code }: Place,
): Promise<SeasonStage> {
  const stage = (await seasonOf(db, seasons, competition)).byCode.get(code)
  if (!stage) throw new Refusal('stage_not_found')
  return stage
}
