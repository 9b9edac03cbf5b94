import type { Tx } from '#server/db.ts'
import { addJob, type JobContext } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import { decideNow } from './decide.ts'
import { tellOutcome } from './tell-outcome.ts'
import { workersOf } from './work-owner.ts'

/** From this attempt on, the person is told that the work of the system broke off. */
const saidFromAttempt = 3
const hourMs = 3_600_000

/**
 * The job that accepts a hand-in. When it keeps failing, the stage says so until an attempt succeeds; when the queue gives
 * up, it is queued anew, because the person has done everything and nobody else would finish it.
 */
export async function acceptOrInterrupt(
  services: Services,
  handInId: number,
  { attempt, lastAttempt }: Pick<JobContext, 'attempt' | 'lastAttempt'>,
): Promise<void> {
  try {
    await acceptHandIn(services, handInId)
  } catch (cause) {
    // The database itself may be what fails.
    if (attempt >= saidFromAttempt) await interrupt(services, handInId, lastAttempt).catch(() => {})
    throw cause
  }
}

function interrupt({ db, clock }: Services, handInId: number, isLast: boolean): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const found = await lockProcessed(tx, handInId)
    if (!found) return
    const now = clock()
    await tx
      .updateTable('stage_facts')
      .set((eb) => ({ interrupted_at: eb.fn.coalesce('interrupted_at', eb.val(now)) }))
      .where('stage_id', '=', found.stageId)
      .where('account_id', 'in', found.accountIds)
      .execute()
    if (isLast) await addJob(tx, 'accept_hand_in', { handInId }, { runAt: new Date(now.getTime() + hourMs) })
  })
}

/** Accepts a hand-in of a stage that needs no decision by people. Safe to repeat. */
export async function acceptHandIn(services: Services, handInId: number): Promise<void> {
  const { db, clock } = services
  const of = await db.selectFrom('hand_ins').select('stage_id').where('id', '=', handInId).executeTakeFirst()
  if (of) await services.seasons.ready(db, { stageId: of.stage_id })
  await db.transaction().execute(async (tx) => {
    const found = await lockProcessed(tx, handInId)
    if (!found) return
    const { stageId, accountIds, receipt } = found
    await processHandIn(tx, services, handInId, found)
    await decideNow(tx, { accountIds, stageId, outcome: 'passed', reason: 'Все ответы приняты' }, clock())
    const text = `Ответы приняты. Номер квитанции — ${receipt}.`
    await tellOutcome(tx, services, accountIds, { stageId, outcome: 'passed', text })
  })
}

/** What the kind does with the hand-in first, such as counting its marks. */
async function processHandIn(
  tx: Tx,
  { seasons, clock }: Services,
  handInId: number,
  { stageId, accountIds, data, formVersion }: NonNullable<Awaited<ReturnType<typeof lockProcessed>>>,
): Promise<void> {
  const code = await seasons.codeOf(tx, stageId)
  const stage = code === null ? undefined : (await seasons.known(tx, code))?.byId.get(stageId)
  const [accountId] = accountIds
  if (!stage?.kind?.work?.process || accountId === undefined) return
  await stage.kind.work.process(tx, { handInId, accountId, stage, data, formVersion, now: clock() })
}

/** The hand-in with the people whose stage is still being processed because of it, their facts locked; null for nobody. */
async function lockProcessed(tx: Tx, handInId: number) {
  const handIn = await tx
    .selectFrom('hand_ins')
    .select(['account_id', 'team_id', 'stage_id', 'receipt_number', 'data', 'form_version'])
    .where('id', '=', handInId)
    .executeTakeFirst()
  if (!handIn) return null
  const { stage_id: stageId, team_id: teamId, account_id: accountId } = handIn
  if (teamId !== null) await tx.selectFrom('formed_teams').select('id').where('id', '=', teamId).forUpdate().execute()
  const workers = await workersOf(tx, { stageId, teamId, accountId: accountId ?? 0 })
  const waiting = await tx
    .selectFrom('stage_facts')
    .select('account_id')
    .where('stage_id', '=', stageId)
    .where('account_id', 'in', [0, ...workers])
    .where('processing_at', 'is not', null)
    .orderBy('account_id')
    .forUpdate()
    .execute()
  if (waiting.length === 0) return null
  const accountIds = waiting.map((row) => row.account_id)
  return { stageId, accountIds, receipt: handIn.receipt_number, data: handIn.data, formVersion: handIn.form_version }
}
