import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import type { Season, SeasonStage } from '#server/stages/season.ts'
import { seasonOf } from '#server/stages/stored-stage.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { type Rule, stagesOf } from '#shared/review/cutoffs/rule.ts'
import { groupType } from '#shared/stages/tree.ts'
import { type Names, titleIn } from './titles.ts'

/** A variant with its stage, or a refusal. `lock`: nobody saves or deletes it until the transaction ends. */
export async function cutoffOf(db: Db | Tx, season: Season, id: number, lock?: 'lock') {
  const query = db
    .selectFrom('cutoffs')
    .select(['id', 'stage_id', 'title', 'rule', 'letters', 'revision', 'saved_by', 'saved_at'])
    .where('id', '=', id)
  const found = await (lock ? query.forUpdate() : query).executeTakeFirst()
  const stage = found && season.byId.get(found.stage_id)
  if (!found || !stage) throw new Refusal('cutoff_not_found')
  return { ...found, stage }
}

export async function protocolOf(
  db: Db | Tx,
  { competition, number }: { competition: string; number: number },
  lock?: 'lock',
) {
  const query = db
    .selectFrom('protocols')
    .selectAll()
    .where('competition_code', '=', competition)
    .where('number', '=', number)
  const found = await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst()
  if (!found) throw new Refusal('protocol_not_found')
  return found
}

/** Stages at which a line can be drawn. A stage whose work is done in the stages below it is decided by those. */
export const decidable = (stage: SeasonStage | undefined): stage is SeasonStage =>
  stage !== undefined && stage.type !== groupType && stage.kind !== null && !stage.kind.whole

export async function namesOf(services: Services, competition: string): Promise<Names & { season: Season }> {
  const { db } = services
  const season = await seasonOf(db, services.seasons, competition)
  const regions = ((await services.dictionaries.now(db)).byName.get('regions')?.items ?? []).filter(
    ({ retired }) => !retired,
  )
  const rows = await db
    .selectFrom('dictionary_items')
    .select(['id', 'fo'])
    .where('dict', '=', 'regions')
    .where('competition_code', 'is', null)
    .where('fo', 'is not', null)
    .orderBy('fo')
    .execute()
  const districtOf = new Map(rows.flatMap(({ id, fo }) => (fo === null ? [] : [[id, fo] as const])))
  const districts = [...new Set(districtOf.values())]
  const tracks = season.tracks.map(({ code, title }) => ({ id: code, value: title }))
  const titles = {
    district: new Map(districts.map((name) => [name, name])),
    region: new Map(regions.map(({ id, value }) => [id, value])),
    track: new Map(tracks.map(({ id, value }) => [id, value])),
  }
  return {
    season,
    districtOf,
    groups: { district: districts, region: [...titles.region.keys()], track: [...titles.track.keys()] },
    choices: {
      scores: season.stages.flatMap((stage) => (decidable(stage) ? [{ id: stage.code, value: stage.title }] : [])),
      tracks,
      districts: districts.map((name) => ({ id: name, value: name })),
      regions: regions.map(({ id, value }) => ({ id, value })),
    },
    titles,
    titleOf: titleIn(titles),
  }
}

/** Names of people by account, for short lists. */
export async function peopleNamed(db: Db | Tx, ids: readonly number[]) {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'test_id', 'last_name', 'first_name', 'middle_name'])
    .where('id', 'in', [0, ...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** These of the named people, as lists of a summary show them. */
export const listed = (known: Awaited<ReturnType<typeof peopleNamed>>, ids: readonly number[]) =>
  ids.flatMap((id) => {
    const one = known.get(id)
    return one ? [{ test_id: one.test_id, name: formalName(one) }] : []
  })

/** Throws where a rule names something that the competition lacks, or contradicts itself. */
export function refuseFaulty(
  rule: Rule,
  { season, groups }: Pick<Names, 'groups'> & { season: { byCode: ReadonlyMap<string, SeasonStage> } },
) {
  const faulty = (what: string) => new Refusal('cutoff_faulty', { values: { what } })
  for (const code of stagesOf(rule))
    if (!decidable(season.byCode.get(code))) throw faulty(`этапа «${code}» в конкурсе нет`)
  for (const scores of [rule.scores, rule.second.scores])
    if (new Set(scores.map(({ stage }) => stage)).size < scores.length) throw faulty('этап назван дважды')
  if (rule.scores.length === 0) throw faulty('выберите хотя бы один этап')
  if (rule.second.places > 0 && rule.second.scores.length === 0) throw faulty('для второго списка не выбран этап')
  if (rule.tracks.some((track) => !groups.track.includes(track))) throw faulty('такого трека в конкурсе нет')
  for (const { by, of, least, most } of rule.quotas) {
    if (of !== '' && !groups[by].includes(of)) throw faulty(`«${of}» нет в справочнике`)
    if (most > 0 && least > most) throw faulty('в квоте «не меньше» больше, чем «не больше»')
  }
}
