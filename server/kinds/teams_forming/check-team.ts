import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import { mayCheckTeams } from '#server/review/checking/desk-access.ts'
import { reviewOf } from '#server/review/checking/store.ts'
import { checksTeams, holdTeam, teamWaits, teamWaitsSince } from '#server/review/checking/team-queue.ts'
import { audited } from '#server/review/judging/edit-judging.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { fullName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import type { TeamCheckDraft } from '#shared/programme/teams_forming/check-draft.ts'
import { reasonInWords, type Verdict } from '#shared/review/checking/check.ts'
import { countedWorks } from '#shared/review/checking/limits.ts'
import { decideLocked, keepMemberWords, keepTeamCheck, type MemberWord, namedTeam } from './decide-team.ts'
import { lockOne, ownersFormation } from './owners-stage.ts'
import { showTeam } from './show-team.ts'

const dayMs = 24 * 3_600_000
const verdictOf = { accept: 'admitted', return: 'returned', refuse: 'rejected' } as const
const answers = { accept: 'accepted', return: 'returned', refuse: 'refused' } as const

/** A team that the caller checks, and its state on the desk. */
async function teamToCheck(db: Db | Tx, caller: Caller, teamId: number, now: Date) {
  const row = await db
    .selectFrom('formed_teams as t')
    .innerJoin('stages as s', 's.id', 't.stage_id')
    .leftJoin('team_desks as d', 'd.team_id', 't.id')
    .leftJoin('accounts as holder', 'holder.id', 'd.held_by')
    .select(['t.id', 's.id as stage_id', 's.title', 's.competition_code as competition', 's.code'])
    .select(['d.held_by', 'd.held_until', 'd.refused_by', 'holder.first_name', 'holder.last_name'])
    .select(teamWaits(now).as('waits'))
    .select(sql<Date | null>`case when ${teamWaits(now)} then ${teamWaitsSince} end`.as('since'))
    .where('t.id', '=', teamId)
    .where('t.dissolved_at', 'is', null)
    .where(checksTeams)
    .where(mayCheckTeams(caller))
    .executeTakeFirst()
  if (!row) throw new Refusal('formed_team_not_found')
  const { held_by, held_until } = row
  const taken = held_by !== null && held_by !== caller.accountId && held_until !== null && held_until > now
  return { ...row, taken }
}

/** A team as its checker reads it: its people, its gaps, earlier checks, the checker's draft. */
export async function readTeamOnDesk(services: Services, caller: Caller, teamId: number) {
  const { db, clock } = services
  const now = clock()
  const found = await teamToCheck(db, caller, teamId, now)
  const { appeal_days: _days, ...review } = await reviewOf(db, found.stage_id)
  const { rows } = await sql<{ checks: Check[]; draft: Draft | null; left: number }>`
    select coalesce((
        select json_agg(json_build_object('first_name', coalesce(a.first_name, ''), 'last_name', coalesce(a.last_name, ''),
          'verdict', k.verdict, 'final', k.final, 'reason', k.reason, 'note', k.note, 'decided_at', k.decided_at)
          order by k.id)
        from team_checks k left join accounts a on a.id = k.checker_id where k.team_id = ${teamId}
      ), '[]') as checks,
      (select json_build_object('data', data, 'revision', revision, 'saved_at', saved_at) from team_check_drafts
        where team_id = ${teamId} and checker_id = ${caller.accountId}) as draft,
      (select count(*)::int from (
        select from formed_teams t join stages s on s.id = t.stage_id
        where s.id = ${found.stage_id} and ${checksTeams} and ${teamWaits(now)} limit ${countedWorks}) as counted
      ) as left`.execute(db)
  const { checks = [], draft = null, left = 0 } = rows[0] ?? {}
  return {
    team: await showTeam(services, found, teamId),
    stage_id: found.stage_id,
    stage_title: found.title,
    competition_code: found.competition,
    left,
    state: !found.waits ? ('decided' as const) : found.taken ? ('taken' as const) : ('waits' as const),
    taken_by: found.taken ? fullName(found) : null,
    waits_since: found.since && formatWire(found.since),
    ...review,
    checks: checks.map(({ decided_at, first_name, last_name, ...check }) => ({
      ...check,
      revision: null,
      by: fullName({ first_name, last_name }),
      decided_at: formatWire(new Date(decided_at)),
    })),
    draft: draft && { ...draft, saved_at: formatWire(new Date(draft.saved_at)) },
  }
}

interface Check {
  first_name: string
  last_name: string
  verdict: Verdict
  final: boolean
  reason: string
  note: string
  decided_at: string
}

type Draft = { data: TeamCheckDraft; revision: number; saved_at: string }

/** Refuses a team that the caller does not check, that is decided, or that another checker holds. */
async function refuseUnlessFree(db: Db | Tx, caller: Caller, teamId: number, now: Date) {
  const found = await teamToCheck(db, caller, teamId, now)
  if (!found.waits) throw new Refusal('work_decided')
  if (found.taken) throw new Refusal('work_taken', { values: { by: fullName(found) || 'другой проверяющий' } })
  return found
}

