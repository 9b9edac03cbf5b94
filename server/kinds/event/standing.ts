import { sql } from 'kysely'
import type { Standing } from '#server/stages/kind.ts'
import { endsOf, isOver, type OwnEvent, ownState } from '#shared/programme/event/own-state.ts'
import { type StageFacts, stageStatus } from '#shared/stages/stage-status.ts'

export const eventStanding: Standing = {
  column: ({ accountId, competitionCode }) => sql<Record<string, OwnEvent> | null>`(
    select json_object_agg(s.id, json_build_object(
      'cancelled', e.cancelled_because, 'since', coalesce(b.booked_at, e.cancelled_at),
      'by', coalesce(s.settings ->> 'success', 'booking'),
      'decided', decision_stands(${accountId}, s.id),
      'noShowHours', coalesce((s.settings ->> 'no_show_hours')::int, 24),
      'place', case when b.account_id is not null then json_build_object(
        'state', b.state, 'starts_at', t.start_time, 'until', b.until,
        'minutes', coalesce((s.settings ->> 'minutes')::int, e.minutes)) end))
    from offline_events e
    join stages s on s.id = e.stage_id
    left join slot_bookings b on b.event_id = e.id and b.account_id = ${accountId}
    left join offline_event_slots t on t.id = b.slot_id
    where s.competition_code = ${competitionCode} and s.type = 'event')`,
  read: (json) => json as OwnEvent,
  state: (stage, stored, json, now) => {
    const own = json as OwnEvent
    const facts = withoutBooking(stored, own)
    const base = stageStatus(stage, facts, now)
    const decided = facts.disqualified || facts.passedAt !== null || facts.failedAt !== null
    if (base.status === 'hidden' || base.status === 'unavailable_finalist' || decided) return { facts, state: base }
    const said = ownState(own, now)
    if (!said) return { facts, state: base }
    // A person in line has begun, so the stage is shown as open.
    const startedAt = facts.startedAt ?? (own.since === null ? null : new Date(own.since))
    return {
      facts: { ...facts, startedAt },
      state: { ...base, ...said, reasons: [said.reason], changesAt: nextOf(own, now) },
    }
  },
  changes: (own, { changesAt }) => [changesAt, ...momentsOf(own as OwnEvent)],
  team: () => null,
  isFinal: (own) => isOver(own as OwnEvent),
}

/**
 * The database writes facts of a booking for counting. The status follows the booking itself: a held place ends by the
 * clock, and a person who has given a place up may begin again.
 */
function withoutBooking(facts: StageFacts, { decided, place }: OwnEvent): StageFacts {
  if (decided || (!place && (facts.passedAt !== null || facts.failedAt !== null))) return facts
  return { ...facts, startedAt: null, submittedAt: null, passedAt: null, failedAt: null, reasons: [] }
}

/** When the status from a booking may change without a write. */
function momentsOf(own: OwnEvent): Date[] {
  const ends = endsOf(own)
  if (!own.place || !ends) return []
  const { starts_at, until } = own.place
  return [...(until ? [new Date(until)] : []), new Date(starts_at), ends.endsAt, ends.absentAt]
}

const nextOf = (own: OwnEvent, now: Date): Date | null =>
  momentsOf(own)
    .filter((at) => at > now)
    .sort((one, other) => one.getTime() - other.getTime())[0] ?? null
