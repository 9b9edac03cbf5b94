import type { Tx } from '#server/db.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { Door } from '#shared/stages/door.ts'

/**
 * Makes the account a participant (or supporter) of the competition. A second call only changes the role and the track.
 */
export async function enrol(
  tx: Tx,
  who: {
    accountId: number
    competitionCode: string
    door: Door
    trackCode: string | null
    now: Date
    /** kladr_code of the region whose time zone applies to this person. */
    region?: string | null
  },
): Promise<void> {
  const trackCode = who.trackCode ?? (await onlyTrack(tx, who.competitionCode))
  if (trackCode !== null && !(await trackExists(tx, who.competitionCode, trackCode))) {
    throw new Refusal('invalid_request', {
      fields: { track: { rule: 'dict', message: 'Выберите трек из списка' } },
    })
  }
  await tx
    .insertInto('participations')
    .values({
      account_id: who.accountId,
      competition_code: who.competitionCode,
      door: who.door,
      track_code: trackCode,
      region: who.region ?? null,
      joined_at: who.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'competition_code']).doUpdateSet((eb) => ({
        door: eb.ref('excluded.door'),
        track_code: eb.fn.coalesce('excluded.track_code', 'participations.track_code'),
        region: eb.fn.coalesce('excluded.region', 'participations.region'),
      })),
    )
    .execute()
}

/** The track of a competition that has only one: nothing is to be chosen then. */
async function onlyTrack(tx: Tx, competitionCode: string): Promise<string | null> {
  const tracks = await tx
    .selectFrom('tracks')
    .select('code')
    .where('competition_code', '=', competitionCode)
    .limit(2)
    .execute()
  return tracks.length === 1 ? (tracks[0]?.code ?? null) : null
}

async function trackExists(tx: Tx, competitionCode: string, code: string): Promise<boolean> {
  const found = await tx
    .selectFrom('tracks')
    .select('code')
    .where('competition_code', '=', competitionCode)
    .where('code', '=', code)
    .executeTakeFirst()
  return found !== undefined
}
