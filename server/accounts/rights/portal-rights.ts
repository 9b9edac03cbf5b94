import type { Tx } from '#server/db.ts'
import { queueLetter } from '#server/messages/outbox/queue-message.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { type Caller, isChief } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { type PortalFlag, portalFlags } from '#shared/accounts/rights/flag-titles.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { AdminFlag } from '#shared/platform/api/route.ts'
import { groupBy } from '#shared/platform/lists/group-by.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { formatWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { dropEmptyInvitation, lockInvitation, newInvitation } from './invite-staff.ts'
import { flagsInWords, lockOrganisers, rightsChange, strangerAddress } from './rights.ts'

const refuseOthers = (caller: Caller) => {
  if (!isChief(caller)) throw new Refusal('no_access')
}

interface Given {
  flag: AdminFlag
  competition_code: string | null
  title: string | null
}

/** Everybody with a right anywhere, and the invited people: three statements. */
export async function listPortalRights({ db, clock }: Services, caller: Caller) {
  refuseOthers(caller)
  const rows = await db
    .selectFrom('admin_flags as f')
    .innerJoin('accounts as a', 'a.id', 'f.account_id')
    .leftJoin('competitions as c', 'c.code', 'f.competition_code')
    .select(['a.id', 'a.test_id', 'a.email', 'a.first_name', 'a.last_name', 'a.middle_name'])
    .select(['a.second_factor', 'a.is_demo', 'f.flag', 'f.competition_code', 'c.title'])
    .where('a.disabled_at', 'is', null)
    .orderBy('a.last_name')
    .orderBy('a.first_name')
    .orderBy('a.id')
    .orderBy('f.flag')
    .execute()
  const invited = await db
    .selectFrom('staff_invitation_flags as f')
    .innerJoin('staff_invitations as i', 'i.id', 'f.invitation_id')
    .leftJoin('competitions as c', 'c.code', 'f.competition_code')
    .select(['i.id', 'i.email', 'i.expires_at', 'f.flag', 'f.competition_code', 'c.title'])
    .orderBy('i.email')
    .orderBy('f.flag')
    .execute()
  const competitions = await db
    .selectFrom('competitions')
    .select(['code', 'title'])
    .orderBy('sort')
    .orderBy('code')
    .execute()
  return {
    competitions,
    people: [...groupBy(rows, ({ id }) => id).values()].map((own) => {
      const [{ id, test_id, email, second_factor, is_demo, ...name }] = own as [(typeof own)[number]]
      return {
        ...{ test_id, email, name: formalName(name), self: id === caller.accountId },
        ...{ second_factor: second_factor === 'totp' || is_demo, ...byPlace(own) },
      }
    }),
    invited: [...groupBy(invited, ({ id }) => id).values()].map((own) => {
      const [{ id, email, expires_at }] = own as [(typeof own)[number]]
      return { id, email, expires_at: formatWire(expires_at), over: expires_at <= clock(), ...byPlace(own) }
    }),
  }
}

/** Rights in all competitions, and those in single ones. */
function byPlace(given: readonly Given[]) {
  const single = given.filter(({ competition_code }) => competition_code !== null)
  return {
    flags: given.filter(({ competition_code }) => competition_code === null).map(({ flag }) => flag),
    competitions: [...groupBy(single, ({ competition_code }) => competition_code).values()].map((own) => ({
      code: own[0]?.competition_code ?? '',
      title: own[0]?.title ?? '',
      flags: own.map(({ flag }) => flag),
    })),
  }
}

/** Replaces a person's rights in all competitions. Nobody changes the own ones. */
export async function setPortalRights(
  { db, clock }: Services,
  caller: Caller,
  testId: number,
  flags: readonly PortalFlag[],
): Promise<void> {
  refuseOthers(caller)
  await db.transaction().execute(async (tx) => {
    const { person, held } = await lockOrganisers(tx, caller, testId)
    const everywhere = (id: number) =>
      held.filter((each) => each.account_id === id && each.competition_code === null).map(({ flag }) => flag)
    if (!everywhere(caller.accountId).includes('admins')) throw new Refusal('no_access')
    if (!person || !held.some(({ account_id }) => account_id === person.id)) throw new Refusal('user_not_found')
    if (person.id === caller.accountId) throw new Refusal('rights_own')
    await tx
      .deleteFrom('admin_flags')
      .where('account_id', '=', person.id)
      .where('competition_code', 'is', null)
      .where('flag', 'in', portalFlags)
      .execute()
    if (flags.length > 0)
      await tx
        .insertInto('admin_flags')
        .values(flags.map((flag) => ({ account_id: person.id, flag, competition_code: null, granted_at: clock() })))
        .execute()
    await recordAudit(tx, {
      actorId: caller.accountId,
      action: 'portal_rights_changed',
      subject: `rights:portal/${person.test_id}`,
      detail: { person: person.test_id, changes: [rightsChange(everywhere(person.id), flags, person.test_id)] },
    })
  })
}

