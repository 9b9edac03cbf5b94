import { type AllDictionaries, itemOf } from '#server/dictionaries/dictionaries.ts'
import type { FieldFaults } from '#shared/api/refusals.ts'
import { type AnswerData, chosenId, type FormSchema, isRecord, optionsOf } from '#shared/forms/field.ts'
import { type AnswerPlace, heldBefore, placesOf } from './answer-fields.ts'

const unknown = { rule: 'dict', message: 'Выберите значение из списка' }
const retired = { rule: 'dict', message: 'Этого значения больше нет в списке. Выберите другое' }

/**
 * The fields whose choice is in no dictionary. What was taken out of the dictionary is still good for whoever chose it
 * before, in any of the earlier answers, which are read only when such a choice is found.
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

/** The answer with the dictionary's own wording beside each id, whatever wording came with it. */
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

/** The places of an answer whose value must come from a dictionary. */
function dictionaryPlaces(schema: FormSchema, data: Record<string, unknown>): (AnswerPlace & { dict: string })[] {
  return placesOf(schema, data).flatMap((place) => {
    const { params } = place.field
    const fromDictionary = params?.dict !== undefined && !params.suggest && optionsOf(place.field) === null
    return fromDictionary && params?.dict !== undefined ? [{ ...place, dict: params.dict }] : []
  })
}

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map(chosenId).filter((id) => id !== null && id !== '') as string[]
