import type { Db, Tx } from '#server/db.ts'
import { readItems } from '#server/dictionaries/store.ts'
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

/** Asked of each dictionary once; items of other competitions are not known here. */
export async function knownItems(
  db: Db | Tx,
  places: readonly (AnswerPlace & { dict: string })[],
  competition: string | undefined,
): Promise<KnownItems> {
  const byDict = Map.groupBy(places, ({ dict }) => dict)
  const known = new Map<string, ReadonlyMap<string, KnownItem>>()
  for (const [dict, asked] of byDict) {
    const ids = [...new Set(asked.flatMap(({ value }) => idsIn(value)))]
    const items = await readItems(db, { dict, ids, competition })
    known.set(dict, new Map(items.map(({ id, value, retired }) => [id, { value, retired }])))
  }
  return known
}
