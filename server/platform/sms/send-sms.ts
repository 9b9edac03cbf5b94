interface Sms {
  /** +79161234567 */
  to: string
  text: string
}

/**
 * Sends one SMS to the gateway by a POST of `{ id, to, text }`. A repeat has the same `id`, also as Idempotency-Key,
 * so that the gateway sends it once. Throws when the gateway does not accept it.
 */
export async function sendSms(smsUrl: string, sms: Sms, id: string): Promise<void> {
  const url = new URL(smsUrl)
  const headers: Record<string, string> = { 'Content-Type': 'application/json', 'Idempotency-Key': id }
  if (url.username) {
    const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
    headers.Authorization = `Basic ${Buffer.from(login).toString('base64')}`
    url.username = ''
    url.password = ''
  }
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body: JSON.stringify({ id, ...sms }),
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  })
  await response.body?.cancel()
  if (!response.ok) throw new SmsFault(response.status)
}

export class SmsFault extends Error {
  readonly status: number
  constructor(status: number) {
    super(`the SMS gateway answered ${status}`)
    this.status = status
  }
}
