import { keyedHash, sameHash } from '#server/platform/crypto/hashes.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'

/** Which offer a link is about. An offer that is made anew has another moment, so an old link does not answer it. */
export interface OfferLink {
  accountId: number
  stageId: number
  mentorId: number
  offeredAt: number
}

type Keys = Pick<Services['config'], 'pepper'>
const signature = ({ pepper }: Keys, text: string) => keyedHash(pepper, 'mentor answer', text)

/** The link of a letter to a mentor. What follows «#» appears in no server log and no referrer. */
export const answerLink = (config: Keys & Pick<Services['config'], 'publicUrl'>, of: OfferLink): string =>
  `${config.publicUrl}/mentor-answer#${answerToken(config, of)}`

export function answerToken(config: Keys, { accountId, stageId, mentorId, offeredAt }: OfferLink): string {
  const text = [accountId, stageId, mentorId, offeredAt].join('.')
  return `${text}.${signature(config, text).toString('base64url')}`
}

/** What the link is about, or a refusal when the portal has not written it. */
export function offerOfToken(config: Keys, token: string): OfferLink {
  const [, text = '', signed = ''] = /^(\d+\.\d+\.\d+\.\d+)\.([\w-]{43})$/.exec(token) ?? []
  if (text === '' || !sameHash(Buffer.from(signed, 'base64url'), signature(config, text)))
    throw new Refusal('mentor_link_over')
  const [accountId = 0, stageId = 0, mentorId = 0, offeredAt = 0] = text.split('.').map(Number)
  return { accountId, stageId, mentorId, offeredAt }
}
