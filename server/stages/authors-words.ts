import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { textOf } from '#shared/forms/field.ts'

/** Fields of an application that could identify the author besides the name. */
export const employerFields = ['current_work', 'employer', 'company', 'organization']

interface Owner {
  team: string | null
  last_name: string | null
  first_name: string | null
  middle_name: string | null
  phone: string | null
  applications: Record<string, unknown>[]
}

/**
 * Words that identify the author of a work: the name, the telephone number, and the workplace from the application. Of a team
 * every member is its author, and so is its name. One statement, however many they are.
 */
export async function ownersWords(
  db: Db | Tx,
  { accountId, teamId }: { accountId: number | null; teamId: number | null },
): Promise<string[]> {
  const { rows } = await sql<Owner>`
    select t.name as team, a.last_name, a.first_name, a.middle_name, a.phone,
      coalesce((select jsonb_agg(i.data) from applications i where i.account_id = a.id), '[]') as applications
    from (select ${teamId}::int as team_id) as whose
    left join formed_teams t on t.id = whose.team_id
    left join formed_team_members m on m.team_id = whose.team_id and m.state = 'active'
    left join accounts a on a.id = coalesce(m.account_id, ${teamId === null ? accountId : null}::int)`.execute(db)
  return [...rows.slice(0, 1).map(({ team }) => team), ...rows.flatMap(wordsOf)].filter((word) =>
    Boolean(word),
  ) as string[]
}

function wordsOf({ last_name, first_name, middle_name, phone, applications }: Owner) {
  const employers = applications.flatMap((data) => employerFields.map((name) => textOf(data[name])))
  // Written in one, in whatever country; other ways of writing a number are looked for in every text.
  return [last_name, first_name, middle_name, phone?.replace(/\D/g, ''), ...employers]
}
