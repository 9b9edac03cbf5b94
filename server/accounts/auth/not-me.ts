import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Config } from '#server/platform/config/config.ts'
import { allKeys } from '#server/platform/crypto/key-ring.ts'
import { keyFrom, seal, unseal } from '#server/platform/crypto/seal.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { forgetStateService } from './forget-state-service.ts'
import { revokeSessions } from './sessions.ts'
import { competitionForLinks, forgetDevices } from './store.ts'

/** How long a link is valid, and so the key of tokens that sealed it must be kept. */
export const notMeLinkMs = 7 * 24 * 3_600_000
const place = 'letters:not_me'
const keyOf = (secret: string) => keyFrom(secret, 'not me')

/** The link «Это не я» of a warning letter. It works more than once, because a thief may try again. */
export function notMeLink(config: Pick<Config, 'tokenSecrets' | 'publicUrl'>, accountId: number, now: Date): string {
  const token = seal(
    keyOf(config.tokenSecrets.current),
    JSON.stringify({ accountId, at: now.getTime() }),
    place,
  ).toString('base64url')
  // The part after «#» appears in no server log and no referrer.
  return `${config.publicUrl}/not-me#${token}`
}

/**
 * The owner reports that it was somebody else. Ends every session, every unfinished change and reset, and the login
 * through a state service; no device counts as known any more. Returns the competition to link to.
 */
export async function endForeignAccess(services: Services, token: string): Promise<{ competition: string | null }> {
  const { accountId, at } = opened(services.config, token)
  const now = services.clock()
  if (now.getTime() - at >= notMeLinkMs) throw new Refusal('link_expired')
  return services.db.transaction().execute(async (tx) => {
    await revokeSessions(tx, accountId, now, null)
    await forgetDevices(tx, accountId)
    await forgetStateService(tx, accountId)
    const competition = await competitionForLinks(tx, accountId)
    await recordAudit(tx, { actorId: accountId, action: 'stranger_stopped', subject: `account:${accountId}` })
    return { competition }
  })
}

function opened(config: Config, token: string): { accountId: number; at: number } {
  for (const secret of allKeys(config.tokenSecrets))
    try {
      return JSON.parse(unseal(keyOf(secret), Buffer.from(token, 'base64url'), place).toString())
    } catch {
      // Another key may have sealed it.
    }
  throw new Refusal('link_expired')
}
