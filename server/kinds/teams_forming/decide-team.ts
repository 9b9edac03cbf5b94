import type { Tx } from '#server/db.ts'
import { countedOf, peopleOf } from '#server/programme/team-formation/store.ts'
import { audited } from '#server/review/judging/edit-judging.ts'
import type { Services } from '#server/services.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { completeness } from '#shared/programme/team-formation/completeness.ts'
import type { TeamRules } from '#shared/programme/team-formation/team-rules.ts'
import type { Verdict } from '#shared/review/checking/check.ts'
import type { StageChange } from '#shared/stages/stage-changes.ts'
import { idsOf, type LockedTeam, lockOne, ownersFormation, type Place, tellPeople } from './owners-stage.ts'

export interface MemberWord {
  test_id: number
  verdict: 'fits' | 'unfit' | null
  note: string
  /** The remark about this member that the team reads while it is returned. */
  remark?: string
}

interface Decided {
  verdict: 'under_check' | 'admitted' | 'rejected' | 'returned' | null
  reason: string
  members: readonly MemberWord[]
  /** Text for checkers only. */
  note?: string
  /** Until when a returned team may be changed. */
  until?: Date
}

const inWords = {
  under_check: 'на проверке',
  admitted: 'допущена',
  rejected: 'не допущена',
  returned: 'возвращена на доработку',
}

const verdictInWords = (verdict: Decided['verdict']) => (verdict === null ? 'не проверена' : inWords[verdict])

/** The organiser's verdict in the console. It takes effect at once. */
export async function decideTeam(
  services: Services,
  actorId: number,
  place: Place,
  { teamId, seen, ...of }: Decided & { teamId: number; seen?: Decided['verdict'] },
): Promise<void> {
  const formation = await ownersFormation(services, place)
  await services.db.transaction().execute(async (tx) => {
    const locked = await lockOne(tx, formation.stage, teamId)
    if (seen !== undefined && seen !== locked.team.verdict) throw new Refusal('team_changed')
    await decideLocked(tx, services, actorId, { ...formation, locked }, of)
  })
}

/**
 * Decides about a team and each member of it, in the console and on the desk. A reason is required where the team will
 * want one: for a refusal, a return without remarks, the admission of an incomplete team, and a change of a published
 * decision.
 */
export async function decideLocked(
  tx: Tx,
  services: Services,
  actorId: number,
  { stage, rules, locked }: { stage: SeasonStage; rules: TeamRules; locked: LockedTeam },
  of: Decided,
): Promise<void> {
  const now = services.clock()
  const { team } = locked
  const { complete, changes } = await keepMemberWords(tx, { rules, locked }, of.members, now)
  const reason = of.reason.trim()
  const final = team.verdict === 'admitted' || team.verdict === 'rejected'
  const remarked = of.verdict === 'returned' && of.members.some(({ remark = '' }) => remark.trim() !== '')
  const asked =
    of.verdict === 'rejected' ||
    (of.verdict === 'returned' && !remarked) ||
    (of.verdict === 'admitted' && !complete) ||
    (final && of.verdict !== team.verdict)
  if (of.verdict === 'admitted' && of.members.some(({ verdict }) => verdict === 'unfit'))
    throw new Refusal('team_member_unfit')
  if (asked && reason === '') throw new Refusal('team_reason_needed')
  const verdict = of.verdict === 'returned' ? null : of.verdict
  const until = of.verdict === 'returned' ? (of.until ?? now) : null
  const place = { competition: stage.competitionCode, code: stage.code }
  if (until === null && team.verdict === verdict && team.verdict_reason === reason) {
    if (changes.length > 0) await audited(tx, actorId, place, 'team_decided', [namedTeam(team), ...changes])
    return
  }
  await tx
    .updateTable('formed_teams')
    .set({
      verdict,
      verdict_at: verdict === null ? null : verdict === team.verdict ? team.verdict_at : now,
      verdict_reason: reason,
      returned_until: until ?? (verdict === null ? team.returned_until : null),
    })
    .where('id', '=', team.id)
    .execute()
  await tx.deleteFrom('team_desks').where('team_id', '=', team.id).execute()
  await keepTeamCheck(tx, actorId, team.id, { ...of, reason, final: true }, now)
  if (until !== null) await extend(tx, actorId, stage.id, idsOf(locked), until, now)
  if (of.verdict === 'admitted' || of.verdict === 'rejected' || of.verdict === 'returned' || final)
    await tellPeople(
      tx,
      services,
      { stage, teamId: team.id, people: idsOf(locked) },
      {
        title: of.verdict === null ? 'Решение о команде снято' : `Команда ${quoted(team.name)} ${inWords[of.verdict]}`,
        text: [
          `Этап ${quoted(stage.title)}, команда ${quoted(team.name)}: ${of.verdict === null ? 'прежнее решение снято' : inWords[of.verdict]}.`,
          reason && `Причина: ${reason}`,
          until && `Состав можно менять до ${showDateTime(until)} по Москве, замечания — на странице команды.`,
        ]
          .filter(Boolean)
          .join(' '),
      },
    )
  const decided = { before: verdictInWords(team.verdict), after: verdictInWords(of.verdict) }
  await audited(tx, actorId, place, 'team_decided', [{ ...namedTeam(team), ...decided }, ...changes])
}

