import type { Services } from '#server/services.ts'
import type { Season, SeasonStage } from '#server/stages/season.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { ChoiceSettings } from '#shared/programme/mentors/choice-settings.ts'
import { mentorChoiceKinds } from '#shared/programme/mentors/mentorship-status.ts'
import { choiceSettings } from './choice-of.ts'

export interface Place {
  competition: string
  code: string
}

/** The reason of each extension of a second round, by which the round is found. */
export const secondRound = 'Второй тур'

interface MentorStage {
  season: Season
  stage: SeasonStage
  settings: ChoiceSettings
}

/** The stage that an organiser names. Refuses a stage at which no mentors are chosen. */
export async function mentorStage(
  { db, seasons }: Pick<Services, 'db' | 'seasons'>,
  { competition, code }: Place,
): Promise<MentorStage> {
  const season = await seasons.of(db, competition)
  if (!season) throw new Refusal('competition_not_found')
  const stage = season.byCode.get(code)
  if (!stage || !mentorChoiceKinds.includes(stage.type)) throw new Refusal('stage_not_found')
  return { season, stage, settings: choiceSettings(stage) }
}

/** The stage that an organiser names. Refuses a stage without a matching. */
export async function matchedStage(services: Pick<Services, 'db' | 'seasons'>, place: Place): Promise<MentorStage> {
  const found = await mentorStage(services, place)
  if (found.settings.way !== 'matching') throw new Refusal('matching_not_used')
  return found
}

export const isOver = ({ closesAt }: Pick<SeasonStage, 'closesAt'>, now: Date): boolean =>
  closesAt !== null && closesAt <= now
