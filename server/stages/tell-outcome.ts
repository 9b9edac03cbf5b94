import type { Tx } from '#server/db.ts'
import { firstNamesFor } from '#server/messages/notifications/first-names.ts'
import { messagePeople } from '#server/messages/notifications/message-person.ts'
import type { Messenger } from '#server/services.ts'
import { filled, type LetterText, letterText, type OwnLetters } from '#shared/messages/letters/letters.ts'
import type { StageOutcome } from '#shared/stages/outcome.ts'

/** The letter about a decision on a stage in the words of the competition, for one person. */
export function outcomeLetter(
  { letters, stage, competition }: { letters: OwnLetters; stage: string; competition: string },
  outcome: StageOutcome,
  { decision, firstName }: { decision: string; firstName: string },
): LetterText {
  const { title, text } = letterText(letters, outcome)
  const values = { этап: stage, конкурс: competition }
  return { title: filled(title, values), text: filled(text, { ...values, решение: decision, имя: firstName }) }
}

/** Notifies people of a decision on their stage that is now published, by the channels chosen in their profiles. */
export const tellOutcome = (
  tx: Tx,
  services: Messenger,
  accountIds: readonly number[],
  { text, ...of }: { stageId: number; outcome: StageOutcome; text: string },
): Promise<void> =>
  tellOutcomes(
    tx,
    services,
    accountIds.map((accountId) => ({ accountId, text })),
    of,
  )

/** Like `tellOutcome`, with a separate text for each person. */
export async function tellOutcomes(
  tx: Tx,
  services: Messenger,
  people: readonly { accountId: number; text: string }[],
  { stageId, outcome }: { stageId: number; outcome: StageOutcome },
): Promise<void> {
  if (people.length === 0) return
  const stage = await tx
    .selectFrom('stages as s')
    .innerJoin('competitions as c', 'c.code', 's.competition_code')
    .select(['s.title as stage', 's.competition_code', 'c.title as competition', 'c.letters'])
    .where('s.id', '=', stageId)
    .executeTakeFirstOrThrow()
  const ids = people.map(({ accountId }) => accountId)
  const names = await firstNamesFor(tx, letterText(stage.letters, outcome), ids)
  const worded = people.map(({ accountId, text }) => ({
    accountId,
    ...outcomeLetter(stage, outcome, { decision: text, firstName: names.get(accountId) ?? '' }),
  }))
  const title = worded[0]?.title ?? ''
  const link = { path: `/${stage.competition_code}`, words: 'Открыть этапы' }
  await messagePeople(tx, services, worded, { kind: 'stages', title, link, sms: title })
}
