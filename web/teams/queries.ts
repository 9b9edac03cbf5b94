import { queryOptions } from '@tanstack/react-query'
import { groupPage } from '#shared/teams/regional-view.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'

export type Group = Answer<'GET /user/:code/regional_teams/my-group'>
export type GroupTeam = Group['teams'][number]
export type Teammates = Answer<'GET /user/:code/regional_teams/my-team-assessments'>
export type TeamProfile = Answer<'GET /user/:code/regional_teams/my-profile'>

/** What a change of membership makes old; the rest of a page of teams stays as it is. */
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

export const joinTeam = (code: string, team_id: number) =>
  api('POST /user/:code/regional_teams/join-team', { params: { code }, body: { team_id } })

export const leaveTeam = (code: string) => api('POST /user/:code/regional_teams/leave-team', { params: { code } })
