import { type TSchema, type TStringOptions, Type } from 'typebox'

/** The largest number that an `integer` column of PostgreSQL can hold. */
export const maxInteger = 2_147_483_647

/** The number of a row. */
export const id = Type.Integer({ minimum: 1, maximum: maxInteger })

/** The params of a route that names one row. */
export const idParams = Type.Object({ id })

/** The schema or null; `absent` says in Russian what null means. */
export const nullable = <T extends TSchema>(schema: T, absent?: string) =>
  Type.Union([schema, Type.Null(absent === undefined ? {} : { description: absent })])

export const nullableString = nullable(Type.String())

/** Of figures that may be outdated: see `figures` in server/stages/readings.ts. */
export const asOf = nullable(
  Type.String(),
  'Числа верны сейчас; иначе новые ещё считаются, а эти верны на указанное время',
)

/**
 * A text of at most so many characters is of one line (`shared/platform/text/one-line.ts`), as the longest e-mail address is.
 * `lines` and `line` are for texts that their length would put on the wrong side.
 */
export const longestLine = 320

/** A short text that may have several lines. */
export const lines = (options: TStringOptions) => Type.String({ ...options, 'x-lines': true })

/** A long text of one line, such as a title. */
export const line = (options: TStringOptions) => Type.String({ ...options, 'x-lines': false })

/** An optional competition code, for bodies of participants. */
export const meantCode = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Без него — единственный конкурс, в котором человек участвует',
})
