import type { Tx } from '#server/db.ts'
import { messagePerson } from '#server/messages/notifications/message-person.ts'
import type { Services } from '#server/services.ts'
import type { TeamRow } from './store.ts'

type NotifiedTeam = Pick<TeamRow, 'id' | 'name' | 'competition_code'>

/** Notifies a person of a change between them and a team, with a link to the team. */
export async function notifyTeammate(
  tx: Tx,
  services: Services,
  accountId: number,
  team: NotifiedTeam,
  { title, text }: { title: string; text: string },
): Promise<void> {
  const taking = await tx
    .selectFrom('participations')
    .select('track_code')
    .where('account_id', '=', accountId)
    .where('competition_code', '=', team.competition_code)
    .executeTakeFirst()
  const path = taking?.track_code
    ? `/${team.competition_code}/${taking.track_code}/stages/teams_forming/${team.id}`
    : `/${team.competition_code}`
  await messagePerson(tx, services, accountId, { kind: 'teams', title, text, link: { path, words: 'Открыть команду' } })
}

/** «Иванов Иван»: without a verb form that would need to know the person's gender. */
export async function nameOf(tx: Tx, accountId: number): Promise<string> {
  const { last_name, first_name } = await tx
    .selectFrom('accounts')
    .select(['last_name', 'first_name'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return `${last_name} ${first_name}`.trim()
}