export const namedTeam = ({ id }: { id: number }): StageChange => ({ field: 'team', title: `Команда ${id}` })

const fitInWords = { fits: 'подходит', unfit: 'не подходит' } as const

/** Keeps a word about each member. All members must be named, so that nobody is decided about unseen. Returns what changed. */
export async function keepMemberWords(
  tx: Tx,
  { rules, locked: { team } }: { rules: TeamRules; locked: Pick<LockedTeam, 'team'> },
  words: readonly MemberWord[],
  now: Date,
): Promise<{ complete: boolean; changes: StageChange[] }> {
  const people = (await peopleOf(tx, team.id, now)).filter(({ state }) => state === 'active')
  const named = new Map(words.map((member) => [member.test_id, member]))
  if (named.size !== people.length || people.some(({ test_id }) => !named.has(test_id)))
    throw new Refusal('team_changed')
  const stood = await tx
    .selectFrom('formed_team_members')
    .select(['account_id', 'verdict', 'verdict_note', 'remark'])
    .where('team_id', '=', team.id)
    .execute()
  const changes: StageChange[] = []
  for (const { account_id, test_id } of people) {
    const { verdict = null, note = '', remark } = named.get(test_id) ?? {}
    await tx
      .updateTable('formed_team_members')
      .set({ verdict, verdict_note: note.trim(), ...(remark !== undefined && { remark: remark.trim() }) })
      .where('team_id', '=', team.id)
      .where('account_id', '=', account_id)
      .execute()
    const before = stood.find((member) => member.account_id === account_id)
    const [was, is] = [before?.verdict ?? null, verdict].map((one) => (one === null ? 'нет оценки' : fitInWords[one]))
    const words = note.trim() !== before?.verdict_note || (remark !== undefined && remark.trim() !== before?.remark)
    const title = `Участник ID ${test_id}${words ? ', изменены слова о нём' : ''}`
    if (words || was !== is)
      changes.push({ field: `member_${test_id}`, title, ...(was !== is && { before: was, after: is }) })
  }
  return { ...completeness(rules, people, await countedOf(tx, team)), changes }
}

const checkOf = { admitted: 'accept', rejected: 'refuse', returned: 'return' } as const satisfies Record<
  string,
  Verdict
>

/** Keeps the verdict of this person on a team. Starting a check is not a verdict. */
export async function keepTeamCheck(
  tx: Tx,
  actorId: number,
  teamId: number,
  { verdict, reason, note = '', final }: Pick<Decided, 'verdict' | 'reason' | 'note'> & { final: boolean },
  now: Date,
): Promise<void> {
  await tx.deleteFrom('team_check_drafts').where('team_id', '=', teamId).where('checker_id', '=', actorId).execute()
  if (verdict === null || verdict === 'under_check') return
  await tx
    .insertInto('team_checks')
    .values({
      team_id: teamId,
      checker_id: actorId,
      verdict: checkOf[verdict],
      final,
      reason,
      note: note.trim(),
      decided_at: now,
    })
    .execute()
}

async function extend(tx: Tx, by: number, stageId: number, people: readonly number[], until: Date, now: Date) {
  await tx
    .insertInto('stage_extensions')
    .values(
      people.map((account_id) => ({
        stage_id: stageId,
        account_id,
        closes_at: until,
        reason: 'Команда возвращена на доработку',
        granted_by: by,
        granted_at: now,
      })),
    )
    .execute()
}
