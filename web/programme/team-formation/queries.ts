import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { FileAnswer } from '#shared/forms/fields/field.ts'
import { seekersPage, teamsPage } from '#shared/programme/team-formation/limits.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api, download } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'

export type Teams = Answer<'GET /user/teams_formation/:stage_id/teams'>
export type ListedTeam = Teams['teams'][number]
export type Team = Answer<'GET /user/teams_formation/teams/:team_id'>
export type TeamMember = Team['members'][number]
export type Profile = Answer<'GET /user/teams_formation/members/:user_id/profile'>

/** The key prefix of every query that a change of a team makes outdated. */
export const formationKey = ['team-formation']

export const teamsQuery = (stage_id: number, page: number, team_name: string) =>
  queryOptions({
    queryKey: [...formationKey, 'teams', stage_id, page, team_name],
    queryFn: () =>
      api('GET /user/teams_formation/:stage_id/teams', {
        params: { stage_id },
        query: { limit: teamsPage, offset: (page - 1) * teamsPage, team_name },
      }),
  })

export const teamQuery = (team_id: number, invite_code: string) =>
  queryOptions({
    queryKey: [...formationKey, 'team', team_id, invite_code],
    queryFn: () =>
      api('GET /user/teams_formation/teams/:team_id', {
        params: { team_id },
        ...(invite_code !== '' && { query: { invite_code } }),
      }),
  })

export const seekersQuery = (stage_id: number, page: number, search: string) =>
  queryOptions({
    queryKey: [...formationKey, 'seekers', stage_id, page, search],
    queryFn: () =>
      api('GET /user/teams_formation/stages/:stage_id/seekers', {
        params: { stage_id },
        query: { limit: seekersPage, offset: (page - 1) * seekersPage, search },
      }),
  })

export const profileQuery = (user_id: number) =>
  queryOptions({
    queryKey: ['team-profile', user_id],
    queryFn: () => api('GET /user/teams_formation/members/:user_id/profile', { params: { user_id } }),
  })

interface Change {
  /** Tells the buttons of a page apart. */
  name: string
  work: () => Promise<unknown>
  /** The message when it is done. */
  done: string
}

/**
 * One change of a team at a time, on a page. Afterwards, also after a failure, the teams and stages are loaded again,
 * because others change them too.
 */
export function useTeamChange() {
  const queries = useQueryClient()
  const mutation = useMutation({
    mutationFn: ({ work }: Change) => work(),
    onSuccess: (_answer, { done }) => showBanner(done, 'success'),
    onSettled: () =>
      Promise.all(
        [formationKey, ['stages'], ['stage'], ['tracks']].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  })

  /** Returns whether it was done; a failure is shown as a message unless `onFailure` shows it. */
  async function change(
    name: string,
    work: () => Promise<unknown>,
    done: string,
    onFailure: (error: unknown) => void = (error) => showBanner(failureText(error)),
  ): Promise<boolean> {
    if (mutation.isPending) return false
    return mutation.mutateAsync({ name, work, done }).then(
      () => true,
      (error: unknown) => {
        onFailure(error)
        return false
      },
    )
  }
  /** For a question, which shows a failure itself. */
  const send = (name: string, work: () => Promise<unknown>, done: string) => mutation.mutateAsync({ name, work, done })
  return { pending: mutation.isPending ? mutation.variables.name : null, change, send }
}

export type TeamChange = ReturnType<typeof useTeamChange>

export function useSaveProfile(profile: Profile) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Pick<Profile, 'skills' | 'about' | 'contact'>) => {
      const call = { params: { user_id: profile.user_id }, body }
      return profile.saved_at === null
        ? api('POST /user/teams_formation/members/:user_id/profile', call)
        : api('PUT /user/teams_formation/members/:user_id/profile', call)
    },
    onSuccess: () => {
      showBanner('Рассказ о себе сохранён', 'success')
      for (const queryKey of [profileQuery(profile.user_id).queryKey, formationKey])
        void queries.invalidateQueries({ queryKey })
    },
  })
}

