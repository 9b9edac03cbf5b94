import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { archiveOf } from '#server/platform/documents/archive-of.ts'
import { wordType } from '#server/platform/documents/word-type.ts'
import { inThread } from '#server/platform/jobs/in-thread.ts'
import { audited } from '#server/review/judging/edit-judging.ts'
import type { Place } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { groupBy } from '#shared/platform/lists/group-by.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { momentAtVenue } from '#shared/programme/bookings/venue-time.ts'
import { eventOfStage, eventStage } from './event-stage.ts'

/** A document with more would take very long to make and to open. */
const perDocument = 500

interface Slot {
  id: number
  start_time: Date
  capacity: number
  people: number
}

/** The people of each slot, to tick off by hand: a Word document, or for many people an archive of documents. */
export async function printSeating(services: Services, actorId: number, place: Place) {
  const { db } = services
  const { stage, settings } = await eventStage(services, place)
  const event = await eventOfStage(db, stage.id)
  if (!event) throw new Refusal('event_not_ready')
  const { rows: slots } = await sql<Slot>`
    select s.id, s.start_time, s.capacity, count(b.slot_id)::int as people
    from offline_event_slots s left join slot_bookings b on b.slot_id = s.id and ${seated}
    where s.event_id = ${event.id} group by s.id order by s.start_time, s.id`.execute(db)
  const all = slots.reduce((sum, { people }) => sum + people, 0)
  await db
    .transaction()
    .execute((tx) =>
      audited(tx, actorId, place, 'event_seating_printed', [{ field: 'people', title: `Людей: ${all}` }]),
    )
  const head = { title: stage.title, address: settings.address }
  const made = (of: readonly Slot[]) => documentOf(db, head, of, settings.zone)
  const name = `seating-${stage.code}`
  if (all <= perDocument) {
    const body = await made(slots)
    return { name: `${name}.docx`, type: wordType, body, size: body.length }
  }
  const documents = partsOf(slots).map((of, at) => ({ name: `Список ${at + 1}.docx`, made: () => made(of) }))
  return { name: `${name}.zip`, type: 'application/zip', body: archiveOf(documents) }
}

const seated = sql`b.state in ('confirmed', 'attended', 'no_show')`

/** Slots whose people fit into one document; a slot with more people has one of its own. */
function partsOf(slots: readonly Slot[]): Slot[][] {
  const parts: Slot[][] = []
  let people = 0
  for (const slot of slots) {
    people += slot.people
    const last = parts.at(-1)
    if (last && people <= perDocument) last.push(slot)
    else {
      parts.push([slot])
      people = slot.people
    }
  }
  return parts
}

async function documentOf(
  db: Db,
  head: { title: string; address: string },
  slots: readonly Slot[],
  zone: Parameters<typeof momentAtVenue>[1],
): Promise<Buffer> {
  const { rows } = await sql<{
    slot_id: number
    state: string
    test_id: number
    first_name: string
    last_name: string
    middle_name: string | null
  }>`
    select b.slot_id, b.state, a.test_id, a.first_name, a.last_name, a.middle_name
    from slot_bookings b join accounts a on a.id = b.account_id
    where b.slot_id = any(${slots.map(({ id }) => id)}::int[]) and ${seated}
    order by a.last_name, a.first_name, a.id`.execute(db)
  const bySlot = groupBy(rows, ({ slot_id }) => slot_id)
  const printed = slots.map(({ id, start_time, capacity }) => {
    const here = bySlot.get(id) ?? []
    return {
      title: `${momentAtVenue(start_time, zone)}: ${here.length} из ${capacity}`,
      people: here.map(({ test_id, state, ...person }) => ({
        name: formalName(person),
        number: test_id,
        mark: marks[state] ?? '',
      })),
    }
  })
  return Buffer.from(
    await inThread<Uint8Array>(new URL('./seating-worker.ts', import.meta.url), { ...head, slots: printed }),
  )
}

const marks: Record<string, string> = { attended: 'Явка', no_show: 'Неявка' }
