import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { queueLetter } from '#server/messages/outbox/queue-message.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { seasonOf } from '#server/stages/stored-stage.ts'
import { flagTitles, type GivenFlag } from '#shared/accounts/rights/flag-titles.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { AdminFlag } from '#shared/platform/api/route.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { isEmail } from '#shared/platform/text/is-email.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { formatWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { dropEmptyInvitation, lockInvitation, newInvitation } from './invite-staff.ts'

/** Everybody with a right in this competition, and the invited people: three statements. */
export async function listRights(services: Services, caller: Caller, competition: string) {
  const { db, clock } = services
  const { title } = await seasonOf(db, services.seasons, competition)
  const { rows } = await sql<Organiser>`
    select a.id, a.test_id, a.email, a.first_name, a.last_name, a.middle_name, a.second_factor = 'totp' or a.is_demo as "secondFactor",
      array_agg(distinct f.flag order by f.flag) filter (where f.competition_code is not null) as flags,
      array_agg(distinct f.flag order by f.flag) filter (where f.competition_code is null) as everywhere
    from admin_flags f join accounts a on a.id = f.account_id
    where (f.competition_code is null or f.competition_code = ${competition}) and a.disabled_at is null
    group by a.id order by a.last_name, a.first_name, a.id`.execute(db)
  const { rows: invited } = await sql<{ id: number; email: string; expires_at: Date; flags: AdminFlag[] }>`
    select i.id, i.email, i.expires_at, array_agg(f.flag order by f.flag) as flags
    from staff_invitation_flags f join staff_invitations i on i.id = f.invitation_id
    where f.competition_code = ${competition} group by i.id order by i.email`.execute(db)
  return {
    title,
    people: rows.map(({ id, test_id, email, flags, everywhere, secondFactor, ...name }) => ({
      ...{ test_id, email, name: formalName(name), self: id === caller.accountId, second_factor: secondFactor },
      ...{ flags: flags ?? [], everywhere: everywhere ?? [] },
    })),
    invited: invited.map(({ expires_at, ...each }) => ({
      ...each,
      expires_at: formatWire(expires_at),
      over: expires_at <= clock(),
    })),
  }
}

interface Organiser {
  id: number
  test_id: number
  email: string
  first_name: string
  last_name: string
  middle_name: string
  secondFactor: boolean
  flags: AdminFlag[] | null
  everywhere: AdminFlag[] | null
}

/**
 * The person, and what they and the caller hold, with both accounts locked: of two who withdraw each other at once the
 * second no longer has the right, and one stays. Their calls that are under way need not end for that.
 */
