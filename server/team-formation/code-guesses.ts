import type { Caller } from '#server/platform/http/handler.ts'
import { clientKey, countEach, refuseUsedUp } from '#server/platform/http/limits.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'

type Kept = Pick<Services, 'db' | 'clock'>

interface Guesser {
  caller: Caller
  ip: string
}

/** Wrong codes count for the person and for the address, with those that are typed into the field for a code. */
const limitsOf = ({ caller, ip }: Guesser) =>
  [
    ['team_code', `a${caller.accountId}`],
    ['team_code_client', clientKey(ip)],
  ] as const

export async function mayGuess({ db, clock }: Kept, who: Guesser): Promise<boolean> {
  try {
    await refuseUsedUp(db, limitsOf(who), clock())
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** An organiser who looks as the person writes nothing. */
export async function countGuess({ db, clock }: Kept, who: Guesser): Promise<void> {
  if (who.caller.viewer === undefined) await countEach(db, limitsOf(who), clock())
}

/** Runs what a code decides about. A wrong one counts, and after too many no code is looked at. */
export async function guessing<Answer>(
  services: Kept,
  who: Guesser,
  code: string | undefined,
  work: (code: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  if (code === undefined) return work(code)
  await refuseUsedUp(services.db, limitsOf(who), services.clock())
  try {
    return await work(code)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'team_code_wrong') await countGuess(services, who)
    throw error
  }
}
