import { sql } from 'kysely'
import { countedOf, peopleOf } from '#server/programme/team-formation/store.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { fullName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { completeness, lackInWords } from '#shared/programme/team-formation/completeness.ts'
import { teamState } from '#shared/programme/team-formation/stage-state.ts'
import { captainOf } from '#shared/programme/team-formation/team-rights.ts'
import { mayStillChange, ownersFormation, type Place } from './owners-stage.ts'

type Verdict = 'fits' | 'unfit' | null

/** One team for its organiser. */
export async function showTeam(services: Services, place: Place, teamId: number) {
  const { stage, rules } = await ownersFormation(services, place)
  const now = services.clock()
  const { rows } = await sql<{
    name: string
    about: string
    verdict: 'under_check' | 'admitted' | 'rejected' | null
    verdict_at: Date | null
    verdict_reason: string
    returned_until: Date | null
    gone: number
    has_works: boolean
    letter_file: string | null
    letter_name: string | null
    checked: Record<string, { verdict: Verdict; note: string; fresh: boolean }> | null
  }>`
    select t.name, t.about, t.verdict, t.verdict_at, t.verdict_reason, t.returned_until, t.gone_after_close as gone,
      t.letter_file, (select f.name from files f where f.id = t.letter_file) as letter_name,
      exists (select from works w where w.team_id = t.id) as has_works,
      (select json_object_agg(m.account_id, json_build_object('verdict', m.verdict, 'note', m.verdict_note,
        'fresh', coalesce(m.since > (select max(k.decided_at) from team_checks k where k.team_id = t.id), false)))
       from formed_team_members m where m.team_id = t.id and m.state = 'active') as checked
    from formed_teams t
    where t.id = ${teamId} and t.stage_id = ${stage.id} and t.dissolved_at is null`.execute(services.db)
  const [team] = rows
  if (!team) throw new Refusal('formed_team_not_found')
  const members = (await peopleOf(services.db, teamId, now)).filter(({ state }) => state === 'active')
  const captain = captainOf(members)?.account_id
  const { lines, complete } = completeness(
    rules,
    members,
    await countedOf(services.db, { ...team, id: teamId, stage_id: stage.id, gone_after_close: team.gone }),
  )
  const { checked, gone, verdict_at, letter_file, letter_name, returned_until, ...shown } = team
  return {
    team_id: teamId,
    ...shown,
    gone,
    letter: letter_file === null ? null : { file_id: letter_file, name: letter_name ?? '' },
    verdict_at: verdict_at && formatWire(verdict_at),
    state: teamState({
      verdict: team.verdict,
      complete,
      open: mayStillChange(stage, { returned_until }, now),
      automatic: rules.automatic,
    }),
    size: { min: rules.min, max: rules.max },
    lines,
    members: members.map((member) => ({
      test_id: member.test_id,
      name: fullName(member),
      region: member.region,
      captain: member.account_id === captain,
      duty: member.duty,
      since: formatWire(member.since),
      lacks: member.lacks.map(lackInWords),
      verdict: checked?.[member.account_id]?.verdict ?? null,
      note: checked?.[member.account_id]?.note ?? '',
      fresh: checked?.[member.account_id]?.fresh ?? false,
    })),
  }
}
