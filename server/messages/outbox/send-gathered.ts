import type { Services } from '#server/services.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { type OutgoingMessage, postMessages, saidBy } from './queue-message.ts'
import { readMessage } from './send-message.ts'
import type { Channel, MessageKind } from './tables.ts'

/** Sends what has waited long enough: all messages of a kind to one receiver as one. */
export async function sendGathered(services: Services): Promise<void> {
  const { db, clock } = services
  const due = await db
    .selectFrom('outgoing_messages')
    .select(['channel', 'kind', 'recipient'])
    .distinct()
    .where('gathered_until', '<=', clock())
    .execute()
  for (const { channel, kind, recipient } of due)
    await db.transaction().execute(async (tx) => {
      const rows = await tx
        .deleteFrom('outgoing_messages')
        .where('gathered_until', '<=', clock())
        .where('channel', '=', channel)
        .where('kind', '=', kind)
        .where('recipient', '=', recipient)
        .returning(['id', 'sealed'])
        .execute()
      const messages = rows
        .toSorted((one, other) => one.id - other.id)
        .flatMap(({ sealed }) => (sealed ? [readMessage(services, sealed)] : []))
      for (const told of kind === 'security' ? equalOnes(messages) : [messages])
        if (told.length > 0) await postMessages(tx, services, channel, [asOne(services, channel, kind, told)], kind)
    })
}

/** A warning is read only when it stands alone; of equal ones the newest says all. */
const equalOnes = (messages: readonly OutgoingMessage[]): OutgoingMessage[][] =>
  [...Map.groupBy(messages, saidBy).values()].map((equal) => equal.slice(-1))

/** So many messages are quoted; older ones are named by their subjects. */
const quotedMax = 20
const namedMax = 100
const greeting = 'Здравствуйте!\n\n'

/** One message that says what all of these say. */
export function asOne(
  { config }: Pick<Services, 'config'>,
  channel: Channel,
  kind: MessageKind,
  messages: readonly OutgoingMessage[],
): OutgoingMessage {
  const last = messages.at(-1) as OutgoingMessage
  if (messages.length === 1) return last
  const subject = counted(messages.length, ...words[kind])
  if (channel === 'sms') return { ...last, text: `${subject}. Подробности: ${config.publicUrl}` }
  const older = messages.slice(-quotedMax - namedMax, -quotedMax).map((one) => `— ${one.subject}`)
  const quoted = messages
    .slice(-quotedMax)
    .map((one) => `${one.subject}\n\n${one.text.replace(greeting, '').split(footer)[0]?.trimEnd()}`)
  return {
    ...last,
    subject,
    text: `${greeting}${[
      `Здесь собрано в одно письмо: ${subject}. Так мы делаем, когда писем вышло бы слишком много.`,
      ...(older.length > 0 ? [older.join('\n')] : []),
      ...quoted,
    ].join('\n\n———\n\n')}`,
    ...latestEntries(messages),
  }
}

const footer = '\nО чём вам писать, вы выбираете в профиле'

/** The newest calendar entry of each event. */
function latestEntries(messages: readonly OutgoingMessage[]): Pick<OutgoingMessage, 'calendar'> {
  const entries = messages.flatMap(({ calendar = [] }) => calendar)
  const byEvent = new Map(entries.map((entry) => [/^UID:(.*)$/m.exec(entry)?.[1] ?? entry, entry]))
  return byEvent.size > 0 ? { calendar: [...byEvent.values()] } : {}
}

const words: Record<MessageKind, [string, string, string]> = {
  events: ['сообщение о мероприятиях', 'сообщения о мероприятиях', 'сообщений о мероприятиях'],
  meetings: ['изменение встреч', 'изменения встреч', 'изменений встреч'],
  stages: ['решение по этапам', 'решения по этапам', 'решений по этапам'],
  deadlines: ['напоминание о сроках', 'напоминания о сроках', 'напоминаний о сроках'],
  news: ['сообщение организаторов', 'сообщения организаторов', 'сообщений организаторов'],
  teams: ['изменение в командах', 'изменения в командах', 'изменений в командах'],
  code: ['код', 'кода', 'кодов'],
  security: ['предупреждение о безопасности', 'предупреждения о безопасности', 'предупреждений о безопасности'],
  account: ['сообщение портала', 'сообщения портала', 'сообщений портала'],
  staff: ['сообщение о работе в конкурсе', 'сообщения о работе в конкурсе', 'сообщений о работе в конкурсе'],
  invitation: ['приглашение в конкурс', 'приглашения в конкурс', 'приглашений в конкурс'],
  support: ['обращение', 'обращения', 'обращений'],
}
