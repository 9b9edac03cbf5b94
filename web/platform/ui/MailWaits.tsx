import { useQuery } from '@tanstack/react-query'
import type { Answer } from '#web/platform/api/client.ts'
import { type Channel, waitsInWords } from '#web/platform/messages/mail-waits.ts'
import { Notice } from './Notice.tsx'

/** Beside a sentence that claims a message: it waits, while the portal cannot send any. */
export function MailWaits({ channel = 'email' }: { channel?: Channel }) {
  const { data: config } = useQuery<Answer<'GET /app/config'>>({ queryKey: ['config'], enabled: false })
  const waits = waitsInWords(channel, config?.silent ?? [])
  return waits && <Notice tone="danger">{waits}</Notice>
}
