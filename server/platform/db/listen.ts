import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { PortalClient } from './client.ts'
import type { Connection } from './database.ts'

export interface Listener {
  /** False from the moment a notification may have been missed until the connection works again. */
  certain(): boolean
  /**
   * Every notification committed before this moment of `performance.now()` has been received; -Infinity when unknown. A
   * dead network is noticed only when the next check fails; callers that cannot wait for that compare this moment.
   */
  provenAt(): number
  stop(): Promise<void>
}

interface ListenOptions {
  connection: Connection
  channels: string[]
  onNotify: (channel: string, payload: string) => void
  /**
   * True: every notification arrives from now on; what was cached before must be read again. False: notifications may
   * be lost, so cached data must not be trusted.
   */
  onCertainty?: (certain: boolean) => void
  /** Called on every new connection before it listens, for what shall last as long as the connection does. */
  onConnection?: (client: PortalClient) => Promise<unknown>
  /** How often the listener notifies itself to prove that notifications arrive, in milliseconds. */
  checkEvery?: number
}

const checkChannel = 'listener_check'
const maxWaitMs = 3000

/** Listens on its own connection, and reconnects for as long as it takes. */
export function listen({
  connection,
  channels,
  onNotify,
  onCertainty,
  onConnection,
  checkEvery = 5000,
}: ListenOptions): Listener {
  const stopping = new AbortController()
  let certain = false
  let provenAt = Number.NEGATIVE_INFINITY
  const become = (now: boolean) => {
    if (!now) provenAt = Number.NEGATIVE_INFINITY
    if (certain === now) return
    certain = now
    onCertainty?.(now)
  }

  const session = async () => {
    const client = new PortalClient({
      ...connection,
      connectionTimeoutMillis: maxWaitMs,
      query_timeout: maxWaitMs,
      keepAlive: true,
      application_name: 'portal-listen',
    })
    const broken = new AbortController()
    const ends = AbortSignal.any([broken.signal, stopping.signal])
    client.on('error', () => broken.abort())
    client.on('end', () => broken.abort())
    let call = { word: '', onReceived: () => {} }
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel !== checkChannel) onNotify(channel, payload)
      else if (payload === call.word) call.onReceived()
    })
    // A query would prove only that the server is up: behind a pooler another connection may be listening.
    // Notifications arrive in the order of their commits, so our own proves that all earlier ones have arrived.
    const check = async () => {
      const began = performance.now()
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      call = { word: randomUUID(), onReceived: resolve }
      const enough = AbortSignal.any([ends, AbortSignal.timeout(maxWaitMs)])
      enough.addEventListener('abort', () => reject(enough.reason), { once: true })
      await Promise.all([promise, client.query('select pg_notify($1, $2)', [checkChannel, call.word])])
      provenAt = began
    }
    try {
      await client.connect()
      await onConnection?.(client)
      for (const channel of [checkChannel, ...channels])
        await client.query(`listen ${client.escapeIdentifier(channel)}`)
      await check()
      become(true)
      while (!ends.aborted) {
        await delay(checkEvery, undefined, { signal: ends }).catch(() => {})
        if (!ends.aborted) await check()
      }
    } finally {
      become(false)
      // A connection over a dead network would not end by itself soon enough.
      await Promise.race([client.end().catch(() => {}), delay(1000, undefined, { ref: false })])
    }
  }

  const running = (async () => {
    let pause = 50
    while (!stopping.signal.aborted) {
      const began = Date.now()
      await session().catch(() => {})
      pause = Date.now() - began > 10_000 ? 50 : Math.min(pause * 2, 3000)
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()

  return {
    certain: () => certain,
    provenAt: () => provenAt,
    async stop() {
      stopping.abort()
      await running
    },
  }
}
