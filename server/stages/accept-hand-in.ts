import type { Services } from '#server/services.ts'
import { decideNow } from './decide.ts'
import { workersOf } from './work-owner.ts'

/** Accepts a hand-in of a stage that needs no decision by people. Safe to repeat. */
export async function acceptHandIn({ db, clock }: Services, handInId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const handIn = await tx
      .selectFrom('hand_ins')
      .innerJoin('stages', 'stages.id', 'hand_ins.stage_id')
      .select(['hand_ins.account_id', 'hand_ins.team_id', 'hand_ins.stage_id', 'receipt_number', 'stages.title'])
      .where('hand_ins.id', '=', handInId)
      .executeTakeFirst()
    if (!handIn) return
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
    if (waiting.length === 0) return
    const accountIds = waiting.map((row) => row.account_id)
    const now = clock()
    await decideNow(tx, { accountIds, stageId, outcome: 'passed', reason: 'Все ответы приняты' }, now)
    await tx
      .insertInto('notifications')
      .values(
        accountIds.map((account_id) => ({
          account_id,
          title: `Этап «${handIn.title}» пройден`,
          text: `Ответы приняты. Номер квитанции — ${handIn.receipt_number}.`,
          created_at: now,
        })),
      )
      .execute()
  })
}
