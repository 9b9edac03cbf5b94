import type { Db } from '#server/db.ts'
import { filterSubscribed } from '#server/notifications/choices.ts'
import { letterOf } from '#server/notifications/message-person.ts'
import type { Services } from '#server/services.ts'
import { outcomeLetter } from '#server/stages/tell-outcome.ts'
import { filledLetter, inPoints } from '#shared/cutoffs/letters.ts'
import { previewedLetters } from '#shared/cutoffs/limits.ts'
import type { Letters } from '#shared/cutoffs/rule.ts'
import type { Outcome, Why } from '#shared/cutoffs/select-people.ts'
import { formalName } from '#shared/people/full-name.ts'
import { quoted } from '#shared/text/quoted.ts'

export interface Recipient {
  id: number
  outcome: Outcome
  why: Why | null
  place: number | null
  waiting: number | null
  score: number | null
}

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

/**
 * Letters to real people exactly as they will be sent: to the first and the last who pass, to one by a quota, one who
 * waits, one who fails.
 */
export async function previewLetters(
  db: Db,
  services: Pick<Services, 'config'>,
  recipients: readonly Recipient[],
  {
    letters,
    stageTitle,
    competition,
    reasonFor,
  }: {
    letters: Letters
    stageTitle: string
    competition: string
    /** Why the decision about this person differs from an earlier one; empty where it does not. */
    reasonFor: (id: number) => string
  },
) {
  const ranked = recipients
    .filter(({ place }) => place !== null)
    .toSorted((one, other) => (one.place ?? 0) - (other.place ?? 0) || one.id - other.id)
  const chosen = fiveOf(ranked)
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
    const decision = textOf(letters, recipient, { of: ranked.length, reason: reasonFor(recipient.id) })
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

function fiveOf(ranked: readonly Recipient[]): Recipient[] {
  const passed = ranked.filter(({ outcome }) => outcome === 'passed')
  const first = (of: Outcome) => ranked.find(({ outcome }) => outcome === of)
  const wanted = [
    passed[0],
    passed.at(-1),
    passed.find(({ why }) => why === 'quota') ?? passed.find(({ why }) => why === 'second'),
    first('waiting'),
    first('failed'),
    // Where an example is missing, other people of the lists fill its place.
    ...passed.slice(1),
    ...ranked.filter(({ outcome }) => outcome !== 'passed'),
  ]
  const chosen = new Set(wanted.filter((one) => one !== undefined))
  return [...chosen].slice(0, previewedLetters).sort((one, other) => (one.place ?? 0) - (other.place ?? 0))
}
