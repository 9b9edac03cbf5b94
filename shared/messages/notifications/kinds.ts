export const notificationChannels = ['portal', 'email', 'sms'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/** A `fixed` channel cannot be switched off. A channel that is not listed is not used for this kind. */
type Standing = 'on' | 'off' | 'fixed'
interface NotificationKind {
  title: string
  about: string
  channels: Partial<Record<NotificationChannel, Standing>>
}

/**
 * The notifications that the portal sends by itself, and their default channels. Codes and messages about the account
 * have no kind: they are always sent.
 */
export const notificationKinds = {
  stages: {
    title: 'Решения по этапам',
    about: 'Работа принята, проверена или возвращена на доработку',
    channels: { portal: 'fixed', email: 'on', sms: 'off' },
  },
  deadlines: {
    title: 'Сроки',
    about: 'За сутки до закрытия этапа, который вы ещё не завершили',
    channels: { portal: 'on', email: 'on', sms: 'off' },
  },
  meetings: {
    title: 'Встречи и мероприятия',
    about: 'Запись на мероприятие, приглашения на встречи, ответы и напоминания о них. По СМС — только время встречи',
    channels: { portal: 'fixed', email: 'on', sms: 'on' },
  },
  news: {
    title: 'Сообщения организаторов',
    about: 'Напоминания, приглашения и новости конкурса',
    channels: { portal: 'on', email: 'on' },
  },
  teams: {
    title: 'Команды',
    about: 'Приглашения и изменения в составе',
    channels: { portal: 'on', email: 'on' },
  },
} as const satisfies Record<string, NotificationKind>

export type NotificationKindName = keyof typeof notificationKinds

/** Every pair of kind and channel with its default. */
export const usualChoices = (Object.entries(notificationKinds) as [NotificationKindName, NotificationKind][]).flatMap(
  ([kind, { channels }]) =>
    (Object.entries(channels) as [NotificationChannel, Standing][]).map(([channel, standing]) => ({
      kind,
      channel,
      wanted: standing !== 'off',
      fixed: standing === 'fixed',
    })),
)
