import { keyedHash, sameHash } from '#server/platform/crypto/hashes.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'

/** The offer that a link is about. A repeated offer has another moment, so an old link does not answer it. */
export interface OfferLink {
  accountId: number
  stageId: number
  mentorId: number
  offeredAt: number
}

interface SignedLink {
  of: OfferLink
  /** Checks the address to which an assistant's link was sent; null: it is the link of the mentor. */
  assistant: ((email: string) => boolean) | null
}

type Keys = Pick<Services['config'], 'pepper'>
const signature = ({ pepper }: Keys, text: string) => keyedHash(pepper, 'mentor answer', text)

/** The signed text of an assistant's link: the link is invalid when the mentor names another address, or none. */
const withAddress = (text: string, email: string) => `${text} ${email.toLowerCase()}`

/** The link in a letter to a mentor, or to an assistant. The part after «#» is in no server log and no referrer. */
export const answerLink = (
  config: Keys & Pick<Services['config'], 'publicUrl'>,
  of: OfferLink,
  assistant: string | null = null,
): string => `${config.publicUrl}/mentor-answer#${answerToken(config, of, assistant)}`

export function answerToken(
  config: Keys,
  { accountId, stageId, mentorId, offeredAt }: OfferLink,
  assistant: string | null = null,
): string {
  const text = [accountId, stageId, mentorId, offeredAt].join('.')
  const signed = signature(config, assistant === null ? text : withAddress(text, assistant)).toString('base64url')
  return assistant === null ? `${text}.${signed}` : `${text}.a.${signed}`
}

/** The offer of a link. Throws `mentor_link_over` if the portal has not signed it. */
export function offerOfToken(config: Keys, token: string): SignedLink {
  const [, text = '', marked, signed = ''] = /^(\d+\.\d+\.\d+\.\d+)(\.a)?\.([\w-]{43})$/.exec(token) ?? []
  const isSigned = (whole: string) => sameHash(Buffer.from(signed, 'base64url'), signature(config, whole))
  const byAssistant = marked !== undefined
  if (text === '' || (!byAssistant && !isSigned(text))) throw new Refusal('mentor_link_over')
  const [accountId = 0, stageId = 0, mentorId = 0, offeredAt = 0] = text.split('.').map(Number)
  return {
    of: { accountId, stageId, mentorId, offeredAt },
    assistant: byAssistant ? (email) => email !== '' && isSigned(withAddress(text, email)) : null,
  }
}
