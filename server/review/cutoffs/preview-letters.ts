import type { Db } from '#server/db.ts'
import { filterSubscribed } from '#server/messages/notifications/choices.ts'
import { letterOf } from '#server/messages/notifications/message-person.ts'
import type { Services } from '#server/services.ts'
import { outcomeLetter } from '#server/stages/tell-outcome.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { filledLetter, inPoints } from '#shared/review/cutoffs/letters.ts'
import type { Letters } from '#shared/review/cutoffs/rule.ts'
import type { Recipient } from './pick-five.ts'

/** The text of a person's outcome with the person's numbers, and the reason where an earlier decision changes. */
export function textOf(
  letters: Letters,
  { outcome, place, waiting, score }: Recipient,
  { of, reason = '' }: { of: number; reason?: string },
): string {
  if (outcome === 'none') return ''
  const values = {
    балл: score === null ? '—' : inPoints(score),
    место: String(place ?? '—'),
    всего: String(of),
    номер: String(waiting ?? '—'),
  }
  const text = filledLetter(letters[outcome].trim(), values)
  return reason === '' ? text : `Решение изменено. ${/[.!?…]$/.test(reason) ? reason : `${reason}.`} ${text}`
}

export const waitingTitle = (stageTitle: string) => `Этап ${quoted(stageTitle)}: вы в списке ожидания`

/** Letters to real people exactly as they will be sent. */
export async function previewLetters(
  db: Db,
  services: Pick<Services, 'config'>,
  chosen: readonly Recipient[],
  {
    of,
    letters,
    stageTitle,
    competition,
    reasonFor,
  }: {
    /** How many people have a result. */
    of: number
    letters: Letters
    stageTitle: string
    competition: string
    /** Why the decision about this person differs from an earlier one; empty where it does not. */
    reasonFor: (id: number) => string
  },
) {
  const ids = chosen.map(({ id }) => id)
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'test_id', 'last_name', 'first_name', 'middle_name', 'email', 'email_verified_at'])
    .where('id', 'in', [0, ...ids])
    .execute()
  const wanting = await db.transaction().execute((tx) => filterSubscribed(tx, ids, 'stages', 'email'))
  const worded = await db
    .selectFrom('competitions')
    .select(['title as competition', 'letters'])
    .where('code', '=', competition)
    .executeTakeFirstOrThrow()
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const link = { path: `/${competition}`, words: 'Открыть этапы' }
  return chosen.flatMap((recipient) => {
    const account = byId.get(recipient.id)
    if (!account || recipient.outcome === 'none') return []
    const decision = textOf(letters, recipient, { of, reason: reasonFor(recipient.id) })
    const { title, text } =
      recipient.outcome === 'waiting'
        ? { title: waitingTitle(stageTitle), text: decision }
        : outcomeLetter({ ...worded, stage: stageTitle }, recipient.outcome, {
            decision,
            firstName: account.first_name,
          })
    return [
      {
        test_id: account.test_id,
        name: formalName(account),
        outcome: recipient.outcome,
        email: account.email_verified_at && wanting.has(recipient.id) ? account.email : '',
        subject: title,
        text: letterOf(services, { text, link }),
      },
    ]
  })
}
