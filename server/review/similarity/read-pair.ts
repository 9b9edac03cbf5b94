import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { comparedStage, pairAt } from './list-pairs.ts'
import { piecesOf, shinglesOf } from './shingles.ts'

/** Two similar works side by side, with the passages in common marked. */
export async function readPair(
  services: Services,
  caller: Caller,
  { pair_id: pairId, ...place }: { competition: string; code: string; pair_id: number },
) {
  const { db } = services
  const { stage, how } = await comparedStage(services, place)
  const pair = await pairAt(services, caller, stage, pairId)
  if (!pair) throw new Refusal('work_not_found')
  const ids = pair.sides.map(({ work_id }) => work_id)
  const rows = await db
    .selectFrom('works as w')
    .innerJoin('hand_ins as h', 'h.id', 'w.hand_in_id')
    .select(['w.id', 'h.data'])
    .where('w.id', 'in', ids)
    .execute()
  const written = ids.map((id) => how.passages(rows.find((row) => row.id === id)?.data ?? {}))
  const given = shinglesOf([how.given(stage.settings)])
  const shingles = written.map((passages) =>
    shinglesOf(
      passages.map(({ text }) => text),
      given,
    ),
  )
  return {
    ...pair,
    sides: pair.sides.map((side, at) => ({
      ...side,
      passages: !side.readable
        ? []
        : (written[at] ?? []).flatMap(({ label, text }) =>
            text.trim() === '' ? [] : [{ label, pieces: piecesOf(text, shingles[1 - at] ?? new Set()) }],
          ),
    })),
  }
}
