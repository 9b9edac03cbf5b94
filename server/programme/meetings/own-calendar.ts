import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { meetingCalendar } from './calendar.ts'

/** The calendar entry of a meeting for a person who is invited to it, or for its mentor. */
export async function ownCalendar(
  services: Services,
  of: { id: number } & ({ accountId: number } | { mentorId: number }),
) {
  let found = services.db
    .selectFrom('meetings as m')
    .innerJoin('stages as s', 's.id', 'm.stage_id')
    .innerJoin('accounts as a', 'a.id', 'm.mentor_id')
    .select(['m.id', 'm.starts_at', 'm.minutes', 'm.format', 'm.place', 'm.status', 'm.sequence'])
    .select(['s.competition_code as competition', 'a.last_name', 'a.first_name', 'a.middle_name'])
    .where('m.id', '=', of.id)
  found =
    'mentorId' in of
      ? found.where('m.mentor_id', '=', of.mentorId)
      : found.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('meeting_parties as p')
              .select('p.meeting_id')
              .whereRef('p.meeting_id', '=', 'm.id')
              .where('p.account_id', '=', of.accountId),
          ),
        )
  const row = await found.executeTakeFirst()
  if (!row) throw new Refusal('meeting_not_found')
  return Buffer.from(await meetingCalendar(services, { ...row, mentor: formalName(row) }, row.status === 'cancelled'))
}
