import { createHash } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import pg from 'pg'

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

/**
 * A client that names every statement with parameters, so that PostgreSQL parses and plans it once a connection. A
 * text without parameters is sent as it is: it may contain several statements.
 */
export class NamedClient extends pg.Client {
  // @ts-expect-error The overloads of `query` cannot be repeated here; all forms but one are passed on unchanged.
  override query(config: unknown, values?: Values, callback?: Callback): unknown {
    if (queryChannel.hasSubscribers) queryChannel.publish(textOf(config))
    if (typeof config !== 'string' || !Array.isArray(values) || callback !== undefined) {
      return super.query(config as string, values as unknown[], callback as never)
    }
    return super.query({ text: config, values, name: nameOf(config) }).catch((error: Error) => {
      if (isLast(error)) this.lose()
      throw error
    })
  }

  /** Makes the pool drop this connection and open another. */
  private lose() {
    const inner = this as unknown as { _queryable: boolean; connection: { stream: { destroy(): void } } }
    inner._queryable = false
    inner.connection.stream.destroy()
  }
}

/** Errors after which a connection answers nothing, answers too late, or fails again with its outdated plan. */
const isLast = (error: Error) =>
  (error as { severity?: string }).severity === 'FATAL' ||
  /^Query read timeout|cached plan must not change/.test(error.message)

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
