import type { Services } from '#server/services.ts'
import { formatWire } from '#shared/time/moscow.ts'
import { checklistOf } from './checklist.ts'
import { kindTitle } from './show-stage.ts'
import { seasonOf, storedStages } from './stored-stage.ts'

/** The stages of a competition, including unpublished edits, each with its checklist. */
export async function listStages({ db, seasons }: Services, competition: string) {
  const season = await seasonOf(db, seasons, competition)
  const stages = await storedStages(db, season)
  return {
    title: season.title,
    stages: stages.map((stored) => {
      const { row, live, waits } = stored
      return {
        code: row.code,
        parent: (row.parentId !== null && season.byId.get(row.parentId)?.code) || null,
        type: row.type,
        kind_title: kindTitle(stored),
        title: live.title,
        opens_at: row.opensAt && formatWire(row.opensAt),
        closes_at: row.closesAt && formatWire(row.closesAt),
        published: live.published,
        edited: waits,
        checklist: checklistOf(stored),
      }
    }),
  }
}
