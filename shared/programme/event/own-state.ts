import { showDateTime } from '#shared/platform/time/moscow.ts'
import type { StageStatus } from '#shared/stages/status.ts'

export type PlaceState = 'held' | 'confirmed' | 'waiting' | 'offered' | 'attended' | 'no_show'

/** What is known about a person at a stage of this kind. */
export interface OwnEvent {
  cancelled: string | null
  /** When the person booked, or the event was cancelled; null without either. */
  since: string | null
  /** Null without a booking. */
  place: { state: PlaceState; starts_at: string; minutes: number; until: string | null } | null
  by: 'booking' | 'attendance'
  /** A decision about the person was made, whatever the booking is. */
  decided: boolean
  noShowHours: number
}

interface Said {
  status: StageStatus
  reason: string
}

const hour = 3_600_000

/** When the slot is over, and when an absence counts. */
export function endsOf({ place, noShowHours }: OwnEvent): { endsAt: Date; absentAt: Date } | null {
  if (!place) return null
  const endsAt = new Date(new Date(place.starts_at).getTime() + place.minutes * 60_000)
  return { endsAt, absentAt: new Date(endsAt.getTime() + noShowHours * hour) }
}

/** Whether the place is still valid: a held or offered place expires. */
const stillThere = ({ state, until }: NonNullable<OwnEvent['place']>, now: Date) =>
  (state !== 'held' && state !== 'offered') || (until !== null && now < new Date(until))

/** The status of a person with a booking, with its sentence; null when the dates of the stage decide. */
export function ownState(own: OwnEvent, now: Date): Said | null {
  if (own.cancelled !== null)
    return { status: 'wait', reason: `Мероприятие отменено: ${own.cancelled}. Что дальше, напишут организаторы` }
  const { place, by } = own
  const ends = endsOf(own)
  if (!place || !ends || !stillThere(place, now)) return null
  const when = `${showDateTime(new Date(place.starts_at))} по Москве`
  const until = place.until === null ? '' : showDateTime(new Date(place.until))
  if (place.state === 'held')
    return { status: 'in_progress', reason: `Место на ${when} держим до ${until}: подтвердите запись` }
  if (place.state === 'offered')
    return { status: 'in_progress', reason: `Для вас освободилось место на ${when}. Подтвердите до ${until} по Москве` }
  if (place.state === 'waiting')
    // After the slot has begun no place in it is offered.
    return now < new Date(place.starts_at) ? { status: 'wait', reason: `Вы в листе ожидания на ${when}` } : null
  if (place.state === 'attended') return { status: 'success', reason: `Вы были на мероприятии ${when}` }
  if (by === 'booking') return { status: 'success', reason: `Вы записаны: ${when}` }
  if (place.state === 'no_show') return { status: 'not_allowed', reason: `Вы записывались на ${when} и не пришли` }
  if (now < ends.endsAt)
    return { status: 'success', reason: `Вы записаны: ${when}. Этап засчитают, когда вас отметят на входе` }
  if (now < ends.absentAt) return { status: 'processing', reason: 'Сверяем отметки со входа. Итог появится здесь' }
  return { status: 'not_allowed', reason: `Вы записывались на ${when}, отметки о приходе нет` }
}

/** Whether the status is final: with attendance only after the mark at the door. */
export const isOver = ({ by, place }: OwnEvent): boolean => by === 'booking' || place?.state === 'attended'
