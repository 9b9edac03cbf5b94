import type { Services } from '#server/services.ts'
import { decide, publishDecision } from './decide.ts'

/** Publishes that a hand-in which the rules of its stage accept by themselves is accepted. Repeating it changes nothing. */
export async function acceptHandIn({ db, clock }: Services, handInId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const handIn = await tx
      .selectFrom('hand_ins')
      .innerJoin('stage_facts as f', (join) =>
        join.onRef('f.account_id', '=', 'hand_ins.account_id').onRef('f.stage_id', '=', 'hand_ins.stage_id'),
      )
      .innerJoin('stages', 'stages.id', 'hand_ins.stage_id')
      .select(['hand_ins.account_id', 'hand_ins.stage_id', 'hand_ins.receipt_number', 'stages.title'])
      .where('hand_ins.id', '=', handInId)
      .where('f.processing_at', 'is not', null)
      .forUpdate('f')
      .executeTakeFirst()
    if (!handIn) return
    const of = { accountId: handIn.account_id, stageId: handIn.stage_id }
    const now = clock()
    const decision = { ...of, outcome: 'passed', reason: 'Все ответы приняты' } as const
    await publishDecision(tx, await decide(tx, decision, now), now)
    await tx
      .insertInto('notifications')
      .values({
        account_id: of.accountId,
        title: `Этап «${handIn.title}» пройден`,
        text: `Ответы приняты. Номер квитанции — ${handIn.receipt_number}.`,
        created_at: now,
      })
      .execute()
  })
}
