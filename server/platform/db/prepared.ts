import { type CompiledQuery, type Kysely, sql } from 'kysely'

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
 * makes the statement with `place('name')` where a value goes; each call provides the values.
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
