import { giveDuty } from '#server/accounts/rights/staff.ts'
import type { PlaceState } from '#shared/programme/event/own-state.ts'
import { byDay, daysFrom } from '../moment.ts'
import { type KindDemo, open } from './kind-demo.ts'

const hour = 3_600_000
const onTheHour = (at: Date) => new Date(Math.floor(byDay(at).getTime() / hour) * hour)

export const eventDemo: KindDemo = {
  stages: [
    open({
      code: 'meeting',
      type: 'event',
      title: 'Очная встреча',
      summary: 'Два дня встреч с экспертами. Выберите удобное время: этап засчитают, когда вас отметят на входе.',
      minutes: 60,
      settings: {
        address: 'Екатеринбург, улица Бориса Ельцина, 3, зал 2',
        map_link: 'https://example.org/map',
        how_to_enter: 'Вход со стороны набережной. Пропуск выдадут по документу.',
        bring: 'Паспорт и блокнот',
        late: 'Приходите в любом случае: вас проводят в зал в ближайший перерыв.',
        ...{
          zone: 'Asia/Yekaterinburg',
          minutes: 60,
          change_hours: 24,
          waiting: true,
          offer_hours: 48,
          success: 'attendance',
        },
      },
    }),
  ],
  async fill({ tx, people, named, stage, now }) {
    const stage_id = stage('meeting')
    const { id: event_id } = await tx
      .insertInto('offline_events')
      .values({ stage_id, competition_code: 'all_kinds', title: 'Очная встреча', address: '' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await giveDuty(
      tx,
      named.assessor,
      { stage_id, duty: 'check', region: null, employer: '' },
      { by: named.admin, at: daysFrom(now, -3) },
    )
    /** A slot with its bookings. The first day is over; of the two coming days one slot is full and has a line. */
    const slot = async (day: number, at: number, capacity: number, who: readonly (readonly [number, PlaceState])[]) => {
      const start_time = new Date(onTheHour(daysFrom(now, day)).getTime() + at * hour)
      const taken = who.filter(([, state]) => state !== 'waiting').length
      const { id: slot_id } = await tx
        .insertInto('offline_event_slots')
        .values({ event_id, start_time, capacity, taken })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const [at, [account_id, state]] of who.entries()) {
        const booked_at = new Date(daysFrom(now, -4).getTime() + at * hour)
        await tx
          .insertInto('slot_bookings')
          .values({
            ...{ event_id, slot_id, account_id, booked_at, state, reminded: day < 0 ? 2 : 0 },
            queued_at: state === 'waiting' || state === 'offered' ? booked_at : null,
            // An offer that was just made and lasts as long as the settings say, so that the demo still has it a day
            // later.
            until:
              state === 'offered' ? daysFrom(now, 2) : state === 'held' ? new Date(now.getTime() + 5 * 60_000) : null,
            marked_at: state === 'attended' || state === 'no_show' ? new Date(start_time.getTime() + 5 * 60_000) : null,
          })
          .execute()
      }
    }
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, j = 0] = people
    await slot(-1, 0, 4, [
      [a, 'attended'],
      [b, 'attended'],
      [c, 'no_show'],
    ])
    await slot(5, 0, 4, [
      [i, 'confirmed'],
      [d, 'confirmed'],
      [j, 'held'],
    ])
    await slot(5, 1, 2, [
      [e, 'confirmed'],
      [f, 'confirmed'],
      [g, 'waiting'],
      [h, 'waiting'],
    ])
    await slot(6, 0, 1, [[named.participant, 'offered']])
    await slot(6, 1, 20, [])
  },
}
