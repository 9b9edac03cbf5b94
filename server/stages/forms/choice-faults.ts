import { type AllDictionaries, itemOf } from '#server/forms/dictionaries/dictionaries.ts'
import { type AnswerData, chosenId, type FormSchema, isRecord, optionsOf } from '#shared/forms/fields/field.ts'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import { type AnswerPlace, heldBefore, placesOf } from './answer-fields.ts'

const unknown = { rule: 'dict', message: 'Выберите значение из списка' }
const retired = { rule: 'dict', message: 'Этого значения больше нет в списке. Выберите другое' }

/**
 * Faults for choices that no dictionary has. A retired item stays valid for a person who chose it in an earlier answer;
 * earlier answers are read only when a retired item is found.
 */
export async function choiceFaults(
  all: AllDictionaries,
  schema: FormSchema,
  data: Record<string, unknown>,
  { competition = null, earlier }: { competition?: string | null; earlier?: () => Promise<readonly AnswerData[]> } = {},
): Promise<FieldFaults> {
  const faults: FieldFaults = {}
  let answers: readonly AnswerData[] | undefined
  for (const { field, path, value, dict } of dictionaryPlaces(schema, data)) {
    const items = idsIn(value).map((id) => ({ id, item: itemOf(all, dict, id, competition) }))
    if (items.some(({ item }) => item === null)) faults[path] = unknown
    const gone = items.filter(({ item }) => item?.retired)
    if (faults[path] || gone.length === 0) continue
    answers ??= (await earlier?.()) ?? []
    const before = new Set(answers.flatMap((answer) => heldBefore(schema, answer, field).flatMap(idsIn)))
    if (gone.some(({ id }) => !before.has(id))) faults[path] = retired
  }
  return faults
}

/** The answer with the dictionary's wording for each id. Wording sent by the browser is ignored. */
export function withKnownWordings(
  all: AllDictionaries,
  schema: FormSchema,
  data: Record<string, unknown>,
  competition: string,
): Record<string, unknown> {
  const copy = structuredClone(data)
  const worded = (choice: unknown, dict: string): unknown => {
    const [id] = idsIn(choice)
    const item = id === undefined ? null : itemOf(all, dict, id, competition)
    return item ? { ...(isRecord(choice) ? choice : {}), id, value: item.value } : choice
  }
  for (const { field, value, within, dict } of dictionaryPlaces(schema, copy)) {
    within[field.name] = Array.isArray(value)
      ? value.map((choice: unknown) => worded(choice, dict))
      : worded(value, dict)
  }
  return copy
}

/** The values of an answer that must come from a dictionary. */
function dictionaryPlaces(schema: FormSchema, data: Record<string, unknown>): (AnswerPlace & { dict: string })[] {
  return placesOf(schema, data).flatMap((place) => {
    const { params } = place.field
    const fromDictionary = params?.dict !== undefined && !params.suggest && optionsOf(place.field) === null
    return fromDictionary && params?.dict !== undefined ? [{ ...place, dict: params.dict }] : []
  })
}

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map(chosenId).filter((id) => id !== null && id !== '') as string[]
