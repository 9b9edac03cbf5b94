import type { Tx } from '#server/db.ts'
import { messagePerson } from '#server/notifications/message-person.ts'
import { linkTo } from '#server/notifications/notify.ts'
import type { Services } from '#server/services.ts'
import type { TeamRow } from './store.ts'

type Told = Pick<TeamRow, 'id' | 'name' | 'competition_code'>

/** Tells somebody what has happened between him and a team, with the way to its page. */
export async function tellTeammate(
  tx: Tx,
  services: Services,
  accountId: number,
  team: Told,
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
  await messagePerson(tx, services, accountId, { kind: 'teams', title, text, payload: linkTo(path, 'Открыть команду') })
}

/** «Иванов Иван»: the portal does not know whether he or she. */
export async function nameOf(tx: Tx, accountId: number): Promise<string> {
  const { last_name, first_name } = await tx
    .selectFrom('accounts')
    .select(['last_name', 'first_name'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return `${last_name} ${first_name}`.trim()
}
