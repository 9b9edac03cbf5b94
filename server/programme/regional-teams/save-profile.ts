import type { Services } from '#server/services.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { type InCompetition, regionalStage } from './regional-stage.ts'

/** Saves what the person tells a team, even before joining one. */
export async function saveProfile(
  { db, clock, seasons }: Services,
  { skills, about, ...of }: InCompetition & { skills: string; about: string },
): Promise<{ saved_at: string }> {
  const saved_at = clock()
  await regionalStage(db, seasons, of, saved_at)
  const profile = { skills: skills.trim(), about: about.trim(), saved_at }
  await db
    .insertInto('regional_team_profiles')
    .values({ competition_code: of.competitionCode, account_id: of.accountId, ...profile })
    .onConflict((conflict) => conflict.columns(['competition_code', 'account_id']).doUpdateSet(profile))
    .execute()
  return { saved_at: formatWire(saved_at) }
}
