import type { Db, Tx } from '#server/db.ts'
import type { ReadableLine } from '#shared/forms/fields/answer.ts'
import { type AnswerData, textOf } from '#shared/forms/fields/field.ts'

const placeIn = (data: AnswerData): number => Number(textOf(data.place)) || 0

/** Plans in words, with the school instead of its id. */
export async function withPlaces(
  db: Db | Tx,
  plans: readonly { data: AnswerData; lines: ReadableLine[] }[],
): Promise<ReadableLine[][]> {
  const ids = plans.map(({ data }) => placeIn(data)).filter((id) => id > 0)
  const places =
    ids.length === 0
      ? []
      : await db.selectFrom('lesson_places').select(['id', 'school', 'address']).where('id', 'in', ids).execute()
  const byId = new Map(places.map(({ id, school, address }) => [id, `${school}, ${address}`]))
  return plans.map(({ data, lines }) =>
    lines.map((line) =>
      line.field === 'place' ? { ...line, value: byId.get(placeIn(data)) ?? 'Школы больше нет в списке' } : line,
    ),
  )
}
