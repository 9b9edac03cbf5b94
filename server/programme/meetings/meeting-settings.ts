import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { settingsAt } from '#server/stages/kind.ts'
import type { Season } from '#server/stages/season.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import {
  type MeetingSettings,
  mentorMeetingsKind,
  usualMeetingSettings,
} from '#shared/programme/mentor_meetings/contract.ts'
import { mentorChoiceKinds } from '#shared/programme/mentors/mentorship-status.ts'

/** The settings of the stage of meetings; a competition without that stage has the defaults. */
export function settingsOf(season: Season | null): MeetingSettings {
  const stage = season?.stages.find(({ type }) => type === mentorMeetingsKind.type)
  return stage ? settingsAt(mentorMeetingsKind, stage) : usualMeetingSettings
}

export const settingsOfStage = async (
  db: Db | Tx,
  { seasons }: Pick<Services, 'seasons'>,
  competition: string,
): Promise<MeetingSettings> => settingsOf(await seasons.of(db, competition))

export interface Place {
  competition: string
  code: string
}

/** A stage of meetings, and the stages of its competition whose meetings it shows. Refuses any other stage. */
export async function meetingsStage({ db, seasons }: Pick<Services, 'db' | 'seasons'>, { competition, code }: Place) {
  const season = await seasons.of(db, competition)
  if (!season) throw new Refusal('competition_not_found')
  const stage = season.byCode.get(code)
  if (stage?.type !== mentorMeetingsKind.type) throw new Refusal('stage_not_found')
  const kinds: readonly string[] = [...mentorChoiceKinds, mentorMeetingsKind.type]
  return {
    stage,
    settings: settingsAt(mentorMeetingsKind, stage),
    stageIds: season.stages.filter(({ type }) => kinds.includes(type)).map(({ id }) => id),
  }
}
