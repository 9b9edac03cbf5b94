import { sql } from 'kysely'
import { keyedHash } from '#server/platform/crypto/hashes.ts'
import { readableCode, typedCode } from '#server/platform/crypto/readable-code.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { refuseUnlessCaptain } from './refuse-unless-captain.ts'
import { lockTeam, oneTeam, type TeamRow } from './store.ts'

type Keys = Pick<Services['config'], 'pepper'>

/**
 * The team's code for the captain. It is derived from the team's serial number and the pepper and is not stored, so
 * that a copy of the database reveals no codes.
 */
export function inviteCode({ pepper }: Keys, team: Pick<TeamRow, 'id' | 'invite_serial'>): string {
  return readableCode(keyedHash(pepper, 'team invite', `${team.id}:${team.invite_serial}`))
}

export const hashOfCode = ({ pepper }: Keys, code: string): Buffer =>
  keyedHash(pepper, 'team invite hash', typedCode(code))

/** Whether this code can be used to join this team now. */
export function codeFits(config: Keys, team: TeamRow, code: string, now: Date): boolean {
  const { invite_code_hash: hash, invite_expires_at: ends, invite_uses_left: left } = team
  return hash?.equals(hashOfCode(config, code)) === true && ends !== null && now < ends && (left ?? 0) > 0
}

/**
 * Whether the code is the current one of a team, also when it has expired or is used up, or a replaced one; null for a
 * code that no team ever had.
 */
export async function knownCode(
  db: Services['db'],
  config: Keys,
  code: string,
): Promise<'current' | 'replaced' | null> {
  const hash = hashOfCode(config, code)
  const { rows } = await sql<{ current: boolean; replaced: boolean }>`
    select exists (select from formed_teams where invite_code_hash = ${hash}) as current,
      exists (select from replaced_team_codes where code_hash = ${hash}) as replaced`.execute(db)
  return rows[0]?.current ? 'current' : rows[0]?.replaced ? 'replaced' : null
}

interface OfTeam {
  accountId: number
  teamId: number
}

/** Makes a new code; the old one stops working. */
export async function renewCode(
  { db, clock, config, seasons }: Services,
  { accountId, teamId, days, uses }: OfTeam & { days: number; uses: number },
): Promise<void> {
  const now = clock()
  await db.transaction().execute(async (tx) => {
    const locked = await lockTeam(tx, teamId)
    await refuseUnlessCaptain(tx, seasons, locked, accountId, now)
    const invite_serial = locked.team.invite_serial + 1
    await tx
      .updateTable('formed_teams')
      .set({
        invite_serial,
        invite_code_hash: hashOfCode(config, inviteCode(config, { id: teamId, invite_serial })),
        invite_expires_at: new Date(now.getTime() + days * 86_400_000),
        invite_uses_left: uses,
      })
      .where('id', '=', teamId)
      .execute()
  })
}

export async function cancelCode({ db, clock, seasons }: Services, { accountId, teamId }: OfTeam): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await refuseUnlessCaptain(tx, seasons, await lockTeam(tx, teamId), accountId, clock())
    await tx
      .updateTable('formed_teams')
      .set({ invite_code_hash: null, invite_expires_at: null, invite_uses_left: null })
      .where('id', '=', teamId)
      .execute()
  })
}

/** The team of the stage that a typed code belongs to. */
export async function teamByCode(
  { db, clock, config }: Services,
  { stageId, code }: { stageId: number; code: string },
): Promise<{ team_id: number }> {
  const found = await db
    .selectFrom('formed_teams')
    .select('id')
    .where('invite_code_hash', '=', hashOfCode(config, code))
    .where('stage_id', '=', stageId)
    .where('dissolved_at', 'is', null)
    .executeTakeFirst()
  const team = found && (await oneTeam(db, found.id))
  if (!team || !codeFits(config, team, code, clock())) throw new Refusal('team_code_wrong')
  return { team_id: team.id }
}
