import type { Db, Tx } from '#server/db.ts'
import { textOf } from '#shared/forms/field.ts'

/** Fields of an application by which an author is known beside his name. */
const employerFields = ['current_work', 'employer', 'company', 'organization']

/** Words that name the author of a work: his name and where he works, as he told it when he applied. */
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
