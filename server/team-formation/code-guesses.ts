import type { Caller } from '#server/platform/http/handler.ts'
import { clientKey, countEach, refuseUsedUp } from '#server/platform/http/limits.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { knownCode } from './invite-code.ts'
import { readTeam } from './read-team.ts'

type Kept = Pick<Services, 'db' | 'clock' | 'config'>

interface Guesser {
  caller: Caller
  ip: string
}

const ofPerson = ({ caller }: Guesser) => ['team_code', `a${caller.accountId}`] as const
/** A school or an office is one address, so it shuts out wrong codes only: a right one is taken whatever others try. */
const ofAddress = ({ ip }: Guesser) => ['team_code_client', clientKey(ip)] as const

/**
 * Counts a code that belongs to no team, for the person and the address, wherever it was tried. One that has expired, is used up
 * or has been replaced is no guess. An organiser who looks as the person writes nothing. Gives what is known of the code.
 */
async function countGuess({ db, clock, config }: Kept, who: Guesser, code: string) {
  const known = await knownCode(db, config, code)
  if (known) return known
  await refuseUsedUp(db, [ofAddress(who)], clock())
  if (who.caller.viewer === undefined) await countEach(db, [ofPerson(who), ofAddress(who)], clock())
  return null
}

/** Runs what a code decides about. After too many wrong ones of a person no code of his is looked at. */
export async function guessing<Answer>(
  services: Kept,
  who: Guesser,
  code: string | undefined,
  work: (code: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  if (code === undefined) return work(code)
  await refuseUsedUp(services.db, [ofPerson(who)], services.clock())
  try {
    return await work(code)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'team_code_wrong') throw error
    throw (await countGuess(services, who, code)) === 'replaced' ? new Refusal('team_code_replaced') : error
  }
}

/** The team as a link with a code shows it. Whoever has tried too many still reads the page, and how long to wait. */
export async function readByLink(services: Services, who: Guesser, of: { teamId: number; code: string }) {
  const { teamId, code } = of
  const { accountId } = who.caller
  try {
    await refuseUsedUp(services.db, [ofPerson(who)], services.clock())
    const found = await readTeam(services, { accountId, teamId, code })
    if (found.code_fits !== false) return found
    return { ...found, code_replaced: (await countGuess(services, who, code)) === 'replaced' }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'too_many_requests') throw error
    return { ...(await readTeam(services, { accountId, teamId })), code_wait: error.retryAfter ?? null }
  }
}
