import type { Tx } from '#server/db.ts'
import { daysFrom } from './moment.ts'
import { namedPeople, otherMentors } from './named-people.ts'
import { type DemoPerson, demoPeople } from './people.ts'

export interface FilledPeople {
  /** Accounts of the named people by name. */
  named: Record<(typeof namedPeople)[number]['name'], number>
  /** The unnamed people, each with an account id. */
  crowd: (DemoPerson & { accountId: number })[]
  /** Accounts of people who have just applied to «Все виды этапов». */
  entrants: number[]
  /** Accounts of possible judges. */
  experts: number[]
}

const crowdSize = 200
const entrantCount = 45
const expertCount = 24

/** Creates all accounts; they share the demo's password. */
export async function fillPeople(tx: Tx, passwordHash: string, now: Date): Promise<FilledPeople> {
  const shared = { password_hash: passwordHash, is_demo: true }
  const everybody = demoPeople(crowdSize + entrantCount + expertCount)
  const crowd = everybody.slice(0, crowdSize)
  const later = [
    ...everybody
      .slice(crowdSize, crowdSize + entrantCount)
      .map((person, number) => ({ ...person, email: mailOf('entrant', number) })),
    ...everybody
      .slice(crowdSize + entrantCount)
      .map((person, number) => ({ ...person, email: mailOf('expert', number) })),
  ]
  const rows = [
    ...namedPeople.map((person, number) => ({
      ...shared,
      email: `${person.name}@demo.test`,
      email_verified_at: daysFrom(now, -14),
      phone: `+7900111000${number}`,
      first_name: person.firstName,
      last_name: person.lastName,
      middle_name: person.middleName,
      birth_date: `198${number}-04-12`,
      created_at: daysFrom(now, -14),
    })),
    ...otherMentors.map(([last_name, first_name, middle_name], number) => ({
      ...shared,
      email: `mentor${String(number + 2).padStart(2, '0')}@demo.test`,
      email_verified_at: daysFrom(now, -20),
      phone: `+79002220${String(number).padStart(3, '0')}`,
      first_name,
      last_name,
      middle_name,
      birth_date: `196${number % 10}-09-05`,
      created_at: daysFrom(now, -20),
    })),
    ...crowd.map((person, number) => ({
      ...shared,
      email: person.email,
      // Some addresses stay unconfirmed.
      email_verified_at: number % 17 === 5 ? null : daysFrom(now, -13),
      phone: person.phone,
      first_name: person.firstName,
      last_name: person.lastName,
      middle_name: person.middleName,
      birth_date: person.birthDate,
      created_at: daysFrom(now, -13 + (number % 12)),
    })),
    ...later.map((person) => ({
      ...shared,
      email: person.email,
      email_verified_at: daysFrom(now, -2),
      phone: person.phone,
      first_name: person.firstName,
      last_name: person.lastName,
      middle_name: person.middleName,
      birth_date: person.birthDate,
      created_at: daysFrom(now, -2),
    })),
  ]
  const made = await tx.insertInto('accounts').values(rows).returning(['id', 'email']).execute()
  const ids = new Map(made.map(({ id, email }) => [email, id]))
  const idOf = (email: string) => ids.get(email) ?? 0
  await tx
    .insertInto('admin_flags')
    .values(
      namedPeople.flatMap(({ name, flags = [] }) =>
        flags.map((flag) => ({ account_id: idOf(`${name}@demo.test`), flag })),
      ),
    )
    .execute()
  await tx
    .insertInto('account_roles')
    .values([
      ...namedPeople.flatMap(({ name, roles = [] }) =>
        roles.map((role) => ({ account_id: idOf(`${name}@demo.test`), role })),
      ),
      ...otherMentors.map((_mentor, number) => ({
        account_id: idOf(`mentor${String(number + 2).padStart(2, '0')}@demo.test`),
        role: 'mentor' as const,
      })),
      // One person has two roles.
      { account_id: idOf('mentor02@demo.test'), role: 'assessor' as const },
    ])
    .execute()
  return {
    named: Object.fromEntries(
      namedPeople.map(({ name }) => [name, idOf(`${name}@demo.test`)]),
    ) as FilledPeople['named'],
    crowd: crowd.map((person) => ({ ...person, accountId: idOf(person.email) })),
    entrants: Array.from({ length: entrantCount }, (_none, number) => idOf(mailOf('entrant', number))),
    experts: Array.from({ length: expertCount }, (_none, number) => idOf(mailOf('expert', number))),
  }
}

const mailOf = (who: string, number: number) => `${who}${String(number + 1).padStart(2, '0')}@demo.test`
