import type { OutgoingMessage } from '#server/messages/outbox/queue-message.ts'
import type { Services } from '#server/services.ts'
import { fullName } from '#shared/platform/names/full-name.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { stopToken } from './address-hash.ts'

interface InvitationLetter {
  to: string
  hash: Buffer
  code: string
  inviter: { first_name: string; last_name: string }
  competition: { code: string; title: string; tagline: string }
  closesAt: Date | null
}

export const inviteLink = (publicUrl: string, competitionCode: string, code: string): string =>
  `${publicUrl}/${competitionCode}/register?invite=${code}`

/** Only letters of a name go into a letter to a stranger, so that a name cannot carry a link or an advertisement. */
export function inviterName(inviter: InvitationLetter['inviter']): string {
  const name = fullName(inviter)
  return /^[\p{L}' -]{2,60}$/u.test(name) ? name : 'Участник конкурса'
}

/** The invitation letter. Mail programs can use its link «Больше не присылать» directly. */
export function invitationLetter(config: Services['config'], letter: InvitationLetter): OutgoingMessage {
  const { competition, closesAt } = letter
  const name = inviterName(letter.inviter)
  const stop = `${config.publicUrl}/invitations/stop?token=${stopToken(config, letter.hash)}`
  return {
    to: letter.to,
    unsubscribe: stop,
    subject: `${name} приглашает вас в конкурс ${quoted(competition.title)}`,
    text: `Здравствуйте!

${name} приглашает вас в конкурс ${quoted(competition.title)}.${competition.tagline ? `\n${competition.tagline}.` : ''}

Зарегистрироваться: ${inviteLink(config.publicUrl, competition.code, letter.code)}
${closesAt ? `Регистрация открыта до ${showDateTime(closesAt)} по Москве.\n` : ''}
Это разовое письмо: мы отправили его по просьбе участника.
Больше не присылать приглашения: ${stop}`,
  }
}
