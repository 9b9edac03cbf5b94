import type { ResponseOf } from '#shared/platform/api/route.ts'
import type { Routes } from '#shared/routes.ts'
import { aCompetition, aPerson } from './a-competition.ts'
import type { TestApp } from './test-app.ts'

export type TeamPage = ResponseOf<Routes['GET /user/teams_formation/teams/:team_id']>
type Person = Awaited<ReturnType<typeof aPerson>>

const forming = {
  type: 'teams_forming',
  opens_at: new Date('2026-11-01T10:00:00+03:00'),
  closes_at: new Date('2026-12-01T10:00:00+03:00'),
}

/**
 * A competition with a stage `teams` for forming teams that is open in November 2026, and the calls that people make
 * there.
 */
export async function aTeamStage(app: TestApp, settings: Record<string, unknown> = {}) {
  const { code, stageIds } = await aCompetition(app.db, {
    rules: { type: 'rules', title: 'Правила' },
    teams: { ...forming, settings },
  })
  return callsAt(app, { code, stage_id: stageIds.teams, rulesId: stageIds.rules })
}

/** A competition with two team stages; each may belong to some tracks only. */
export async function twoTeamStages(app: TestApp, tracks: { first?: string[]; second?: string[] } = {}) {
  const stages = {
    rules: { type: 'rules', title: 'Правила' },
    teams: { ...forming, title: 'Первый сбор', ...(tracks.first && { tracks: tracks.first }) },
    more: { ...forming, title: 'Второй сбор', ...(tracks.second && { tracks: tracks.second }) },
  }
  const { code, stageIds } = await aCompetition(app.db, stages, { tracks: ['main', 'other'] })
  const at = (stage_id: number) => callsAt(app, { code, stage_id, rulesId: stageIds.rules })
  return [at(stageIds.teams), at(stageIds.more)] as const
}

function callsAt(app: TestApp, { code, stage_id, rulesId }: { code: string; stage_id: number; rulesId: number }) {
  const of = (team_id: number) => ({ team_id })
  return {
    competition: code,
    stageId: stage_id,
    rulesId,
    async person(region: string | null = null): Promise<Person> {
      const person = await aPerson(app)
      await app.db
        .insertInto('participations')
        .values({
          account_id: person.id,
          competition_code: code,
          door: 'participant',
          track_code: 'main',
          region,
          joined_at: app.clock.now(),
        })
        .execute()
      return person
    },
    list: ({ token }: Person, query: { team_name?: string; limit?: number; offset?: number } = {}) =>
      app.call('GET /user/teams_formation/:stage_id/teams', { token, params: { stage_id }, query }),
    create: ({ token }: Person, team_name: string) =>
      app.call('POST /user/teams_formation/:stage_id/teams', { token, params: { stage_id }, body: { team_name } }),
    /** Creates a team of this captain. Returns its id. */
    async team(captain: Person, team_name: string): Promise<number> {
      const { body } = await this.create(captain, team_name)
      if (!body.team_id) throw new Error(`no team: ${JSON.stringify(body)}`)
      return body.team_id
    },
    read: ({ token }: Person, team_id: number, invite_code?: string) =>
      app.call('GET /user/teams_formation/teams/:team_id', {
        token,
        params: of(team_id),
        query: invite_code === undefined ? {} : { invite_code },
      }),
    change: (
      { token }: Person,
      team_id: number,
      body: { team_name?: string; about?: string; takes_requests?: boolean },
    ) => app.call('PUT /user/teams_formation/teams/:team_id', { token, params: of(team_id), body }),
    join: ({ token }: Person, team_id: number, invite_code?: string) =>
      app.call('POST /user/teams_formation/teams/:team_id/members', {
        token,
        params: of(team_id),
        body: invite_code === undefined ? {} : { invite_code },
      }),
    remove: ({ token }: Person, team_id: number, user_id: number) =>
      app.call('DELETE /user/teams_formation/teams/:team_id/members/:user_id', { token, params: { team_id, user_id } }),
    become: ({ token }: Person, team_id: number, user_id: number, become: 'member' | 'captain') =>
      app.call('PUT /user/teams_formation/teams/:team_id/members/:user_id', {
        token,
        params: { team_id, user_id },
        body: { become },
      }),
    newCode: ({ token }: Person, team_id: number, body = { days: 7, uses: 10 }) =>
      app.call('POST /user/teams_formation/teams/:team_id/invite_code', { token, params: of(team_id), body }),
    async code(captain: Person, team_id: number, body = { days: 7, uses: 10 }): Promise<string> {
      return (await this.newCode(captain, team_id, body)).body.invite_code ?? ''
    },
    invite: ({ token }: Person, team_id: number, user_id: number) =>
      app.call('POST /user/teams_formation/teams/:team_id/members/:user_id/invitation', {
        token,
        params: { team_id, user_id },
      }),
    letter: ({ token }: Person, team_id: number, email: string) =>
      app.call('POST /user/teams_formation/teams/:team_id/letters', { token, params: of(team_id), body: { email } }),
    byCode: ({ token }: Person, invite_code: string) =>
      app.call('POST /user/teams_formation/stages/:stage_id/invited_team', {
        token,
        params: { stage_id },
        body: { invite_code },
      }),
    seekers: ({ token }: Person, query: { search?: string; offset?: number } = {}) =>
      app.call('GET /user/teams_formation/stages/:stage_id/seekers', { token, params: { stage_id }, query }),
    duty: ({ token }: Person, team_id: number, user_id: number, duty: string) =>
      app.call('PUT /user/teams_formation/teams/:team_id/members/:user_id/duty', {
        token,
        params: { team_id, user_id },
        body: { duty },
      }),
    bringLetter: ({ token }: Person, team_id: number, letter: { file_id: string; name: string }[]) =>
      app.call('PUT /user/teams_formation/teams/:team_id/letter', { token, params: of(team_id), body: { letter } }),
    file: ({ token }: Person, team_id: number, file_id: string) =>
      app.fetch(`/api/v3/user/teams_formation/teams/${team_id}/files/${file_id}`, { headers: { 'X-Token': token } }),
    askReplacement: (
      { token }: Person,
      team_id: number,
      body: {
        leaving: number | null
        coming: number
        reason?: string
        documents: { file_id: string; name: string }[]
      },
    ) =>
      app.call('POST /user/teams_formation/teams/:team_id/replacements', {
        token,
        params: of(team_id),
        body: { reason: 'Переезжает', ...body },
      }),
    withdraw: ({ token }: Person, team_id: number, replacement_id: number) =>
      app.call('DELETE /user/teams_formation/teams/:team_id/replacements/:replacement_id', {
        token,
        params: { team_id, replacement_id },
      }),
    look: ({ token }: Person, looking: boolean) =>
      app.call('PUT /user/teams_formation/stages/:stage_id/looking', {
        token,
        params: { stage_id },
        body: { looking },
      }),
    profile: ({ token }: Person, user_id: number) =>
      app.call('GET /user/teams_formation/members/:user_id/profile', { token, params: { user_id } }),
    saveProfile: ({ token }: Person, user_id: number, skills: string) =>
      app.call('POST /user/teams_formation/members/:user_id/profile', {
        token,
        params: { user_id },
        body: { skills, about: 'О себе', contact: '@me' },
      }),
    /** The stage in this person's tree. */
    async stage({ token }: Person) {
      const { body } = await app.call('GET /user/user-stages', { token, query: { competition_code: code } })
      return (
        body.stages as { type: string; status: string; extra_data: { team_id: number | null; reason: string } }[]
      ).find(({ type }) => type === 'teams_forming')
    },
  }
}
