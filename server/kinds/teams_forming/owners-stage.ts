import type { Tx } from '#server/db.ts'
import { messagePeople } from '#server/messages/notifications/message-person.ts'
import { lockTeam } from '#server/programme/team-formation/store.ts'
import type { Services } from '#server/services.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { teamRules } from '#shared/programme/team-formation/team-rules.ts'
import { teamsFormingKind } from '#shared/programme/teams_forming/contract.ts'
import { regionalView } from '#shared/stages/regional-view.ts'

export interface Place {
  competition: string
  code: string
}

/** A stage at which people form teams, for its organiser. */
export async function ownersFormation({ db, seasons }: Pick<Services, 'db' | 'seasons'>, { competition, code }: Place) {
  const season = await seasons.of(db, competition)
  if (!season) throw new Refusal('competition_not_found')
  const stage = season.byCode.get(code)
  if (stage?.type !== teamsFormingKind.type || stage.view === regionalView) throw new Refusal('stage_not_found')
  return { stage, rules: teamRules(stage.settings) }
}

export const isClosed = ({ closesAt }: Pick<SeasonStage, 'closesAt'>, now: Date): boolean =>
  closesAt !== null && now >= closesAt

/** Whether the people of the team may still change it: before the close, and after it while it is returned. */
export const mayStillChange = (
  stage: Pick<SeasonStage, 'closesAt'>,
  { returned_until }: { returned_until: Date | null },
  now: Date,
): boolean => !isClosed(stage, now) || (returned_until !== null && now < returned_until)

export type LockedTeam = Awaited<ReturnType<typeof lockTeam>>

/** Teams of this stage, locked in the order of their ids, so that two organisers never block each other. */
export async function lockTeams(tx: Tx, stage: Pick<SeasonStage, 'id'>, ids: readonly number[]): Promise<LockedTeam[]> {
  const locked = new Map<number, LockedTeam>()
  for (const id of [...new Set(ids)].sort((one, other) => one - other)) {
    const team = await lockTeam(tx, id)
    if (team.team.stage_id !== stage.id) throw new Refusal('formed_team_not_found')
    locked.set(id, team)
  }
  return ids.flatMap((id) => locked.get(id) ?? [])
}

export async function lockOne(tx: Tx, stage: Pick<SeasonStage, 'id'>, id: number): Promise<LockedTeam> {
  const [locked] = await lockTeams(tx, stage, [id])
  if (!locked) throw new Refusal('formed_team_not_found')
  return locked
}

/** A team with a work cannot be changed: marks and decisions belong to it. */
export async function refuseIfWorked(tx: Tx, teamIds: readonly number[]): Promise<void> {
  const found = await tx
    .selectFrom('works')
    .select('id')
    .where('team_id', 'in', [...teamIds])
    .executeTakeFirst()
  if (found) throw new Refusal('team_has_works')
}

/** Notifies these people, with a link to their team or, without one, to the list of this stage. */
export async function tellPeople(
  tx: Tx,
  services: Services,
  { stage, teamId, people }: { stage: SeasonStage; teamId: number | null; people: readonly number[] },
  { title, text }: { title: string; text: string },
): Promise<void> {
  if (people.length === 0) return
  const taking = await tx
    .selectFrom('participations')
    .select(['account_id', 'track_code'])
    .where('competition_code', '=', stage.competitionCode)
    .where('account_id', 'in', [...people])
    .orderBy('account_id')
    .execute()
  const byTrack = Map.groupBy(taking, ({ track_code }) => track_code)
  for (const [track, rows] of byTrack) {
    const teams = `/${stage.competitionCode}/${track}/stages/teams_forming`
    await messagePeople(
      tx,
      services,
      rows.map(({ account_id }) => ({ accountId: account_id, text })),
      {
        kind: 'teams',
        title,
        link: {
          path: track === null ? `/${stage.competitionCode}` : `${teams}/${teamId ?? stage.code}`,
          words: teamId === null ? 'Открыть команды' : 'Открыть команду',
        },
      },
    )
  }
}

export const idsOf = ({ members }: Pick<LockedTeam, 'members'>): number[] => members.map(({ account_id }) => account_id)
