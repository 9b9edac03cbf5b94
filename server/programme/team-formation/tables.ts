import type { GeneratedAlways } from 'kysely'
import type { Defaulted, Json } from '#server/platform/db/column-types.ts'
import type { TeamCheckDraft } from '#shared/programme/teams_forming/check-draft.ts'
import type { Verdict } from '#shared/review/checking/check.ts'

export type MemberState = 'invited' | 'requested' | 'active' | 'left' | 'removed'

export interface TeamFormationTables {
  formed_teams: {
    id: GeneratedAlways<number>
    stage_id: number
    competition_code: string
    name: string
    /** `teamNameKey` of the name. */
    name_key: string
    about: Defaulted<string>
    takes_requests: Defaulted<boolean>
    invite_serial: Defaulted<number>
    invite_code_hash: Defaulted<Buffer | null>
    invite_expires_at: Defaulted<Date | null>
    invite_uses_left: Defaulted<number | null>
    verdict: Defaulted<'under_check' | 'admitted' | 'rejected' | null>
    verdict_at: Defaulted<Date | null>
    verdict_reason: Defaulted<string>
    gone_after_close: Defaulted<number>
    /** A team returned by the check may be changed until then, also after the close. */
    returned_until: Defaulted<Date | null>
    /** How many active members there are; a trigger counts them. */
    taken: GeneratedAlways<number>
    /** The letter from the head. */
    letter_file: Defaulted<string | null>
    created_at: Date
    dissolved_at: Defaulted<Date | null>
  }
  formed_team_members: {
    team_id: number
    /** A copy of the team's stage. */
    stage_id: number
    /** A copy of the team's competition, written by a trigger, for the index of one active team of a person. */
    competition_code: GeneratedAlways<string>
    account_id: number
    role: Defaulted<'captain' | 'member'>
    duty: Defaulted<string>
    state: MemberState
    since: Date
    /** When a teammate last reminded the person of what is missing. */
    reminded_at: Defaulted<Date | null>
    /** The verdict of the check on this member. */
    verdict: Defaulted<'fits' | 'unfit' | null>
    /** For organisers only. */
    verdict_note: Defaulted<string>
    /** The remark on this member that the team reads while it is returned. */
    remark: Defaulted<string>
  }
  /** The state of a locked team as the job has last seen it. */
  locked_teams: {
    team_id: number
    locked_at: Date | null
    complete_at: Date | null
    look_at: Date
  }
  /** Teams whose people have done something since the job last looked at them. */
  woken_teams: { id: GeneratedAlways<number>; team_id: number }
  /** Codes that captains have replaced. */
  replaced_team_codes: { code_hash: Buffer; team_id: number }
  /** A view: the standing of a team that is not dissolved, by the verdict of the check and the rules of the stage. */
  team_standings: {
    team_id: GeneratedAlways<number>
    stage_id: GeneratedAlways<number>
    lost_at: GeneratedAlways<Date | null>
    handed_in_at: GeneratedAlways<Date | null>
    admitted_at: GeneratedAlways<Date | null>
    refused_at: GeneratedAlways<Date | null>
  }
  team_desks: {
    team_id: number
    held_by: Defaulted<number | null>
    held_until: Defaulted<Date | null>
    refused_by: Defaulted<number | null>
  }
  team_checks: {
    id: GeneratedAlways<number>
    team_id: number
    checker_id: number | null
    verdict: Verdict
    final: boolean
    reason: string
    note: string
    decided_at: Date
  }
  team_check_drafts: {
    team_id: number
    checker_id: number
    revision: number
    data: Json<TeamCheckDraft>
    saved_at: Date
  }
  /** Invitations by e-mail that nobody has answered. */
  formed_team_letters: {
    id: GeneratedAlways<number>
    team_id: number
    address_hash: Buffer
    shown: string
    since: Date
  }
  /** Requested by a captain after the lock, decided by an organiser. */
  team_replacements: {
    id: GeneratedAlways<number>
    team_id: number
    stage_id: number
    asked_by: number | null
    /** Null: nobody leaves, a place is free. */
    leaving_id: number | null
    coming_id: number
    reason: string
    asked_at: Date
    state: Defaulted<'asked' | 'granted' | 'declined' | 'withdrawn'>
    answer: Defaulted<string>
    decided_by: Defaulted<number | null>
    decided_at: Defaulted<Date | null>
  }
  team_replacement_files: { replacement_id: number; file_id: string }
  team_member_profiles: { account_id: number; skills: string; about: string; contact: string; saved_at: Date }
  team_seekers: { stage_id: number; account_id: number; since: Date }
}
