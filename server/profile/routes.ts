import type { Handlers } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { formalName } from '#shared/people/full-name.ts'
import type { profileRoutes } from '#shared/profile/routes.ts'

export const profileHandlers: Handlers<typeof profileRoutes> = {
  'GET /user/profile': async ({ caller }, { db }) => {
    const account = await db
      .selectFrom('accounts')
      .select([
        'test_id',
        'first_name',
        'last_name',
        'middle_name',
        'avatar',
        'email',
        'email_verified_at',
        'phone',
        'second_factor',
      ])
      .where('id', '=', caller.accountId)
      .executeTakeFirst()
    if (!account) throw new Refusal('user_not_found')
    const { test_id, email_verified_at, ...shown } = account
    return { id: test_id, fio: formalName(account), email_verified: email_verified_at !== null, ...shown }
  },
}
