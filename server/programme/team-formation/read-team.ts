import { withPicture } from '#server/forms/files/picture-name.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { completeness, lackInWords } from '#shared/programme/team-formation/completeness.ts'
import { teamState } from '#shared/programme/team-formation/stage-state.ts'
import { captainOf, rightsIn, type Standing } from '#shared/programme/team-formation/team-rights.ts'
import { isOpen } from '#shared/stages/window.ts'
import { formationStage, isReturned, whyNoChanges, whyNoLeaving } from './formation-stage.ts'
import { codeFits, inviteCode } from './invite-code.ts'
import { otherTeam } from './other-team.ts'
import { replacementOf } from './replacements.ts'
import { countedOf, oneTeam, peopleOf, type TeamPerson } from './store.ts'
import { calledByLetter, lettersOf } from './team-letters.ts'
import { paperOf } from './team-papers.ts'

/**
 * A team as one reader may see it: strangers see names, members the profiles of members, the captain also those of
 * people with a request.
 */
export async function readTeam(
  { db, clock, config, seasons }: Services,
  { accountId, teamId, code }: { accountId: number; teamId: number; code?: string | undefined },
) {
  const now = clock()
  const team = await oneTeam(db, teamId)
  const stage = await formationStage(db, seasons, { accountId, stageId: team.stage_id }, now)
  const inTeam = stage.own.team !== null || (await otherTeam(db, { accountId, stageId: team.stage_id })) !== null
  const people = await peopleOf(db, teamId, now)
  const members = people.filter(({ state }) => state === 'active')
  if (members.length === 0) throw new Refusal('formed_team_not_found')
  const captain = captainOf(members)?.account_id
  const known = standingOf(people, accountId, captain)
  const letter = known === null && (await calledByLetter(db, config, { accountId, teamId }))
  const standing = letter ? 'invited' : known
  const inside = standing === 'captain' || standing === 'member'
  const leads = standing === 'captain'
  const places_left = Math.max(0, stage.rules.max - members.length)
  const fits = code === undefined ? null : codeFits(config, team, code, now)
  const reason = whyNoChanges(stage, now)
  // A returned team can be joined after the close too.
  const mayChange = team.verdict === null && (reason === '' || (!stage.own.team && isReturned(team, now)))
  const { complete, words, lines } = completeness(stage.rules, members, await countedOf(db, team))
  const { invite_expires_at: ends, invite_uses_left: uses } = team
  return {
    team_id: team.id,
    stage_id: team.stage_id,
    name: team.name,
    about: team.about,
    state: teamState({
      verdict: team.verdict,
      complete,
      open: isOpen(stage.state.window, now),
      automatic: stage.rules.automatic,
    }),
    standing,
    may: rightsIn({
      standing,
      inTeam,
      placesLeft: places_left,
      open: team.takes_requests,
      codeFits: fits === true,
      mayChange,
      mayLeave: inside && !mayChange && (await whyNoLeaving(db, team)) === '',
    }),
    may_change: reason === '',
    reason,
    places_left,
    size: { min: stage.rules.min, max: stage.rules.max },
    takes_requests: team.takes_requests,
    in_team: inTeam,
    code_fits: fits,
    code_wait: null as number | null,
    code_replaced: false,
    members: members.map((member) => ({
      ...shown(member),
      captain: member.account_id === captain,
      duty: inside ? member.duty : '',
      me: member.account_id === accountId,
      skills: inside ? member.skills : '',
      about: inside ? member.about : '',
      contact: inside ? member.contact : '',
      avatar: inside ? withPicture({ config, clock }, member).avatar : null,
      can_remind: inside && member.account_id !== accountId && mayRemind(member),
      lacks: inside ? member.lacks.map(lackInWords) : [],
    })),
    roles: [...stage.rules.roles],
    letter: inside && stage.rules.letter ? { file: await paperOf(db, team.letter_file) } : null,
    replacement: inside ? await replacementOf(db, { stage, team, leads }, now) : null,
    returned: inside ? returnedOf(team, members, now) : null,
    completeness: inside ? { words, complete, lines } : null,
    invite_code: leads && team.invite_code_hash !== null ? inviteCode(config, team) : null,
    invite:
      leads && ends !== null && uses !== null
        ? { expires_at: formatWire(ends), uses_left: uses, valid: now < ends && uses > 0 }
        : null,
    requests: leads ? people.filter(({ state }) => state === 'requested').map(shown) : [],
    invited: leads
      ? people
          .filter(({ state }) => state === 'invited')
          .map(({ test_id, since }) => ({ user_id: test_id, since: formatWire(since) }))
      : [],
    letters: leads ? await lettersOf(db, teamId) : [],
  }
}

/** The remarks of the check, while the returned team may be changed. */
function returnedOf(
  { verdict, verdict_reason: reason, returned_until: until }: Awaited<ReturnType<typeof oneTeam>>,
  members: readonly TeamPerson[],
  now: Date,
) {
  if (verdict !== null || until === null || now >= until) return null
  return {
    until: formatWire(until),
    reason,
    remarks: members
      .filter(({ remark }) => remark !== '')
      .map(({ test_id, last_name, first_name, remark }) => ({ user_id: test_id, last_name, first_name, text: remark })),
  }
}

/** Whether a person may be reminded: once a day, and only of things that the person can still do. */
export const mayRemind = ({ lacks, reminded }: Pick<TeamPerson, 'lacks' | 'reminded'>): boolean =>
  !reminded && lacks.some(({ kind }) => kind !== 'participation')

const shown = ({ test_id, last_name, first_name, region }: TeamPerson) => ({
  user_id: test_id,
  last_name,
  first_name,
  region,
})

function standingOf(people: readonly TeamPerson[], accountId: number, captain: number | undefined): Standing {
  const own = people.find((person) => person.account_id === accountId)
  if (!own) return null
  if (own.state !== 'active') return own.state
  return accountId === captain ? 'captain' : 'member'
}
