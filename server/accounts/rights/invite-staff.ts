import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { queueLetter } from '#server/messages/outbox/queue-message.ts'
import { sha256 } from '#server/platform/crypto/hashes.ts'
import { randomToken } from '#server/platform/crypto/random.ts'
import type { Services } from '#server/services.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import type { Duty } from './staff.ts'

const invitationMs = 14 * 24 * 3_600_000

/** How long after its end organisers still see that an invitation was not answered. */
const keptMs = 30 * 24 * 3_600_000

const dutyWords = { check: 'проверять работы', judge: 'оценивать работы' }

/** Writes to an address that belongs to no account, and returns the invitation. Another letter replaces the link. */
export async function inviteStaff(tx: Tx, services: Services, email: string, duty: Duty, by: number): Promise<number> {
  const { id, link, expires } = await newInvitation(tx, services, email)
  const { region, employer, ...of } = duty
  await tx
    .insertInto('staff_invitation_duties')
    .values({ invitation_id: id, ...of, region, employer, invited_by: by })
    .onConflict((conflict) =>
      conflict.columns(['invitation_id', 'stage_id', 'duty']).doUpdateSet({ region, employer, invited_by: by }),
    )
    .execute()
  const stage = await tx
    .selectFrom('stages as s')
    .innerJoin('competitions as c', 'c.code', 's.competition_code')
    .select(['s.title', 'c.title as competition'])
    .where('s.id', '=', duty.stage_id)
    .executeTakeFirstOrThrow()
  await queueLetter(
    tx,
    services,
    {
      to: email,
      subject: `Приглашение: ${stage.competition}`,
      text: `Здравствуйте!

Вас приглашают ${dutyWords[duty.duty]} конкурса ${quoted(stage.competition)}, этап ${quoted(stage.title)}.

Чтобы начать, задайте имя и пароль: ${link}

Ссылка действует до ${showDateTime(expires)} по Москве. Если письмо попало к вам по ошибке, ничего делать не нужно.`,
    },
    'staff',
  )
  return id
}

/** A link by which the owner of this address makes an account. It replaces the previous link. */
export async function newInvitation(tx: Tx, services: Services, email: string) {
  const now = services.clock()
  // Addresses of people who never answered are not kept.
  await tx
    .deleteFrom('staff_invitations')
    .where('expires_at', '<', new Date(now.getTime() - keptMs))
    .execute()
  const expires = new Date(now.getTime() + invitationMs)
  const token = randomToken()
  const row = { token_hash: sha256(token), sent_at: now, expires_at: expires }
  const { id } = await tx
    .insertInto('staff_invitations')
    .values({ email, ...row })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow()
  // The part after «#» appears in no server log and no referrer.
  return { id, expires, link: `${services.config.publicUrl}/staff-invitation#${token}` }
}

/** The addresses at a stage that have been invited and have not answered. */
export const invitedTo = (db: Db | Tx, stageId: number, duty: Duty['duty']) =>
  db
    .selectFrom('staff_invitation_duties as d')
    .innerJoin('staff_invitations as i', 'i.id', 'd.invitation_id')
    .select(['i.email', 'i.sent_at', 'i.expires_at'])
    .where('d.stage_id', '=', stageId)
    .where('d.duty', '=', duty)
    .orderBy('i.email')
    .execute()

/**
 * Locks an invitation before what it offers: whoever adds to it, takes from it or accepts it comes before or after. Null
 * without one.
 */
export const lockInvitation = (tx: Tx, column: 'id' | 'email', value: number | string) =>
  tx.selectFrom('staff_invitations').select(['id', 'email']).where(column, '=', value).forUpdate().executeTakeFirst()

/** Takes an invitation back: its link no longer gives this duty, and nothing at all when there is no other duty. */
export async function withdrawInvitation(
  tx: Tx,
  stageId: number,
  duty: Duty['duty'],
  email: string,
): Promise<number | null> {
  const invitation = await lockInvitation(tx, 'email', email)
  if (!invitation) return null
  const gone = await tx
    .deleteFrom('staff_invitation_duties')
    .where('invitation_id', '=', invitation.id)
    .where('stage_id', '=', stageId)
    .where('duty', '=', duty)
    .returning('invitation_id')
    .executeTakeFirst()
  if (!gone) return null
  await dropEmptyInvitation(tx, email)
  return gone.invitation_id
}

/** Deletes an invitation without a duty or a right, unless a mentor names its address as that of an assistant. */
export async function dropEmptyInvitation(tx: Tx, email: string): Promise<void> {
  await lockInvitation(tx, 'email', email)
  await tx
    .deleteFrom('staff_invitations as i')
    .where('i.email', '=', email)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mentor_profiles as p')
            .select('p.account_id')
            .where(sql<boolean>`lower(p.assistant_email) = lower(i.email)`),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('staff_invitation_duties as d').select('d.stage_id').whereRef('d.invitation_id', '=', 'i.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('staff_invitation_flags as f').select('f.flag').whereRef('f.invitation_id', '=', 'i.id'))),
    )
    .execute()
}
