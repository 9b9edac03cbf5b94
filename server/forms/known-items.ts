import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { chosenId, type FormSchema, optionsOf } from '#shared/forms/field.ts'
import { type AnswerPlace, placesOf } from './answer-fields.ts'

export interface KnownItem {
  value: string
  /** No longer offered. */
  retired: boolean
}

/** What the dictionaries know of the ids that an answer names: by dictionary, then by id. */
export type KnownItems = ReadonlyMap<string, ReadonlyMap<string, KnownItem>>

/** The places of an answer whose value must come from a dictionary. */
export function dictionaryPlaces(
  schema: FormSchema,
  data: Record<string, unknown>,
): (AnswerPlace & { dict: string })[] {
  return placesOf(schema, data).flatMap((place) => {
    const { params } = place.field
    const fromDictionary = params?.dict !== undefined && !params.suggest && optionsOf(place.field) === null
    return fromDictionary && params?.dict !== undefined ? [{ ...place, dict: params.dict }] : []
  })
}

export const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map(chosenId).filter((id) => id !== null && id !== '') as string[]

/** One question for all dictionaries of the answer; items of other competitions are not known here. */
export async function knownItems(
  db: Db | Tx,
  places: readonly (AnswerPlace & { dict: string })[],
  competition: string | undefined,
): Promise<KnownItems> {
  const ids = [...new Set(places.flatMap(({ value }) => idsIn(value)))]
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('dictionary_items')
    .select(['dict', 'id', 'value', 'retired'])
    .where('dict', 'in', [...new Set(places.map(({ dict }) => dict))])
    .where('id', 'in', ids)
    .where(ofCompetition(competition))
    .execute()
  const byDict = Map.groupBy(rows, (row) => row.dict)
  return new Map(
    [...byDict].map(([dict, items]) => [
      dict,
      new Map(items.map(({ id, value, retired }) => [id, { value, retired }])),
    ]),
  )
}

/** Items of all competitions and of this one. */
const ofCompetition = (competition: string | undefined) =>
  sql<boolean>`(competition_code is null or competition_code = ${competition ?? null}::text)`
