import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { messagePerson } from '#server/messages/notifications/message-person.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import {
  exampleOf,
  filled,
  type LetterName,
  type LetterText,
  letterFaults,
  letterNames,
  letters,
  letterText,
  type OwnLetters,
} from '#shared/messages/letters/letters.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'

interface Place {
  competition: string
  letter: LetterName
}

/** The letters of the portal as the participants of a competition get them. */
export async function listLetters(db: Db | Tx, competition: string) {
  const { title, own } = await ownLetters(db, competition)
  return {
    title,
    letters: letterNames.map((letter) => ({ letter, ...letterText(own, letter), own: letter in own })),
  }
}

/** Changes the wording of a letter. Refused when it has changed since the organiser read it. */
export function saveLetter(
  services: Services,
  caller: Caller,
  { competition, letter }: Place,
  { was, ...given }: LetterText & { was: LetterText },
) {
  const words = { title: given.title.trim(), text: given.text.trim() }
  refuse(letter, words)
  return change(services, caller, { competition, letter }, was, (own) =>
    // The portal's own wording is not stored, so that the letter follows later changes of it.
    isDeepStrictEqual(words, letters[letter].usual) ? without(own, letter) : { ...own, [letter]: words },
  )
}

export const resetLetter = (services: Services, caller: Caller, place: Place, was: LetterText) =>
  change(services, caller, place, was, (own) => without(own, place.letter))

/** Sends the letter to the organiser, with examples in its placeholders. The wording is not saved. */
export async function testLetter(
  services: Services,
  { accountId }: Caller,
  { competition, letter }: Place,
  words: LetterText,
): Promise<void> {
  refuse(letter, words)
  await services.db.transaction().execute(async (tx) => {
    const { title } = await ownLetters(tx, competition)
    const { first_name: имя } = await tx
      .selectFrom('accounts')
      .select('first_name')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    const values = { ...exampleOf(letter, title), имя }
    await messagePerson(tx, services, accountId, {
      kind: 'news',
      title: filled(words.title, values),
      text: filled(words.text, values),
      link: { path: `/${competition}`, words: 'Открыть этапы' },
    })
  })
}

function refuse(letter: LetterName, words: LetterText): void {
  const faults = Object.entries(letterFaults(letter, words))
  if (faults.length > 0)
    throw new Refusal('form_invalid', {
      fields: Object.fromEntries(faults.map(([field, message]) => [field, { rule: 'letter', message }])),
    })
}

const without = (own: OwnLetters, letter: LetterName): OwnLetters =>
  Object.fromEntries(Object.entries(own).filter(([name]) => name !== letter))

async function ownLetters(db: Db | Tx, competition: string): Promise<{ title: string; own: OwnLetters }> {
  const row = await db
    .selectFrom('competitions')
    .select(['title', 'letters'])
    .where('code', '=', competition)
    .executeTakeFirst()
  if (!row) throw new Refusal('competition_not_found')
  return { title: row.title, own: row.letters }
}

function change(
  { db }: Services,
  { accountId }: Caller,
  { competition, letter }: Place,
  was: LetterText,
  next: (own: OwnLetters) => OwnLetters,
) {
  return db.transaction().execute(async (tx) => {
    await sql`select from competitions where code = ${competition} for no key update`.execute(tx)
    const { own } = await ownLetters(tx, competition)
    const before = letterText(own, letter)
    if (!isDeepStrictEqual({ title: was.title, text: was.text }, before)) throw new Refusal('letter_conflict')
    const now = next(own)
    const after = letterText(now, letter)
    if (!isDeepStrictEqual(own, now)) {
      await tx
        .updateTable('competitions')
        .set({ letters: JSON.stringify(now) })
        .where('code', '=', competition)
        .execute()
      await recordAudit(tx, {
        actorId: accountId,
        action: 'letter_worded',
        subject: `competition:${competition}`,
        detail: { competition, letter, before, after },
      })
    }
    return listLetters(tx, competition)
  })
}
