import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { inThread } from '#server/platform/jobs/in-thread.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { JobContext } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { recordAtStage } from '#server/stages/record-at-stage.ts'
import type { PlanRules, PlanVariant } from '#shared/programme/mentors/plan.ts'
import type { Matching } from './matching.ts'
import { matchedStage, type Place } from './mentor-stage.ts'
import { peopleToMatch } from './people-to-match.ts'

export interface AskedPlan extends Place {
  variant: PlanVariant
}

/** Queues a plan for a job: thousands of people take seconds. Only a `what_if` may differ from the stage's settings. */
export async function askForPlan(
  services: Services,
  actorId: number,
  place: Place,
  { variant, ...asked }: PlanRules & { variant: PlanVariant },
): Promise<void> {
  const { db, clock } = services
  const { stage, settings } = await matchedStage(services, place)
  const rules: PlanRules = variant === 'plan' ? { region: asked.region, each: settings.each, more: 0 } : asked
  await db.transaction().execute(async (tx) => {
    const row = { rules: JSON.stringify(rules), asked_at: clock(), failed: false }
    await tx
      .insertInto('mentor_plans')
      .values({ stage_id: stage.id, variant, ...row })
      .onConflict((conflict) => conflict.columns(['stage_id', 'variant']).doUpdateSet(row))
      .execute()
    const payload: AskedPlan = { competition: place.competition, code: place.code, variant }
    await addJob(tx, 'match_mentors', payload, { jobKey: `match_mentors ${stage.id} ${variant}`, maxAttempts: 3 })
    await recordAtStage(tx, {
      ...{ actorId, action: 'matching_asked', stageId: stage.id, subject: `stage:${place.competition}/${place.code}` },
      changes: [{ field: 'variant', title: variant === 'plan' ? 'Подбор' : 'Примерка' }],
    })
  })
}

/** The job that makes a plan, without locks: changes in the meantime are found when the plan is published. */
export async function makePlan(
  services: Services,
  { variant, ...place }: AskedPlan,
  { lastAttempt }: JobContext,
): Promise<void> {
  const { db, clock } = services
  const { stage } = await matchedStage(services, place)
  const of = { stageId: stage.id, variant }
  const asked = await db
    .selectFrom('mentor_plans')
    .select(['rules', 'asked_at'])
    .where('stage_id', '=', stage.id)
    .where('variant', '=', variant)
    .executeTakeFirst()
  if (!asked?.asked_at) return
  const rules = asked.rules as PlanRules
  try {
    const { people, mentors } = await peopleToMatch(db, stage, rules)
    const plan = await inThread<Matching>(new URL('./matching-worker.ts', import.meta.url), { people, mentors, rules })
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ asked_at: Date | null }>`select asked_at from mentor_plans
        where stage_id = ${stage.id} and variant = ${variant} for update`.execute(tx)
      // Asked for again meanwhile, perhaps by other rules: the next job makes that plan.
      if (rows[0]?.asked_at?.getTime() !== asked.asked_at?.getTime()) return
      await keep(tx, of, plan)
      await end(tx, of, { asked_at: null, made_at: clock(), failed: false })
    })
  } catch (fault) {
    if (lastAttempt) await db.transaction().execute((tx) => end(tx, of, { asked_at: null, failed: true }))
    throw fault
  }
}

type Of = { stageId: number; variant: PlanVariant }

const end = (tx: Tx, { stageId, variant }: Of, ended: { asked_at: null; made_at?: Date; failed: boolean }) =>
  tx
    .updateTable('mentor_plans')
    .set(({ eb }) => ({ ...ended, version: eb('version', '+', 1) }))
    .where('stage_id', '=', stageId)
    .where('variant', '=', variant)
    .execute()

async function keep(tx: Tx, { stageId, variant }: Of, { pairs, unmatched }: Matching): Promise<void> {
  await tx.deleteFrom('mentor_matches').where('stage_id', '=', stageId).where('variant', '=', variant).execute()
  // People who were erased meanwhile are left out.
  await sql`
    insert into mentor_matches (stage_id, variant, account_id, mentor_id)
    select ${stageId}, ${variant}, person, mentor
    from unnest(${pairs.map(({ person }) => person)}::int[], ${pairs.map(({ mentor }) => mentor)}::int[]) as p (person, mentor)
    join accounts a on a.id = person join accounts m on m.id = mentor`.execute(tx)
  await sql`
    insert into mentor_matches (stage_id, variant, account_id, reason)
    select ${stageId}, ${variant}, person, reason
    from unnest(${unmatched.map(({ person }) => person)}::int[], ${unmatched.map(({ reason }) => reason)}::text[]) as p (person, reason)
    join accounts a on a.id = person`.execute(tx)
}
