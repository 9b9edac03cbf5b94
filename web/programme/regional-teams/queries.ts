import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { quoted } from '#shared/platform/text/quoted.ts'
import { groupPage } from '#shared/stages/regional-view.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'

export type Group = Answer<'GET /user/:code/regional_teams/my-group'>
export type GroupTeam = Group['teams'][number]
export type Teammates = Answer<'GET /user/:code/regional_teams/my-team-assessments'>
export type TeamProfile = Answer<'GET /user/:code/regional_teams/my-profile'>

/** The key prefix of what a change of membership makes outdated; the rest of a page of teams stays as it is. */
export const teamsKey = (code: string) => ['regional-teams', code]

export const groupQuery = (code: string, page: number, team_name: string) =>
  queryOptions({
    queryKey: [...teamsKey(code), 'group', page, team_name],
    queryFn: () =>
      api('GET /user/:code/regional_teams/my-group', {
        params: { code },
        query: { limit: groupPage, offset: (page - 1) * groupPage, team_name },
      }),
  })

export const myTeamQuery = (code: string) =>
  queryOptions({
    queryKey: [...teamsKey(code), 'my-team'],
    queryFn: () => api('GET /user/:code/regional_teams/my-team', { params: { code } }),
  })

export const teammatesQuery = (code: string) =>
  queryOptions({
    queryKey: [...teamsKey(code), 'assessments'],
    queryFn: () => api('GET /user/:code/regional_teams/my-team-assessments', { params: { code } }),
  })

export const teamProfileQuery = (code: string) =>
  queryOptions({
    queryKey: ['regional-team-profile', code],
    queryFn: () => api('GET /user/:code/regional_teams/my-profile', { params: { code } }),
  })

interface Membership {
  team: GroupTeam
  become: 'member' | 'stranger'
}

/**
 * Joining and leaving. Afterwards, also after a failure, the group is loaded again, because others join and leave too.
 */
export function useChangeMembership(code: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ team, become }: Membership) =>
      become === 'member'
        ? api('POST /user/:code/regional_teams/join-team', { params: { code }, body: { team_id: team.id } })
        : api('POST /user/:code/regional_teams/leave-team', { params: { code } }),
    onSuccess: (_answer, { team: { name }, become }) =>
      showBanner(
        become === 'member' ? `Вы вступили в команду ${quoted(name)}` : `Вы вышли из команды ${quoted(name)}`,
        'success',
      ),
    onError: (error, { become }) => become === 'member' && showBanner(failureText(error)),
    onSettled: () => {
      for (const queryKey of [['stages'], ['stage'], ['tracks']]) void queries.invalidateQueries({ queryKey })
      const isGroup = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[2] === 'group'
      void queries.invalidateQueries({ queryKey: teamsKey(code), predicate: (query) => !isGroup(query) })
      // Only the list decides what the next press can do, so the page waits for nothing else.
      return queries.invalidateQueries({ queryKey: teamsKey(code), predicate: isGroup })
    },
  })
}

export function useSaveTeamProfile(code: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Pick<TeamProfile, 'skills' | 'about'>) =>
      api('POST /user/:code/regional_teams/my-profile', { params: { code }, body }),
    onSuccess: () => {
      showBanner('Рассказ о себе сохранён', 'success')
      for (const queryKey of [teamProfileQuery(code).queryKey, teamsKey(code)])
        void queries.invalidateQueries({ queryKey })
    },
  })
}

export interface TeammateMark {
  user_id: number
  mark: number
  comment: string
}

export function useSaveMarks(code: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (assessments: TeammateMark[]) =>
      api('POST /user/:code/regional_teams/my-team-assessments', { params: { code }, body: { assessments } }),
    onSuccess: () => {
      showBanner('Оценки сохранены', 'success')
      void queries.invalidateQueries({ queryKey: teammatesQuery(code).queryKey })
    },
  })
}
