import type { Db, Tx } from '#server/db.ts'
import { textOf } from '#shared/forms/field.ts'

/** Fields of an application that could identify the author besides the name. */
export const employerFields = ['current_work', 'employer', 'company', 'organization']

/** Words that identify the author of a work: the name, and the workplace from the application. */
export async function authorsWords(db: Db | Tx, accountId: number): Promise<string[]> {
  const person = await db
    .selectFrom('accounts')
    .select(['last_name', 'first_name', 'middle_name'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  const applications = await db.selectFrom('applications').select('data').where('account_id', '=', accountId).execute()
  const employers = applications.flatMap(({ data }) => employerFields.map((name) => textOf(data[name])))
  return [person?.last_name, person?.first_name, person?.middle_name, ...employers].filter((word) =>
    Boolean(word),
  ) as string[]
}
