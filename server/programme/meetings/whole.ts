import type { Tx } from '#server/db.ts'
import { recordAtStage } from '#server/stages/record-at-stage.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import type { UserMeetingStatus } from '#shared/programme/meetings/classify.ts'
import { statusAt } from '#shared/programme/meetings/status-at.ts'
import type { MeetingAct, MeetingSide } from './tables.ts'

export type Whole = NonNullable<Awaited<ReturnType<typeof lockWhole>>>
export type Party = Whole['parties'][number]

/** A meeting with everybody invited, locked until the transaction ends; null if it does not exist. */
export async function lockWhole(tx: Tx, id: number, at: Date) {
  // Every act locks the row of the meeting first, so two acts on a meeting wait for each other.
  const row = await tx.selectFrom('meetings').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) return null
  const about = await tx
    .selectFrom('stages as s')
    .innerJoin('accounts as a', (join) => join.on('a.id', '=', row.mentor_id))
    .leftJoin('mentor_profiles as f', 'f.account_id', 'a.id')
    .select([
      's.competition_code',
      's.code as stage',
      'a.last_name',
      'a.first_name',
      'a.middle_name',
      'f.region as mentor_region',
    ])
    .where('s.id', '=', row.stage_id)
    .executeTakeFirstOrThrow()
  const parties = await tx
    .selectFrom('meeting_parties as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .leftJoin('participations as t', (join) =>
      join.onRef('t.account_id', '=', 'a.id').on('t.competition_code', '=', about.competition_code),
    )
    .select(['p.account_id', 'p.user_meeting_status', 'p.proposed', 'p.answered_at', 'p.asked_at', 'p.nudged_at'])
    .select(['p.lapsed_at', 'a.test_id', 'a.last_name', 'a.first_name', 'a.middle_name', 't.region', 't.track_code'])
    .where('p.meeting_id', '=', id)
    .orderBy('p.account_id')
    .execute()
  return {
    meeting: {
      ...row,
      status: statusAt(row, at),
      competition: about.competition_code,
      stage: about.stage,
      mentor: formalName(about),
      mentorRegion: about.mentor_region,
    },
    parties: parties.map((party) => ({ ...party, fio: formalName(party) })),
  }
}

/** The mentor's own meeting, locked. */
export async function lockOfMentor(tx: Tx, of: { id: number; mentorId: number }, at: Date): Promise<Whole> {
  const whole = await lockWhole(tx, of.id, at)
  if (whole?.meeting.mentor_id !== of.mentorId) throw new Refusal('meeting_not_found')
  return whole
}

export const logMeeting = (
  tx: Tx,
  { meeting }: { meeting: { id: number; starts_at: Date } },
  { side, what, at }: { side: MeetingSide; what: MeetingAct; at: Date },
) =>
  tx
    .insertInto('meeting_events')
    .values({ meeting_id: meeting.id, starts_at: meeting.starts_at, side, what, at })
    .execute()

/** Records an act of the mentor on a meeting, with those whom it concerns and the times before and after. */
export const auditMeeting = (
  tx: Tx,
  { meeting, parties }: Whole,
  action: string,
  { before, after, about = parties }: { before?: string; after?: string; about?: readonly Party[] } = {},
) =>
  recordAtStage(tx, {
    ...{ actorId: meeting.mentor_id, action, stageId: meeting.stage_id, subject: `meeting:${meeting.id}` },
    changes: [
      {
        ...{ field: 'meeting', title: `Участники: ${about.map(({ test_id }) => `ID ${test_id}`).join(', ')}` },
        ...(before && { before }),
        ...(after && { after }),
      },
    ],
  })

/** Changes a meeting in a way that its calendar entry shows. */
export const changeMeeting = (
  tx: Tx,
  id: number,
  set: Partial<{
    starts_at: Date
    minutes: number
    format: 1 | 2
    place: string
    mentor_id: number
    status: 'new' | 'cancelled'
    cancelled_because: string
  }>,
) =>
  tx
    .updateTable('meetings')
    .set((eb) => ({ ...set, revision: eb('revision', '+', 1), sequence: eb('sequence', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Changes a meeting in a way that calendar entries do not show. */
export const touchMeeting = (tx: Tx, id: number, set: { status?: 'new' | 'wait' | 'past' } = {}) =>
  tx
    .updateTable('meetings')
    .set((eb) => ({ ...set, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Asks these people again, because their earlier answers were about another time. */
export const askAnew = (tx: Tx, id: number, accountIds: readonly number[], at: Date) =>
  tx
    .updateTable('meeting_parties')
    .set({ user_meeting_status: 'pending', proposed: [], asked_at: at, nudged_at: null, lapsed_at: null })
    .where('meeting_id', '=', id)
    .where('account_id', 'in', [0, ...accountIds])
    .execute()

/** Everybody who has not declined. */
export const stillInvited = ({ parties }: Pick<Whole, 'parties'>): Party[] =>
  parties.filter(({ user_meeting_status: answer }) => answer !== ('rejected' satisfies UserMeetingStatus))
