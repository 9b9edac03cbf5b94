import { Button } from '#web/platform/ui/Button.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import type { OfflineEvent } from './queries.ts'
import { whenWords } from './slot-words.ts'

type Own = NonNullable<OfflineEvent['own_slot']>

interface OwnPlaceProps {
  event: OfflineEvent
  /** The result of the person's last action. */
  said: string
  onCancel: (slot: Own) => void
}

/** The person's slot, if any, and what can still be done with it. */
export function OwnPlace({ event, said, onCancel }: OwnPlaceProps) {
  const own = event.own_slot
  if (!own) return said ? <Notice tone="info" title={said} role="status" /> : null
  return (
    <Notice
      tone="success"
      title={`${own.begun ? 'Вы были записаны' : 'Вы записаны'}: ${whenWords(own.start_time)}`}
      role={said ? 'status' : undefined}
      actions={
        !own.begun && (
          <Button kind="secondary" size="s" onClick={() => onCancel(own)}>
            Отменить запись
          </Button>
        )
      }
    >
      {own.begun
        ? 'Это время уже наступило, изменить запись нельзя.'
        : event.booking === 'open'
          ? 'Другое время можно выбрать ниже: прежнее место освободится само.'
          : 'Перенести запись уже нельзя, но её можно отменить.'}
    </Notice>
  )
}
