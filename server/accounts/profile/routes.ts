import { sql } from 'kysely'
import { assists } from '#server/accounts/rights/assistants.ts'
import { pictureName, withPicture } from '#server/forms/files/picture-name.ts'
import { sendAttachment } from '#server/platform/http/attachment.ts'
import type { OwnDataSource } from '#server/platform/personal-data/own-data.ts'
import { handlersOf } from '#server/services.ts'
import type { profileRoutes } from '#shared/accounts/profile/routes.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { askErasure, takeErasureBack } from './ask-erasure.ts'
import { avatarOfUpload, removeAvatar, uploadAvatar } from './change-avatar.ts'
import { exportOwnData } from './export-own-data.ts'
import { giveConsentAgain, listConsents, withdrawConsent } from './own-consents.ts'

/** `ownDataSources`: the parts of a person's data, from every domain. */
export const profileHandlers = (ownDataSources: readonly OwnDataSource[]) =>
  handlersOf<typeof profileRoutes>()({
    'GET /user/profile': async ({ caller }, services) => {
      const account = await services.db
        .selectFrom('accounts')
        .leftJoin('erasure_requests', 'erasure_requests.account_id', 'accounts.id')
        .select([
          'test_id',
          'first_name',
          'last_name',
          'middle_name',
          'birth_date',
          'avatar',
          'email',
          'email_verified_at',
          'phone',
          'second_factor',
          'home',
          'closed_notices',
          'due_at',
        ])
        .select(assists.as('assists'))
        .where('id', '=', caller.accountId)
        .executeTakeFirst()
      if (!account) throw new Refusal('user_not_found')
      const { test_id, email_verified_at, due_at, assists: _assists, ...shown } = withPicture(services, account)
      return {
        id: test_id,
        roles: [
          ...(caller.isMentor ? ['mentor' as const] : []),
          ...(account.assists ? ['assistant' as const] : []),
          ...(caller.isAssessor ? ['assessor' as const] : []),
        ],
        fio: formalName(account),
        email_verified: email_verified_at !== null,
        erasure_due: due_at && formatWire(due_at),
        ...shown,
      }
    },

    'PUT /user/closed-notices': async ({ caller, body }, { db }) => {
      await db
        .updateTable('accounts')
        .set({ closed_notices: sql`array(select distinct unnest(closed_notices || ${body.notice}::text))` })
        .where('id', '=', caller.accountId)
        .execute()
      return undefined
    },

    'POST /user/profile/avatar': async ({ caller, query, request }, services) => ({
      avatar: pictureName(services, await uploadAvatar(services, caller.accountId, request, query)),
    }),

    'POST /user/profile/avatar/:upload_id': async ({ caller, params, query }, services) => ({
      avatar: pictureName(services, await avatarOfUpload(services, caller.accountId, params.upload_id, query)),
    }),

    'DELETE /user/profile/avatar': async ({ caller }, services) => {
      await removeAvatar(services, caller.accountId)
      return undefined
    },

    'GET /user/consents': ({ caller, query }, { db }) => listConsents(db, caller.accountId, query),

    'POST /user/consents/:id/withdraw': ({ caller, params }, services) =>
      withdrawConsent(services, caller.accountId, params.id),

    'POST /user/consents/:id/give': ({ caller, params, body, ip }, services) =>
      giveConsentAgain(services, { accountId: caller.accountId, id: params.id, version: body.version, ip }),

    'POST /user/export': async ({ caller, body, reply }, services) => {
      const own = { accountId: caller.accountId, ...body }
      const { name, type, bytes } = await exportOwnData(services, ownDataSources, own)
      return sendAttachment(reply, { name, type, body: bytes, size: bytes.length })
    },

    'POST /user/erasure': ({ caller, body }, services) => askErasure(services, caller.accountId, body.password),

    'DELETE /user/erasure': async ({ caller }, services) => {
      await takeErasureBack(services, caller.accountId)
      return undefined
    },
  })
