import type { ColumnType } from 'kysely'

/** A column with a default: an insert may leave it out. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>

/** A jsonb column: written as text, read as a value. */
export type Json<T> = ColumnType<T, string, string>

/** A jsonb column with a default. */
export type DefaultedJson<T> = ColumnType<T, string | undefined, string>

/** A column of JSON that is null until something is stored. */
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>
