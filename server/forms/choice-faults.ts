import type { Db, Tx } from '#server/db.ts'
import type { FieldFaults } from '#shared/api/refusals.ts'
import { type AnswerData, type FormSchema, isRecord } from '#shared/forms/field.ts'
import { heldBefore } from './answer-fields.ts'
import { dictionaryPlaces, idsIn, type KnownItems, knownItems } from './known-items.ts'

const unknown = { rule: 'dict', message: 'Выберите значение из списка' }
const retired = { rule: 'dict', message: 'Этого значения больше нет в списке. Выберите другое' }

/**
 * The fields whose choice is in no dictionary. What was taken out of the dictionary is still good for whoever chose it
 * before, in any of the `earlier` answers.
 */
export async function choiceFaults(
  db: Db | Tx,
  schema: FormSchema,
  data: Record<string, unknown>,
  earlier: readonly AnswerData[],
  competition?: string,
): Promise<FieldFaults> {
  const places = dictionaryPlaces(schema, data)
  const known = await knownItems(db, places, competition)
  const faults = places.flatMap(({ field, path, value, dict }) => {
    const before = new Set(earlier.flatMap((answer) => heldBefore(schema, answer, field).flatMap(idsIn)))
    const found = idsIn(value).map((id) => ({ id, item: known.get(dict)?.get(id) }))
    if (found.some(({ item }) => item === undefined)) return [[path, unknown]]
    return found.some(({ id, item }) => item?.retired && !before.has(id)) ? [[path, retired]] : []
  })
  return Object.fromEntries(faults)
}

/** The answer with the dictionary's own wording beside each id, whatever wording came with it. */
export async function withKnownWordings(
  db: Db | Tx,
  schema: FormSchema,
  data: Record<string, unknown>,
  competition: string,
): Promise<Record<string, unknown>> {
  const copy = structuredClone(data)
  const places = dictionaryPlaces(schema, copy)
  const known = await knownItems(db, places, competition)
  for (const { field, value, within, dict } of places) {
    within[field.name] = Array.isArray(value)
      ? value.map((choice: unknown) => worded(choice, dict, known))
      : worded(value, dict, known)
  }
  return copy
}

function worded(choice: unknown, dict: string, known: KnownItems): unknown {
  const [id] = idsIn(choice)
  const item = id === undefined ? undefined : known.get(dict)?.get(id)
  if (id === undefined || item === undefined) return choice
  return { ...(isRecord(choice) ? choice : {}), id, value: item.value }
}
