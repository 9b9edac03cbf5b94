import type { Tx } from '#server/db.ts'
import type { FilledPeople } from '../fill-people.ts'
import { byDay, daysFrom } from '../moment.ts'
import { numberOf, type StageIds } from '../stage-ids.ts'
import type { KindFilling } from './kind-demo.ts'
import { everyKind } from './kinds.ts'
import { fillScans } from './scans.ts'

const competition_code = 'all_kinds'

/** The people of the crowd who take part, by their place in the crowd. */
const places = [
  99, 100, 101, 102, 104, 105, 106, 109, 110, 111, 112, 114, 116, 117, 118, 119, 120, 121, 123, 194, 195, 196, 197, 125,
  126, 128, 129, 185, 188, 189,
]

/** People who take part and have begun nothing; the first three make a team, the four after them another. */
const newPlaces = [0, 1, 4, 12, 14, 16, 18, 6, 7, 8, 10, 179, 180, 186, 173, 175, 172, 25, 26, 21, 184]

/** The participants of «Все виды этапов», most with an accepted registration; some still wait for it. */
export async function fillEntrants(tx: Tx, people: FilledPeople, ids: StageIds, now: Date): Promise<void> {
  const { named } = people
  const registered = [named.participant, named.finalist, named.captain, ...at(newPlaces, people), ...at(places, people)]
  const joined_at = byDay(daysFrom(now, -3))
  const { entrants } = people
  const applied_at = byDay(daysFrom(now, -1))
  await tx
    .insertInto('participations')
    .values(
      [...registered, ...entrants].map((account_id) => ({
        ...{ account_id, competition_code, door: 'participant' as const, track_code: 'main', joined_at },
      })),
    )
    .execute()
  const stage_id = numberOf(ids, `${competition_code}/registration`)
  await tx
    .insertInto('stage_facts')
    .values(
      registered.map((account_id, place) => ({
        ...{ account_id, stage_id, started_at: joined_at, submitted_at: joined_at },
        passed_at: place < registered.length - 3 ? joined_at : null,
      })),
    )
    .execute()
  // Applications of yesterday wait for their check.
  await tx
    .insertInto('stage_facts')
    .values(entrants.map((account_id) => ({ account_id, stage_id, started_at: applied_at, submitted_at: applied_at })))
    .execute()
}

/** Stores the works of these people at each kind of stage. */
export async function fillEveryKind(
  tx: Tx,
  people: FilledPeople,
  ids: StageIds,
  { disk, config, now }: Pick<KindFilling, 'disk' | 'config' | 'now'>,
): Promise<void> {
  const stage = (code: string) => numberOf(ids, `${competition_code}/${code}`)
  await fillScans(tx, disk, { stage_id: stage('registration'), people: people.entrants.slice(0, 5), now })
  const { named, experts } = people
  for (const { fill } of everyKind)
    await fill?.({ tx, disk, config, named, experts, people: at(places, people), stage, now })
}

const at = (of: readonly number[], { crowd }: FilledPeople) => of.flatMap((place) => crowd[place]?.accountId ?? [])
