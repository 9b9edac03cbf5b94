import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import type { FilledPeople } from './fill-people.ts'
import { daysFrom } from './moment.ts'
import { numberOf, type StageIds } from './stage-ids.ts'

/** The checkers of applications and forms, and the works that wait for them. */
export async function fillDesk(tx: Tx, { named }: FilledPeople, ids: StageIds, now: Date): Promise<void> {
  // The demo stores hand-ins and facts at once; in a real season the decision comes later and ends the wait.
  await sql`
    update works w set waits_since = null from stage_facts f
    where f.stage_id = w.stage_id and f.account_id = w.account_id
      and (f.passed_at is not null or f.failed_at is not null or f.returned_at is not null)`.execute(tx)
  const second = await tx
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', 'mentor02@demo.test')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('stage_staff')
    .values(
      ['registration', 'questionnaire'].flatMap((code) =>
        [named.assessor, second.id].map((account_id) => ({
          stage_id: numberOf(ids, `ru_season_5/${code}`),
          account_id,
          duty: 'check' as const,
          added_at: daysFrom(now, -9),
          added_by: named.admin,
        })),
      ),
    )
    .execute()
}
