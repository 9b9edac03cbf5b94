import { type CompiledQuery, type Kysely, sql } from 'kysely'

/** Stands for a value that comes with each call. */
class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Marks the place of a value in the text of a prepared statement. */
export type Place<Values> = <N extends keyof Values & string>(name: N) => ReturnType<typeof sql<Values[N]>>

/**
 * A statement whose text is made once, for the hot paths: to put a query together costs more than to send it. `build`
 * says the statement with `place('name')` where a value goes; the values come with each call.
 */
export function prepared<Values extends Record<string, unknown>, Row>(
  // biome-ignore lint/suspicious/noExplicitAny: the builder is any database's
  build: (db: Kysely<any>, place: Place<Values>) => CompiledQuery<Row>,
  // biome-ignore lint/suspicious/noExplicitAny: as above
): (db: Kysely<any>, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, values) => {
    compiled ??= build(db, (name) => sql`${new Parameter(name)}`)
    const parameters = compiled.parameters.map((each) => (each instanceof Parameter ? values[each.name] : each))
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}
