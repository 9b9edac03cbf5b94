import { checklistOf } from '#server/editing/stages/checklist.ts'
import { asOption, canHaveScores, consentsOf } from '#server/editing/stages/named-stages.ts'
import { kindTitle } from '#server/editing/stages/show-stage.ts'
import type { Services } from '#server/services.ts'
import { seasonOf, storedStages } from '#server/stages/stored-stage.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { reportNow } from './look-at-season.ts'
import { kindsToAdd } from './order-stages.ts'
import { mayWaitUntil, seasonChecklist } from './season-checklist.ts'

/** The stages of a competition, each with what stands in its way, as they would be with what waits to be published. */
export async function listStages({ db, config, seasons, dictionaries, clock }: Services, competition: string) {
  const now = clock()
  const season = await seasonOf(db, seasons, competition)
  const stages = await storedStages(db, season)
  const regions = (await dictionaries.now(db)).byName.get('regions')?.items ?? []
  const row = await db
    .selectFrom('competitions')
    .select(['published', 'copied', 'tagline', 'description', 'copyright', 'links'])
    .where('code', '=', competition)
    .executeTakeFirst()
  return {
    title: season.title,
    published: row?.published ?? false,
    // Only the organisers of a hidden competition see it.
    copied:
      row?.copied && !row.published ? await reportNow(db, { ...row, copied: row.copied }, season, stages, now) : null,
    checklist: (await seasonChecklist(db, config, season, now)).map(({ by, ...item }) => ({
      ...item,
      by: by && formatWire(by),
    })),
    kinds: kindsToAdd(),
    choices: {
      tracks: season.tracks.map(asOption),
      regions: regions.filter(({ retired }) => !retired).map(({ id, value }) => ({ id, value })),
      consents: consentsOf(season),
    },
    stages: await Promise.all(
      stages.map(async (stored) => {
        const { row, live, waits } = stored
        return {
          code: row.code,
          parent: (row.parentId !== null && season.byId.get(row.parentId)?.code) || null,
          type: row.type,
          kind_title: kindTitle(stored),
          whole: Boolean(row.kind?.whole),
          scored: canHaveScores(row),
          title: live.title,
          opens_at: row.opensAt && formatWire(row.opensAt),
          closes_at: row.closesAt && formatWire(row.closesAt),
          published: live.published,
          edited: waits,
          checklist: (await checklistOf(db, stored)).map((item) => {
            const by = item.level === 'red' ? mayWaitUntil(row, now) : null
            return { ...item, by: by && formatWire(by) }
          }),
        }
      }),
    ),
  }
}
