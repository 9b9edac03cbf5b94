import type { Tx } from '#server/db.ts'
import { linkTo, notify } from '#server/messages/notifications/notify.ts'
import { shortName } from '#shared/platform/names/full-name.ts'
import { quoted } from '#shared/platform/text/quoted.ts'

/**
 * Records whose link brought a person into a competition, before the person takes part. An unknown code, the person's
 * own code, and a person who already takes part are ignored.
 */
export async function rememberInviter(
  tx: Tx,
  came: { accountId: number; competitionCode: string; code: string | null; now: Date },
): Promise<void> {
  if (came.code === null || came.code === '') return
  const inviter = await tx
    .selectFrom('invite_codes')
    .select('account_id')
    .where('code', '=', came.code.trim().toLowerCase())
    .where('account_id', '!=', came.accountId)
    .executeTakeFirst()
  if (!inviter || (await takesPart(tx, came))) return
  const added = await tx
    .insertInto('invitation_arrivals')
    .values({
      account_id: came.accountId,
      competition_code: came.competitionCode,
      inviter_id: inviter.account_id,
      came_at: came.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('inviter_id')
    .executeTakeFirst()
  if (added) await thank(tx, inviter.account_id, came)
}

async function takesPart(tx: Tx, { accountId, competitionCode }: { accountId: number; competitionCode: string }) {
  const found = await tx
    .selectFrom('participations')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('competition_code', '=', competitionCode)
    .executeTakeFirst()
  return found !== undefined
}

async function thank(
  tx: Tx,
  inviterId: number,
  came: { accountId: number; competitionCode: string; now: Date },
): Promise<void> {
  const of = await tx
    .selectFrom('accounts')
    .innerJoin('competitions', (join) => join.on('competitions.code', '=', came.competitionCode))
    .select(['first_name', 'last_name', 'competitions.title'])
    .where('accounts.id', '=', came.accountId)
    .executeTakeFirstOrThrow()
  const text = `${shortName(of)} теперь в конкурсе ${quoted(of.title)}. Спасибо, что позвали!`
  const payload = linkTo(`/${came.competitionCode}/invite`, 'Кто уже пришёл')
  await notify(tx, inviterId, { title: 'По вашему приглашению пришёл человек', text, payload }, came.now)
}
