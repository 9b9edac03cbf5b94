import type { Tx } from '#server/db.ts'
import { messagePeople } from '#server/notifications/message-person.ts'
import type { Services } from '#server/services.ts'
import type { StageOutcome } from '#shared/stages/outcome.ts'

const endings: Record<StageOutcome, string> = {
  passed: 'пройден',
  failed: 'не пройден',
  returned: 'возвращён на доработку',
}

/** Tells people of a decision on their stage that they can see from now on, as they have chosen in the profile. */
export async function tellOutcome(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock'>,
  accountIds: readonly number[],
  { stageId, outcome, text }: { stageId: number; outcome: StageOutcome; text: string },
): Promise<void> {
  const stage = await tx
    .selectFrom('stages')
    .select(['title', 'competition_code'])
    .where('id', '=', stageId)
    .executeTakeFirstOrThrow()
  const title = `Этап «${stage.title}» ${endings[outcome]}`
  const link = { path: `/${stage.competition_code}`, words: 'Открыть этапы' }
  const people = accountIds.map((accountId) => ({ accountId, text }))
  await messagePeople(tx, services, people, { kind: 'stages', title, link, sms: title })
}