/** Keeps what a checker has typed about a team, and keeps the team on their desk. */
export async function saveTeamDraft(
  { db, clock }: Services,
  caller: Caller,
  { teamId, data, basedOn }: { teamId: number; data: TeamCheckDraft; basedOn: number | undefined },
) {
  const now = clock()
  await refuseUnlessFree(db, caller, teamId, now)
  // Another checker may have taken the team at this moment.
  if (!(await holdTeam(db, caller, teamId, now))) await refuseUnlessFree(db, caller, teamId, now)
  const row = { data: JSON.stringify(data), saved_at: now }
  const saved = await db
    .insertInto('team_check_drafts')
    .values({ team_id: teamId, checker_id: caller.accountId, revision: 1, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['team_id', 'checker_id'])
        .doUpdateSet((is) => ({ ...row, revision: is('team_check_drafts.revision', '+', 1) }))
        .where((is) => is.or([is.lit(basedOn === undefined), is('team_check_drafts.revision', '=', basedOn ?? 0)])),
    )
    .returning('revision')
    .executeTakeFirst()
  if (!saved) throw new Refusal('draft_conflict')
  return { revision: saved.revision, saved_at: formatWire(now) }
}

interface CheckedTeam {
  teamId: number
  verdict: Verdict
  members: readonly MemberWord[]
  reasonCode: string
  reason: string
  note: string
}

/**
 * Decides about a team that waits. A refusal waits for another person first, where the stage requires that; a returned
 * team gets days in which its people may change it. Repeating the same verdict changes nothing.
 */
export async function checkTeam(services: Services, caller: Caller, check: CheckedTeam) {
  const { db, clock } = services
  const found = await teamToCheck(db, caller, check.teamId, clock())
  const formation = await ownersFormation(services, found)
  const outcome = await db.transaction().execute(async (tx) => {
    const now = clock()
    const locked = await lockOne(tx, formation.stage, check.teamId)
    // Only what is read after the lock is reliable.
    const { waits } = await teamToCheck(tx, caller, check.teamId, now)
    if (!waits && (await wasSaid(tx, caller, check))) return answers[check.verdict]
    const { refused_by } = await refuseUnlessFree(tx, caller, check.teamId, now)
    const review = await reviewOf(tx, formation.stage.id)
    const reason = reasonInWords(review.reasons, check.verdict === 'refuse' ? check.reasonCode : '', check.reason)
    const remarked = check.verdict === 'return' && check.members.some(({ remark = '' }) => remark.trim() !== '')
    if (check.verdict !== 'accept' && reason === '' && !remarked) throw new Refusal('verdict_without_reason')
    const word = { verdict: verdictOf[check.verdict], reason, note: check.note, members: check.members }
    if (check.verdict === 'refuse' && review.second_look && (refused_by === null || refused_by === caller.accountId)) {
      const { changes } = await keepMemberWords(tx, { ...formation, locked }, check.members, now)
      await keepTeamCheck(tx, caller.accountId, check.teamId, { ...word, final: false }, now)
      const desk = { held_by: null, held_until: null, refused_by: caller.accountId }
      await tx
        .insertInto('team_desks')
        .values({ team_id: check.teamId, ...desk })
        .onConflict((conflict) => conflict.column('team_id').doUpdateSet(desk))
        .execute()
      const { competitionCode: competition, code } = formation.stage
      const proposed = { after: 'отказ предложен, решит другой проверяющий' }
      await audited(tx, caller.accountId, { competition, code }, 'team_decided', [
        { ...namedTeam(locked.team), ...proposed },
        ...changes,
      ])
      return 'second_look' as const
    }
    const until = new Date(now.getTime() + review.return_days * dayMs)
    await decideLocked(tx, services, caller.accountId, { ...formation, locked }, { ...word, until })
    return answers[check.verdict]
  })
  return { outcome }
}

/** Whether this person has already given exactly this verdict: the answer to the first request was lost. */
async function wasSaid(tx: Tx, caller: Caller, { teamId, verdict }: CheckedTeam): Promise<boolean> {
  const last = await tx
    .selectFrom('team_checks')
    .select(['checker_id', 'verdict', 'final'])
    .where('team_id', '=', teamId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.final === true && last.checker_id === caller.accountId && last.verdict === verdict
}

/** Refuses a caller who does not check the team. */
export async function refuseUnlessChecker({ db, clock }: Services, caller: Caller, teamId: number): Promise<void> {
  await teamToCheck(db, caller, teamId, clock())
}

/** Gives a team back to the queue. */
export async function releaseTeam(services: Services, caller: Caller, teamId: number): Promise<void> {
  await refuseUnlessChecker(services, caller, teamId)
  await services.db
    .updateTable('team_desks')
    .set({ held_by: null, held_until: null })
    .where('team_id', '=', teamId)
    .where('held_by', '=', caller.accountId)
    .execute()
}
