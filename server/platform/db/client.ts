import { createHash } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'
import { type Host, NoPrimary, type Primary, primaryOf } from '#server/platform/config/hosts.ts'

/** Publishes the text of every statement of a `NamedClient`, for tests that count queries. */
export const queryChannel = channel('portal:query')

const names = new Map<string, string>()
/** Lists of different lengths make different statements, and each name costs memory in every PostgreSQL process. */
const maxNames = 2000

/** For tests, when earlier ones in the process have used up the names. Open connections keep what they prepared. */
export const forgetNames = (): void => names.clear()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= maxNames) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
  names.set(text, name)
  return name
}

type Values = unknown[] | undefined
type Callback = ((error: Error, result: pg.QueryResult) => void) | undefined

interface Inside {
  host: string
  port: number
  _ending: boolean
  _queryable: boolean
  connection: EventEmitter & { stream: Socket }
}

/**
 * The only way to connect to the database. It connects to the server of the address that accepts writes, and leaves it
 * when it does so no longer. A connection that breaks never ends the process.
 */
export class PortalClient extends pg.Client {
  readonly #primary: Primary | null
  /** Settings of the server, as it reports them, because of which it only reads. */
  readonly #onlyReads = new Set<string>()
  /** Whether its owner wants a connection that cannot write. */
  readonly #reader: boolean

  constructor(config: pg.ClientConfig) {
    const primary = config.connectionString === undefined ? null : primaryOf(config.connectionString, tryOut)
    super(primary ? { ...config, connectionString: primary.hosts[0]?.url } : config)
    this.#primary = primary
    this.#reader = config.options?.includes('default_transaction_read_only=on') ?? false
    this.on('error', () => primary?.forget())
    this.#inside.connection.on('parameterStatus', (status: { parameterName: string; parameterValue: string }) => {
      const { parameterName: name, parameterValue: value } = status
      if (name !== 'in_hot_standby' && (name !== 'default_transaction_read_only' || this.#reader)) return
      if (value === 'off') this.#onlyReads.delete(name)
      else this.#onlyReads.add(name)
      if (this.#connected && this.#onlyReads.size > 0) this.lose()
    })
  }

  #connected = false

  get #inside() {
    return this as unknown as Inside
  }

  // @ts-expect-error As for `query` below: with a callback for the pool, and a promise for everybody else.
  override connect(callback?: (error?: Error) => void): Promise<void> | undefined {
    const connected = this.#connect()
    if (!callback) return connected
    connected.then(() => callback(), callback)
    return undefined
  }

  async #connect(): Promise<void> {
    const inside = this.#inside
    const place = await this.#primary?.find()
    if (place) Object.assign(inside, { host: place.host, port: place.port })
    // Its owner has lost patience meanwhile.
    if (inside._ending || inside.connection.stream.destroyed) throw new Error('Connection terminated')
    try {
      await super.connect()
    } catch (error) {
      this.#primary?.forget()
      throw error
    }
    this.#connected = true
    if (this.#onlyReads.size === 0) return
    this.#primary?.forget()
    await this.end()
    throw new NoPrimary([{ host: inside.host, port: inside.port, reason: null }])
  }

  /** Makes the pool drop this connection and open another. */
  protected lose(): void {
    const inside = this.#inside
    inside._queryable = false
    inside.connection.stream.destroy()
  }

  /** Errors after which a connection answers nothing, answers too late, or fails again. */
  protected isLast(error: Error): boolean {
    const { severity, code } = error as { severity?: string; code?: string }
    // A server that has become a standby refuses every write.
    if (severity === 'FATAL' || (code === '25006' && !this.#reader)) return true
    return /^Query read timeout|cached plan must not change/.test(error.message)
  }
}

async function tryOut({ url: connectionString }: Host, connectionTimeoutMillis: number): Promise<void> {
  const client = new PortalClient({ connectionString, connectionTimeoutMillis, application_name: 'portal-find' })
  await client.connect()
  client.end().catch(() => {})
}

/**
 * A client that names every statement with parameters, so that PostgreSQL parses and plans it once a connection. A
 * text without parameters is sent as it is: it may contain several statements.
 */
export class NamedClient extends PortalClient {
  // @ts-expect-error The overloads of `query` cannot be repeated here; all forms but one are passed on unchanged.
  override query(config: unknown, values?: Values, callback?: Callback): unknown {
    if (queryChannel.hasSubscribers) queryChannel.publish(textOf(config))
    if (typeof config !== 'string' || !Array.isArray(values) || callback !== undefined) {
      return super.query(config as string, values as unknown[], callback as never)
    }
    return super.query({ text: config, values, name: nameOf(config) }).catch((error: Error) => {
      if (this.isLast(error)) this.lose()
      throw error
    })
  }
}

const textOf = (config: unknown) =>
  typeof config === 'string' ? config : String((config as { text?: string } | null)?.text ?? '')

/**
 * A date is a day and not a moment: as a `Date` it would shift by a day in Moscow. int8 and numeric stay text by
 * default.
 */
const textParsers = new Map<number, number>([
  [1082, 25],
  [1182, 1009],
])

export const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    pg.types.getTypeParser(textParsers.get(oid) ?? oid, format)) as typeof pg.types.getTypeParser,
}
