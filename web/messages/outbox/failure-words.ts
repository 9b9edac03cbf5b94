import type { Undelivered } from './queries.ts'

const byLetter: Record<Undelivered['why'], string> = {
  no_mailbox: 'Почтовый сервер получателя не знает такого адреса',
  refused: 'Почтовый сервер не принял это письмо',
  bad_address: 'Адрес записан с ошибкой',
  unreachable: 'Почтовый сервер не принял письмо ни с одной попытки',
  unsure: 'Почтовый сервер дважды оборвал связь, не подтвердив письмо: возможно, оно дошло',
  late: 'Почтовый сервер не принимал письмо, пока код не устарел',
}

const bySms: Partial<typeof byLetter> = {
  refused: 'Оператор не принял СМС',
  unreachable: 'Оператор не принял СМС ни с одной попытки',
  late: 'Оператор не принимал СМС, пока код не устарел',
}

/** Why a message was not delivered. The numbers of the server's answer help whoever runs the mail server. */
export const failureInWords = ({ channel, why, answer }: Pick<Undelivered, 'channel' | 'why' | 'answer'>): string =>
  `${(channel === 'sms' && bySms[why]) || byLetter[why]}${answer ? ` (ответ ${answer})` : ''}`

const kinds = { code: 'код', security: 'о безопасности учётной записи', usual: '' }

export const kindInWords = ({ channel, about }: Pick<Undelivered, 'channel' | 'about'>): string =>
  [channel === 'sms' ? 'СМС' : 'Письмо', kinds[about]].filter(Boolean).join(about === 'code' ? ': ' : ' ')
