import type { Services } from '#server/services.ts'
import type { Season } from '#server/stages/season.ts'
import { groupType } from '#shared/stages/tree.ts'
import { answersAt } from './answers-at.ts'

/** The choices by which a list of the people of a season can be narrowed. */
export async function audienceChoices(services: Pick<Services, 'db' | 'dictionaries'>, season: Season) {
  const tags = await services.db
    .selectFrom('competition_tags')
    .select('tag')
    .where('competition_code', '=', season.code)
    .orderBy('tag')
    .execute()
  return {
    tracks: season.tracks.map(({ code, title }) => ({ id: code, value: title })),
    regions: [...(await regionNames(services))].map(([id, value]) => ({ id, value })),
    stages: season.stages.flatMap((stage) =>
      stage.type === groupType ? [] : [{ id: stage.code, value: stage.title, answers: answersAt(stage) }],
    ),
    tags: tags.map(({ tag }) => tag),
  }
}

/** The names of regions that are in use, by their key. */
export async function regionNames({
  db,
  dictionaries,
}: Pick<Services, 'db' | 'dictionaries'>): Promise<Map<string, string>> {
  const items = (await dictionaries.now(db)).byName.get('regions')?.items ?? []
  return new Map(items.filter(({ retired }) => !retired).map(({ id, value }) => [id, value]))
}
