import type { Answer } from '#web/platform/api/client.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import { showBanner } from './banner.ts'

type Config = Answer<'GET /app/config'>
export type Channel = Config['silent'][number]

const inWords: Record<Channel, string> = {
  email: 'Письмо ждёт: почта не настроена',
  sms: 'СМС ждёт: отправка СМС не настроена',
}

/** What is said where a message would be claimed that the portal cannot send; null when it can. */
export const waitsInWords = (channel: Channel, silent = silentNow()): string | null =>
  silent.includes(channel) ? inWords[channel] : null

/** The same about the whole portal. */
export function silenceInWords(silent: readonly Channel[]): string | null {
  if (silent.length === 2) return 'Письма и СМС ждут: их отправка не настроена'
  if (silent.length === 0) return null
  return silent[0] === 'email' ? 'Письма ждут: почта не настроена' : 'СМС ждут: их отправка не настроена'
}

const silentNow = () => queryClient.getQueryData<Config>(['config'])?.silent ?? []

/** Says that a letter has been sent, unless the portal cannot send any. */
export function showSent(done: string): void {
  const waits = waitsInWords('email')
  showBanner(waits ?? done, waits ? 'danger' : 'success')
}
