import type { Db, Tx } from '#server/db.ts'
import { textOf } from '#shared/forms/field.ts'

/** Fields of an application that could identify the author besides the name. */
export const employerFields = ['current_work', 'employer', 'company', 'organization']

/** The same for a work of a person or of a team: of a team every member is its author, and so is its name. */
export async function ownersWords(
  db: Db | Tx,
  { accountId, teamId }: { accountId: number | null; teamId: number | null },
): Promise<string[]> {
  if (teamId === null) return accountId === null ? [] : authorsWords(db, accountId)
  const team = await db.selectFrom('formed_teams').select('name').where('id', '=', teamId).executeTakeFirst()
  const members = await db
    .selectFrom('formed_team_members')
    .select('account_id')
    .where('team_id', '=', teamId)
    .where('state', '=', 'active')
    .execute()
  const words = await Promise.all(members.map(({ account_id }) => authorsWords(db, account_id)))
  return [...(team ? [team.name] : []), ...words.flat()]
}

/** Words that identify the author of a work: the name, the telephone number, and the workplace from the application. */
export async function authorsWords(db: Db | Tx, accountId: number): Promise<string[]> {
  const person = await db
    .selectFrom('accounts')
    .select(['last_name', 'first_name', 'middle_name', 'phone'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  const applications = await db.selectFrom('applications').select('data').where('account_id', '=', accountId).execute()
  const employers = applications.flatMap(({ data }) => employerFields.map((name) => textOf(data[name])))
  // Written in one, in whatever country; other ways of writing a number are looked for in every text.
  const phone = person?.phone?.replace(/\D/g, '')
  return [person?.last_name, person?.first_name, person?.middle_name, phone, ...employers].filter((word) =>
    Boolean(word),
  ) as string[]
}
