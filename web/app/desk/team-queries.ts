import { queryOptions } from '@tanstack/react-query'
import type { TeamCheckDraft } from '#shared/programme/teams_forming/check-draft.ts'
import type { Verdict } from '#shared/review/checking/check.ts'
import type { DraftServer } from '#web/forms/drafts/draft-keeper.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api, download } from '#web/platform/api/portal-api.ts'
import { typedIn } from '#web/review/checking/queries.ts'

export type DeskTeam = Answer<'GET /desk/teams/:team_id'>

export const deskTeamQuery = (teamId: number) =>
  queryOptions({
    queryKey: ['desk', 'teams', teamId],
    queryFn: () => api('GET /desk/teams/:team_id', { params: { team_id: teamId } }),
    staleTime: 0,
    gcTime: 0,
  })

export const downloadTeamPaper = (teamId: number, fileId: string) =>
  download('GET /desk/teams/:team_id/files/:file_id', { params: { team_id: teamId, file_id: fileId } })

/** A kept draft in its shape: a remark for each present member; those for members who have left are dropped. */
export function typedOfTeam(data: Record<string, unknown>, { team }: DeskTeam): TeamCheckDraft {
  const kept = Array.isArray(data.members) ? (data.members as TeamCheckDraft['members']) : []
  const numbers = team.members.map(({ test_id }) => `${test_id}`)
  const typed = typedIn(data)
  return {
    ...typed,
    remarks: typed.remarks.filter(({ field }) => numbers.includes(field)),
    members: team.members.map(
      ({ test_id, verdict, note }) =>
        kept.find((member) => member.test_id === test_id) ?? { test_id, verdict, note, remark: '' },
    ),
  }
}

/** What the checker types about a team, as a draft on the server. */
export const teamDraftOn = (found: DeskTeam): DraftServer => ({
  read: async () => ({
    draft: found.draft?.data ?? {},
    revision: found.draft?.revision ?? 0,
    saved_at: found.draft?.saved_at ?? null,
  }),
  write: (data, revision, { keepalive }) =>
    api('PUT /desk/teams/:team_id/draft', {
      params: { team_id: found.team.team_id },
      body: { data: typedOfTeam(data, found), revision },
      keepalive,
    }),
})

export const sendTeamVerdict = ({ team }: DeskTeam, verdict: Verdict, typed: TeamCheckDraft) => {
  const remarks = new Map(typed.remarks.map(({ field, text }) => [field, text]))
  return api('POST /desk/teams/:team_id/check', {
    params: { team_id: team.team_id },
    body: {
      verdict,
      members: typed.members.map((member) => ({
        ...member,
        remark: verdict === 'return' ? (remarks.get(`${member.test_id}`) ?? '') : '',
      })),
      reason_code: typed.reason_code,
      reason: typed.reason,
      note: typed.note,
    },
  })
}
