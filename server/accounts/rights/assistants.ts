import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { queueLetter } from '#server/messages/outbox/queue-message.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { dropEmptyInvitation, newInvitation } from './invite-staff.ts'

/** A person who answers for a mentor; docs/decisions/0075. */
export interface Assistant {
  /** Null: by a link in a letter, without a login. */
  id: number | null
  /** The address that the mentor has named. */
  email: string
  fio: string
}

export interface Assisted {
  mentorId: number
  mentorNumber: number
  assistant: Assistant & { id: number }
}

/** The mentors `m`, with their profiles `p`, whom the account `a` helps: they have named its confirmed address. */
const helped = (db: Db | Tx, accountId: number) =>
  db
    .selectFrom('accounts as a')
    .innerJoin('mentor_profiles as p', (join) =>
      join.on('p.assistant_email', '<>', '').on(sql<boolean>`lower(p.assistant_email) = lower(a.email::text)`),
    )
    .innerJoin('accounts as m', 'm.id', 'p.account_id')
    .where('a.id', '=', accountId)
    .where('a.email_verified_at', 'is not', null)
    .where('m.disabled_at', 'is', null)
    .whereRef('m.id', '<>', 'a.id')

/** The mentors whom the person helps, by name. */
export async function listAssisted(db: Db, accountId: number) {
  const rows = await helped(db, accountId)
    .select(['m.test_id', 'm.last_name', 'm.first_name', 'm.middle_name'])
    .orderBy('m.last_name')
    .orderBy('m.first_name')
    .orderBy('m.id')
    .limit(100)
    .execute()
  return { mentors: rows.map(({ test_id, ...name }) => ({ mentor_id: test_id, fio: formalName(name) })) }
}

/** A condition: the row of `accounts` helps a mentor. */
export const assists = sql<boolean>`(accounts.email_verified_at is not null and exists (
  select from mentor_profiles h where h.assistant_email <> '' and h.account_id <> accounts.id
    and lower(h.assistant_email) = lower(accounts.email::text)))`

/** The helped mentor with this public number. The refusal does not reveal whether there is a mentor with it. */
export async function assistedBy(db: Db, accountId: number, mentorNumber: number): Promise<Assisted> {
  const row = await helped(db, accountId)
    .select(['m.id as mentor_id', 'a.email', 'a.last_name', 'a.first_name', 'a.middle_name'])
    .where('m.test_id', '=', mentorNumber)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_assistant')
  const { mentor_id: mentorId, email, ...name } = row
  return { mentorId, mentorNumber, assistant: { id: accountId, email, fio: formalName(name) } }
}

/**
 * Refuses an assistant whose right the mentor has withdrawn meanwhile. Locks the mentor's profile, so that an act
 * either comes before the withdrawal, or not at all. Call this after the other locks of the act.
 */
export async function refuseUnlessAssistant(tx: Tx, mentorId: number, { email }: Assistant): Promise<void> {
  const still = await tx
    .selectFrom('mentor_profiles')
    .select('account_id')
    .where('account_id', '=', mentorId)
    .where(sql<boolean>`lower(assistant_email) = lower(${email}::text)`)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!still) throw new Refusal('not_assistant')
}

/** The line under an answer that an assistant has given. */
export const answeredForMentor = ({ fio }: Pick<Assistant, 'fio'>): string =>
  fio === '' ? 'За наставника ответил помощник.' : `За наставника ответил помощник: ${fio}.`

/** Records an act of an assistant in the journal of the competition. Call this last: it locks the audit. */
export async function auditAssistant(
  tx: Tx,
  { id }: Assistant,
  act: { action: AssistantAct; mentorId: number; competition: string; stage: string; people: readonly number[] },
): Promise<void> {
  if (id === null) return
  const { action, mentorId, competition, stage, people } = act
  const { test_id } = await tx
    .selectFrom('accounts')
    .select('test_id')
    .where('id', '=', mentorId)
    .executeTakeFirstOrThrow()
  const title = `За наставника ID ${test_id}; участники: ${people.map((person) => `ID ${person}`).join(', ')}`
  await recordAudit(tx, {
    actorId: id,
    action,
    subject: `stage:${competition}/${stage}`,
    detail: { competition, stage, changes: [{ field: 'mentor', title }] },
  })
}

export type AssistantAct = 'assistant_answered' | 'assistant_settled_time' | 'assistant_moved_meeting'

/** Sends letters to the new assistant and to the former one. */
export async function tellAssistants(
  tx: Tx,
  services: Services,
  mentorId: number,
  { before, after }: { before: string; after: string },
): Promise<void> {
  if (before.toLowerCase() === after.toLowerCase()) return
  const mentor = formalName(
    await tx
      .selectFrom('accounts')
      .select(['last_name', 'first_name', 'middle_name'])
      .where('id', '=', mentorId)
      .executeTakeFirstOrThrow(),
  )
  if (before !== '') {
    await dropEmptyInvitation(tx, before.toLowerCase())
    await queueLetter(
      tx,
      services,
      {
        to: before,
        subject: 'Вы больше не помощник наставника',
        text: `Здравствуйте!\n\n${mentor} больше не просит вас отвечать за него. Ссылки из прежних писем не действуют.`,
      },
      'staff',
    )
  }
  if (after === '') return
  await queueLetter(
    tx,
    services,
    {
      to: after,
      subject: `Вас назвали помощником наставника: ${mentor}`,
      text: `Здравствуйте!

${mentor} просит вас отвечать за него участникам: соглашаться и отказываться, договариваться о времени встреч. Заметок и отчётов наставника вы не увидите.

${await wayIn(tx, services, after)}

Если письмо попало к вам по ошибке, ничего делать не нужно.`,
    },
    'staff',
  )
}

/** How a new assistant begins: with the existing account, or by a link that makes one. */
async function wayIn(tx: Tx, services: Services, email: string): Promise<string> {
  const known = await tx.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst()
  if (known) return `Войдите с этой почтой: ${services.config.publicUrl}/mentor`
  const { link, expires } = await newInvitation(tx, services, email.toLowerCase())
  return `Чтобы начать, задайте имя и пароль: ${link}\nСсылка действует до ${showDateTime(expires)} по Москве.`
}
