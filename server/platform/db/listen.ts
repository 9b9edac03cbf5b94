import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from './database.ts'

export interface Listener {
  /** False from the moment a notification may have been missed until the connection stands again. */
  certain(): boolean
  stop(): Promise<void>
}

export interface ListenOptions {
  connection: Connection
  channels: string[]
  onNotify: (channel: string, payload: string) => void
  /**
   * True: from now on every notification comes; whatever was remembered before must be read again.
   * False: notifications may be lost, so what is remembered must not be trusted.
   */
  onCertainty?: (certain: boolean) => void
  /** How often a silent connection is asked whether it lives, in milliseconds. */
  checkEvery?: number
}

/** Listens on a connection of its own and makes it again, for as long as it takes, when it breaks. */
export function listen({ connection, channels, onNotify, onCertainty, checkEvery = 5000 }: ListenOptions): Listener {
  const stopping = new AbortController()
  let certain = false
  const become = (now: boolean) => {
    if (certain === now) return
    certain = now
    onCertainty?.(now)
  }

  const session = async () => {
    const client = new pg.Client({
      ...connection,
      connectionTimeoutMillis: 3000,
      query_timeout: 3000,
      keepAlive: true,
      application_name: 'portal-listen',
    })
    const broken = new AbortController()
    const ends = AbortSignal.any([broken.signal, stopping.signal])
    client.on('error', () => broken.abort())
    client.on('end', () => broken.abort())
    client.on('notification', ({ channel, payload }) => onNotify(channel, payload ?? ''))
    try {
      await client.connect()
      for (const channel of channels) await client.query(`listen ${client.escapeIdentifier(channel)}`)
      become(true)
      while (!ends.aborted) {
        await delay(checkEvery, undefined, { signal: ends }).catch(() => {})
        if (!ends.aborted) await client.query('select 1')
      }
    } finally {
      become(false)
      // A connection to a network gone dark would not end by itself in any useful time.
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
    async stop() {
      stopping.abort()
      await running
    },
  }
}
