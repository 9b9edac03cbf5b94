import { type CompiledQuery, type Kysely, sql } from 'kysely'
import pg from 'pg'

/** A placeholder for a value that each call provides. */
class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Marks the place of a value in the text of a prepared statement. */
export type Place<Values> = <N extends keyof Values & string>(name: N) => ReturnType<typeof sql<Values[N]>>

/**
 * A statement whose text is built once, for hot paths, because building a query costs more than sending it. `build`
 * makes the statement with `place('name')` for each value that a call provides. All other values are the same for every
 * call and are written into the text, so that PostgreSQL can plan with them: docs/decisions/0114.
 */
export function prepared<Values extends Record<string, unknown>, Row>(
  // biome-ignore lint/suspicious/noExplicitAny: the builder works with any database
  build: (db: Kysely<any>, place: Place<Values>) => CompiledQuery<Row>,
  // biome-ignore lint/suspicious/noExplicitAny: as above
): (db: Kysely<any>, values: Values) => Promise<Row[]> {
  let statement: Statement<Row> | undefined
  return async (db, values) => {
    statement ??= withConstants(build(db, (name) => sql`${new Parameter(name)}`))
    const parameters = statement.names.map((name) => values[name])
    const { rows } = await db.executeQuery<Row>({ ...statement.compiled, parameters })
    return rows
  }
}

interface Statement<Row> {
  compiled: CompiledQuery<Row>
  /** Names of the values, in the order of their places. */
  names: string[]
}

/** The statement with all values written into its text, except those that a call provides. */
function withConstants<Row>(compiled: CompiledQuery<Row>): Statement<Row> {
  const names: string[] = []
  const text = compiled.sql.replace(/\$(\d+)/g, (place) => {
    const value = compiled.parameters[Number(place.slice(1)) - 1]
    if (value instanceof Parameter) return `$${names.push(value.name)}`
    return value === null ? 'null' : pg.escapeLiteral(inText(value))
  })
  return { compiled: { ...compiled, sql: text }, names }
}

/** Written as the driver would send it: PostgreSQL infers the type from the value's place in the statement. */
function inText(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map((each) => `"${inText(each).replace(/["\\]/g, '\\$&')}"`).join(',')}}`
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new Error(`A prepared statement cannot hold this value: ${JSON.stringify(value)}`)
}
