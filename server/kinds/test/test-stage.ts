import type { Services } from '#server/services.ts'
import { settingsAt } from '#server/stages/kind.ts'
import type { Season, SeasonStage } from '#server/stages/season.ts'
import { testKind } from '#shared/kinds/test/contract.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'

export interface Place {
  competition: string
  code: string
}

/** A stage of this kind, named by its organiser. */
export async function testStageAt(
  { db, seasons }: Pick<Services, 'db' | 'seasons'>,
  { competition, code }: Place,
): Promise<SeasonStage> {
  const season = await seasons.of(db, competition)
  if (!season) throw new Refusal('competition_not_found')
  const stage = season.byCode.get(code)
  if (stage?.type !== testKind.type) throw new Refusal('stage_not_found')
  return stage
}

/** The tracks whose people take the test. */
export const tracksOf = (
  stage: SeasonStage,
  all: readonly Omit<Season['tracks'][number], 'description'>[],
): { code: string; title: string }[] =>
  all
    .filter(({ code }) => stage.tracks.length === 0 || stage.tracks.includes(code))
    .map(({ code, title }) => ({ code, title }))

export const testSettings = (stage: SeasonStage) => settingsAt(testKind, stage)
