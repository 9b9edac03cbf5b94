export const notificationChannels = ['portal', 'email', 'sms'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/** `fixed` cannot be switched off; a channel that is not named does not carry this kind. */
type Standing = 'on' | 'off' | 'fixed'
interface NotificationKind {
  title: string
  about: string
  channels: Partial<Record<NotificationChannel, Standing>>
}

/**
 * What the portal writes to people of its own accord, and by which channels when nobody has said otherwise. Codes and
 * messages about the account itself are of no kind: they always go.
 */
export const notificationKinds = {
  stages: {
    title: 'Решения по этапам',
    about: 'Работа принята, проверена или возвращена на доработку',
    channels: { portal: 'fixed', email: 'on', sms: 'off' },
  },
  deadlines: {
    title: 'Сроки',
    about: 'Этап открылся или скоро закроется',
    channels: { portal: 'on', email: 'on', sms: 'off' },
  },
  meetings: {
    title: 'Встречи и мероприятия',
    about: 'Приглашения, перенос и отмена',
    channels: { portal: 'fixed', email: 'on', sms: 'on' },
  },
  teams: {
    title: 'Команды',
    about: 'Приглашения и изменения в составе',
    channels: { portal: 'on', email: 'on' },
  },
  news: {
    title: 'Новости конкурса',
    about: 'Объявления организаторов',
    channels: { portal: 'on', email: 'on' },
  },
} as const satisfies Record<string, NotificationKind>

export type NotificationKindName = keyof typeof notificationKinds

/** Every pair of kind and channel that exists, with what holds when nobody has said otherwise. */
export const usualChoices = (Object.entries(notificationKinds) as [NotificationKindName, NotificationKind][]).flatMap(
  ([kind, { channels }]) =>
    (Object.entries(channels) as [NotificationChannel, Standing][]).map(([channel, standing]) => ({
      kind,
      channel,
      wanted: standing !== 'off',
      fixed: standing === 'fixed',
    })),
)