/** Invites somebody to rights in all competitions, or in each of several. */
export async function inviteToPortal(
  services: Services,
  caller: Caller,
  given: { email: string; flags: readonly PortalFlag[]; competitions: readonly string[] },
): Promise<void> {
  refuseOthers(caller)
  const { flags, competitions } = given
  await services.db.transaction().execute(async (tx) => {
    const email = await strangerAddress(tx, caller, given.email)
    const chosen = await tx
      .selectFrom('competitions')
      .select(['code', 'title'])
      .where('code', 'in', competitions.length > 0 ? [...competitions] : [''])
      .orderBy('code')
      .execute()
    if (chosen.length < competitions.length) throw new Refusal('competition_not_found')
    const { id, link, expires } = await newInvitation(tx, services, email)
    const places = competitions.length > 0 ? chosen.map(({ code }) => code) : [null]
    await tx
      .deleteFrom('staff_invitation_flags')
      .where('invitation_id', '=', id)
      .where(({ or, eb }) => or(places.map((code) => eb('competition_code', code === null ? 'is' : '=', code))))
      .execute()
    await tx
      .insertInto('staff_invitation_flags')
      .values(
        places.flatMap((competition_code) =>
          flags.map((flag) => ({ invitation_id: id, competition_code, flag, invited_by: caller.accountId })),
        ),
      )
      .execute()
    const where =
      competitions.length === 0
        ? 'вести портал, во всех конкурсах'
        : `организатором конкурсов: ${chosen.map(({ title }) => quoted(title)).join(', ')}`
    await queueLetter(
      tx,
      services,
      {
        to: email,
        subject: 'Приглашение на портал',
        text: `Здравствуйте!

Вас приглашают ${where}. Вам откроется: ${flagsInWords(flags)}.

Чтобы начать, примите приглашение: ${link}

Ссылка действует один раз, до ${showDateTime(expires)} по Москве. Если письмо попало к вам по ошибке, ничего делать не нужно.`,
      },
      'staff',
    )
    await auditInvitation(tx, caller, 'portal_staff_invited', id, places, { before: [], after: flags })
  })
}

/** Withdraws all rights from an invitation, wherever it gives them; it may still give duties at a stage. */
export async function withdrawFromPortal({ db }: Services, caller: Caller, invitationId: number): Promise<void> {
  refuseOthers(caller)
  await db.transaction().execute(async (tx) => {
    const invitation = await lockInvitation(tx, 'id', invitationId)
    const gone = await tx
      .deleteFrom('staff_invitation_flags')
      .where('invitation_id', '=', invitationId)
      .returning(['flag', 'competition_code'])
      .execute()
    if (!invitation || gone.length === 0) throw new Refusal('rights_not_invited')
    await dropEmptyInvitation(tx, invitation.email)
    const places = [...new Set(gone.map(({ competition_code }) => competition_code))]
    const before = [...new Set(gone.map(({ flag }) => flag))]
    await auditInvitation(tx, caller, 'portal_invitation_withdrawn', invitationId, places, { before, after: [] })
  })
}

const auditInvitation = (
  tx: Tx,
  caller: Caller,
  action: string,
  invitation: number,
  places: readonly (string | null)[],
  { before, after }: { before: readonly AdminFlag[]; after: readonly AdminFlag[] },
) =>
  recordAudit(tx, {
    actorId: caller.accountId,
    action,
    subject: 'portal',
    detail: {
      invitation,
      ...(places.some((code) => code !== null) && { competitions: places }),
      changes: [rightsChange(before, after)],
    },
  })
