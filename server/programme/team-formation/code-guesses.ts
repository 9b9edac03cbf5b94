import { captchaUnderLoad } from '#server/platform/captcha/check-captcha.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import { clientKey, countEach, limitGuesses, refuseUsedUp } from '#server/platform/http/limits.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { knownCode } from './invite-code.ts'
import { readTeam } from './read-team.ts'

type Kept = Pick<Services, 'db' | 'clock' | 'config'>

interface Guesser {
  caller: Caller
  ip: string
  request: { headers: Record<string, unknown> }
}

/** The stage of teams, or a team of it. */
type Where = { stageId: number } | { teamId: number }

const ofPerson = ({ caller }: Guesser) => ['team_code', `a${caller.accountId}`] as const
/** A school or an office may have a single address, so this limit refuses only wrong codes. */
const ofAddress = ({ ip }: Guesser) => ['team_code_client', clientKey(ip)] as const

async function guessingOf(services: Kept, who: Guesser, where: Where) {
  const stageId =
    'stageId' in where
      ? where.stageId
      : (
          await services.db
            .selectFrom('formed_teams')
            .select('stage_id')
            .where('id', '=', where.teamId)
            .executeTakeFirst()
        )?.stage_id
  const inAll = ['team_code_all', `s${stageId ?? 0}`] as const
  return { of: [ofPerson(who), inAll], prove: captchaUnderLoad(services, who) }
}

/**
 * Counts an unknown code for the address. A code that has expired, is used up or was replaced is no guess. Nothing is
 * counted when an organiser views the portal as the person. Returns what is known of the code.
 */
async function countGuess({ db, clock, config }: Kept, who: Guesser, code: string) {
  const known = await knownCode(db, config, code)
  if (known) return known
  await refuseUsedUp(db, [ofAddress(who)], clock())
  if (who.caller.viewer === undefined) await countEach(db, [ofAddress(who)], clock())
  return null
}

/** Runs an act that needs a code. After too many wrong codes of a person every code is refused unread. */
export async function limitCodeGuesses<Answer>(
  services: Kept,
  who: Guesser,
  { code, ...where }: Where & { code: string | undefined },
  work: (code: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  if (code === undefined) return work(code)
  return limitGuesses(services.db, await guessingOf(services, who, where), services.clock(), async (wasWrong) => {
    try {
      return await work(code)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'team_code_wrong') throw error
      const known = await countGuess(services, who, code)
      if (known === null) wasWrong()
      throw known === 'replaced' ? new Refusal('team_code_replaced') : error
    }
  })
}

/** The team for a link with a code. After too many wrong codes the person still sees the page, and how long to wait. */
export async function readByLink(services: Services, who: Guesser, of: { teamId: number; code: string }) {
  const { teamId, code } = of
  const { accountId, viewer } = who.caller
  const read = async (wasWrong: () => void) => {
    const found = await readTeam(services, { accountId, teamId, code })
    if (found.code_fits !== false) return found
    const known = await countGuess(services, who, code)
    if (known === null) wasWrong()
    return { ...found, code_replaced: known === 'replaced' }
  }
  try {
    if (viewer !== undefined) return await read(() => {})
    return await limitGuesses(services.db, await guessingOf(services, who, { teamId }), services.clock(), read)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'too_many_requests') throw error
    return { ...(await readTeam(services, { accountId, teamId })), code_wait: error.retryAfter ?? null }
  }
}
