import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { employersOf } from '#server/review/judging/conflicts.ts'
import type { PeerStage } from './peer-stage.ts'

/** The person who gets the next work, with the data that bars them from some works. */
export interface Asker {
  accountId: number
  competition: string
  employers: string[]
  /** Null where works of the person's own region may be given. */
  region: string | null
}

export async function askerOf(db: Db | Tx, { stage, settings }: PeerStage, accountId: number): Promise<Asker> {
  const { rows } = await sql<{ employer: string }>`${employersOf(sql`= ${accountId}`)}`.execute(db)
  const own = settings.other_region
    ? await db
        .selectFrom('participations')
        .select('region')
        .where('account_id', '=', accountId)
        .where('competition_code', '=', stage.competitionCode)
        .executeTakeFirst()
    : null
  return {
    accountId,
    competition: stage.competitionCode,
    employers: rows.map(({ employer }) => employer),
    region: own?.region ?? null,
  }
}

/**
 * A condition: the work `w` must not be given to this person. It is their own or their team's, of a colleague or, where
 * that is set, of their region; or its author no longer takes part.
 */
export const barred = ({ accountId, competition, employers, region }: Asker) => sql<boolean>`exists (
  select from (
    select w.account_id as id where w.account_id is not null
    union all
    select m.account_id from formed_team_members m where m.team_id = w.team_id and m.state = 'active'
  ) as author
  where author.id = ${accountId}
    or exists (
      select from formed_team_members mine
      join formed_team_members other on other.team_id = mine.team_id and other.state = 'active'
      where mine.account_id = ${accountId} and mine.state = 'active' and other.account_id = author.id)
    or exists (
      select from participations p
      where p.account_id = author.id and p.competition_code = ${competition}
        and (p.disqualified_at is not null or p.withdrawn_at is not null or p.region = ${region}))
    or ${employers.length > 0 ? sql`exists (select from (${employersOf(sql`= author.id`)}) as at where at.employer = any(${employers}::text[]))` : sql`false`})`
