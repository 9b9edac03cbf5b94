import { useQuery } from '@tanstack/react-query'
import type { Answer } from '#web/platform/api/client.ts'
import { type Channel, silenceInWords, waitsInWords } from '#web/platform/messages/mail-waits.ts'
import { Notice } from './Notice.tsx'

const useSilent = () => useQuery<Answer<'GET /app/config'>>({ queryKey: ['config'], enabled: false }).data?.silent ?? []

/** Beside a sentence that claims a message: it waits, while the portal cannot send any. */
export function MailWaits({ channel = 'email' }: { channel?: Channel }) {
  const waits = waitsInWords(channel, useSilent())
  return waits && <Notice tone="danger">{waits}</Notice>
}

/** On pages of organisers: which messages the portal cannot send. */
export function SilenceNotice() {
  const silence = silenceInWords(useSilent())
  return silence && <Notice tone="danger">{silence}</Notice>
}