/** Looks for the team that a code invites to; changes nothing. */
export function useFindByCode(stage_id: number) {
  return useMutation({
    mutationFn: (invite_code: string) =>
      api('POST /user/teams_formation/stages/:stage_id/invited_team', { params: { stage_id }, body: { invite_code } }),
  })
}

export const createTeam = (stage_id: number, team_name: string) =>
  api('POST /user/teams_formation/:stage_id/teams', { params: { stage_id }, body: { team_name } })

export const changeTeam = (team_id: number, body: { team_name?: string; about?: string; takes_requests?: boolean }) =>
  api('PUT /user/teams_formation/teams/:team_id', { params: { team_id }, body })

export const joinTeam = (team_id: number, invite_code: string) =>
  api('POST /user/teams_formation/teams/:team_id/members', {
    params: { team_id },
    body: invite_code === '' ? {} : { invite_code },
  })

export const removeMember = (team_id: number, user_id: number) =>
  api('DELETE /user/teams_formation/teams/:team_id/members/:user_id', { params: { team_id, user_id } })

export const settleMember = (team_id: number, user_id: number, become: 'member' | 'captain') =>
  api('PUT /user/teams_formation/teams/:team_id/members/:user_id', { params: { team_id, user_id }, body: { become } })

export const invitePerson = (team_id: number, user_id: number) =>
  api('POST /user/teams_formation/teams/:team_id/members/:user_id/invitation', { params: { team_id, user_id } })

export const inviteByEmail = (team_id: number, email: string) =>
  api('POST /user/teams_formation/teams/:team_id/letters', { params: { team_id }, body: { email } })

export const withdrawLetter = (team_id: number, letter_id: number) =>
  api('DELETE /user/teams_formation/teams/:team_id/letters/:letter_id', { params: { team_id, letter_id } })

export const remindMember = (team_id: number, user_id: number) =>
  api('POST /user/teams_formation/teams/:team_id/members/:user_id/reminder', { params: { team_id, user_id } })

export const renewCode = (team_id: number, body: { days: number; uses: number }) =>
  api('POST /user/teams_formation/teams/:team_id/invite_code', { params: { team_id }, body })

export const cancelCode = (team_id: number) =>
  api('DELETE /user/teams_formation/teams/:team_id/invite_code', { params: { team_id } })

export const setLooking = (stage_id: number, looking: boolean) =>
  api('PUT /user/teams_formation/stages/:stage_id/looking', { params: { stage_id }, body: { looking } })

/** A returned team goes to the check again before its days are over. */
export const sendToCheck = (team_id: number) =>
  api('POST /user/teams_formation/teams/:team_id/check', { params: { team_id } })

export const nameDuty = (team_id: number, user_id: number, duty: string) =>
  api('PUT /user/teams_formation/teams/:team_id/members/:user_id/duty', {
    params: { team_id, user_id },
    body: { duty },
  })

export const bringLetter = (team_id: number, letter: readonly FileAnswer[]) =>
  api('PUT /user/teams_formation/teams/:team_id/letter', { params: { team_id }, body: { letter: named(letter) } })

export const askReplacement = (
  team_id: number,
  { documents, ...body }: { leaving: number | null; coming: number; reason: string; documents: readonly FileAnswer[] },
) =>
  api('POST /user/teams_formation/teams/:team_id/replacements', {
    params: { team_id },
    body: { ...body, documents: named(documents) },
  })

export const withdrawReplacement = (team_id: number, replacement_id: number) =>
  api('DELETE /user/teams_formation/teams/:team_id/replacements/:replacement_id', {
    params: { team_id, replacement_id },
  })

/** The letter or a document of the person's own team. */
export const downloadPaper = (team_id: number, file_id: string): Promise<void> =>
  download('GET /user/teams_formation/teams/:team_id/files/:file_id', { params: { team_id, file_id } })

const named = (files: readonly FileAnswer[]) => files.map(({ file_id, name }) => ({ file_id, name }))
