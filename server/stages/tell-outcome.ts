import type { Tx } from '#server/db.ts'
import { messagePeople } from '#server/notifications/message-person.ts'
import type { Services } from '#server/services.ts'
import type { StageOutcome } from '#shared/stages/outcome.ts'

const endings: Record<StageOutcome, string> = {
  passed: 'пройден',
  failed: 'не пройден',
  returned: 'возвращён на доработку',
}

/** The first line of what people are told. */
export const outcomeTitle = (stageTitle: string, outcome: StageOutcome): string =>
  `Этап «${stageTitle}» ${endings[outcome]}`

/** Tells people of a decision on their stage that they can see from now on, as they have chosen in the profile. */
export const tellOutcome = (
  tx: Tx,
  services: Pick<Services, 'config' | 'clock'>,
  accountIds: readonly number[],
  { text, ...of }: { stageId: number; outcome: StageOutcome; text: string },
): Promise<void> =>
  tellOutcomes(
    tx,
    services,
    accountIds.map((accountId) => ({ accountId, text })),
    of,
  )

/** The same, to each with a text of his own. */
export async function tellOutcomes(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock'>,
  people: readonly { accountId: number; text: string }[],
  { stageId, outcome }: { stageId: number; outcome: StageOutcome },
): Promise<void> {
  if (people.length === 0) return
  const stage = await tx
    .selectFrom('stages')
    .select(['title', 'competition_code'])
    .where('id', '=', stageId)
    .executeTakeFirstOrThrow()
  const title = outcomeTitle(stage.title, outcome)
  const link = { path: `/${stage.competition_code}`, words: 'Открыть этапы' }
  await messagePeople(tx, services, people, { kind: 'stages', title, link, sms: title })
}
