import type { GeneratedAlways } from 'kysely'
import type { Defaulted } from '#server/platform/db/column-types.ts'
import type { NotificationChannel } from '#shared/messages/notifications/kinds.ts'

export interface NotificationTables {
  notifications: {
    id: GeneratedAlways<number>
    account_id: number
    title: string
    text: string
    payload: Defaulted<string>
    created_at: Date
    read_at: Defaulted<Date | null>
  }
  notification_choices: { account_id: number; kind: string; channel: NotificationChannel; wanted: boolean }
}