export async function lockOrganisers(tx: Tx, caller: Caller, testId: number) {
  const people = await tx
    .selectFrom('accounts')
    .select(['id', 'test_id'])
    .where(({ or, eb }) => or([eb('id', '=', caller.accountId), eb('test_id', '=', testId)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const held = await tx
    .selectFrom('admin_flags')
    .select(['account_id', 'flag', 'competition_code'])
    .where(
      'account_id',
      'in',
      people.map(({ id }) => id),
    )
    .orderBy('flag')
    .execute()
  return { person: people.find(({ test_id }) => test_id === testId), held }
}

/** Replaces a person's rights in one competition. The person must already have some: other people are invited. */
export async function setRights(
  services: Services,
  caller: Caller,
  { competition, testId }: { competition: string; testId: number },
  flags: readonly GivenFlag[],
): Promise<void> {
  const { db, seasons, clock } = services
  await seasonOf(db, seasons, competition)
  await db.transaction().execute(async (tx) => {
    const { person, held } = await lockOrganisers(tx, caller, testId)
    const here = held.filter(({ competition_code: code }) => code === null || code === competition)
    if (!here.some(({ account_id, flag }) => account_id === caller.accountId && flag === 'admins'))
      throw new Refusal('no_access')
    const theirs = here.filter(({ account_id }) => account_id === person?.id)
    if (!person || theirs.length === 0) throw new Refusal('user_not_found')
    if (person.id === caller.accountId) throw new Refusal('rights_own')
    const before = theirs.filter(({ competition_code }) => competition_code !== null)
    await tx
      .deleteFrom('admin_flags')
      .where('account_id', '=', person.id)
      .where('competition_code', '=', competition)
      .execute()
    if (flags.length > 0)
      await tx
        .insertInto('admin_flags')
        .values(
          flags.map((flag) => ({
            ...{ account_id: person.id, flag, competition_code: competition, granted_at: clock() },
          })),
        )
        .execute()
    await auditRights(tx, caller, 'rights_changed', competition, {
      ...{ person: person.test_id, before: before.map(({ flag }) => flag), after: flags },
    })
  })
}

/** Sends an invitation. Its link makes an account, or gives the rights to the account that has this address. */
export async function inviteOrganiser(
  services: Services,
  caller: Caller,
  competition: string,
  given: { email: string; flags: readonly GivenFlag[] },
): Promise<void> {
  const { db, seasons } = services
  const { title } = await seasonOf(db, seasons, competition)
  await db.transaction().execute(async (tx) => {
    const email = await strangerAddress(tx, caller, given.email)
    const { id, link, expires } = await newInvitation(tx, services, email)
    await tx
      .deleteFrom('staff_invitation_flags')
      .where('invitation_id', '=', id)
      .where('competition_code', '=', competition)
      .execute()
    const of = { invitation_id: id, competition_code: competition, invited_by: caller.accountId }
    await tx
      .insertInto('staff_invitation_flags')
      .values(given.flags.map((flag) => ({ ...of, flag })))
      .execute()
    await queueLetter(
      tx,
      services,
      {
        to: email,
        subject: `Приглашение: ${title}`,
        text: `Здравствуйте!

Вас приглашают организатором конкурса ${quoted(title)}. Вам откроется: ${flagsInWords(given.flags)}.

Чтобы начать, примите приглашение: ${link}

Ссылка действует один раз, до ${showDateTime(expires)} по Москве. Если письмо попало к вам по ошибке, ничего делать не нужно.`,
      },
      'staff',
    )
    await auditRights(tx, caller, 'organiser_invited', competition, {
      ...{ before: [], after: given.flags, invitation: id },
    })
  })
}

/** Withdraws the rights in this competition from an invitation; without any rights left the invitation is deleted. */
export async function withdrawRights(
  services: Services,
  caller: Caller,
  { competition, invitationId }: { competition: string; invitationId: number },
): Promise<void> {
  await seasonOf(services.db, services.seasons, competition)
  await services.db.transaction().execute(async (tx) => {
    const invitation = await lockInvitation(tx, 'id', invitationId)
    const gone = await tx
      .deleteFrom('staff_invitation_flags')
      .where('invitation_id', '=', invitationId)
      .where('competition_code', '=', competition)
      .returning('flag')
      .execute()
    if (!invitation || gone.length === 0) throw new Refusal('rights_not_invited')
    await dropEmptyInvitation(tx, invitation.email)
    await auditRights(tx, caller, 'organiser_invitation_withdrawn', competition, {
      ...{ before: gone.map(({ flag }) => flag), after: [], invitation: invitationId },
    })
  })
}

/** The address of somebody else. */
export async function strangerAddress(tx: Tx, caller: Caller, given: string): Promise<string> {
  const email = given.trim().toLowerCase()
  if (!isEmail(email)) throw new Refusal('email_incorrect')
  const own = await tx.selectFrom('accounts').select('email').where('id', '=', caller.accountId).executeTakeFirst()
  if (own?.email === email) throw new Refusal('rights_own')
  return email
}

export const flagsInWords = (flags: readonly AdminFlag[]) =>
  flags.length === 0 ? 'нет' : flags.map((flag) => flagTitles[flag].toLocaleLowerCase('ru')).join('; ')

/** An account, or an invitation: the address of somebody without an account stands only with the invitation. */
type Whom = { person: number; invitation?: never } | { person?: never; invitation: number }

const auditRights = (
  tx: Tx,
  caller: Caller,
  action: string,
  competition: string,
  { before, after, ...whom }: { before: readonly AdminFlag[]; after: readonly AdminFlag[] } & Whom,
) =>
  recordAudit(tx, {
    actorId: caller.accountId,
    action,
    subject: whom.person === undefined ? `competition:${competition}` : `rights:${competition}/${whom.person}`,
    detail: {
      competition,
      ...whom,
      changes: [rightsChange(before, after, whom.person)],
    },
  })

export const rightsChange = (before: readonly AdminFlag[], after: readonly AdminFlag[], person?: number) => ({
  ...{ field: 'rights', title: person === undefined ? 'Права' : `Права, ID ${person}` },
  ...{ before: flagsInWords(before), after: flagsInWords(after) },
})
