import { settingsAt } from '#server/stages/kind.ts'
import type { Season } from '#server/stages/season.ts'
import { feedbackKind } from '#shared/stages/feedback/contract.ts'

/**
 * What organisers say they have changed because of what people said of a stage. Everybody may read it, also whoever was not
 * asked or does not want to be.
 */
export const changesIn = (season: Season | null): { stage: string; text: string }[] =>
  (season?.stages ?? []).flatMap((stage) => {
    if (stage.type !== feedbackKind.type || !stage.published) return []
    const { about, changes } = settingsAt(feedbackKind, stage)
    return changes.trim() === '' ? [] : [{ stage: season?.byCode.get(about)?.title ?? '', text: changes.trim() }]
  })
