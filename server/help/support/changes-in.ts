import { settingsAt } from '#server/stages/kind.ts'
import type { Season } from '#server/stages/season.ts'
import { feedbackKind } from '#shared/kinds/feedback/contract.ts'

/**
 * Changes that organisers have made because of feedback about a stage, in their words. Everybody may read them, also
 * people who were not asked for feedback or refuse to give it.
 */
export const changesIn = (season: Season | null): { stage: string; text: string }[] =>
  (season?.stages ?? []).flatMap((stage) => {
    if (stage.type !== feedbackKind.type || !stage.published) return []
    const { about, changes } = settingsAt(feedbackKind, stage)
    return changes.trim() === '' ? [] : [{ stage: season?.byCode.get(about)?.title ?? '', text: changes.trim() }]
  })
