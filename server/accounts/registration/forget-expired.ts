import { forgetEndedWindows } from '#server/platform/http/limits.ts'
import type { Services } from '#server/services.ts'
import { forgetAddressesOfCodes } from './entry-codes.ts'
import { keptMs } from './store.ts'

const day = 24 * 3_600_000
/** Longer than a season, so that a device is still known when its owner comes back for the next one. */
const keptDevice = 400 * day

/** Removes unfinished and expired data, so that nothing remains of people who did not register. */
export async function forgetExpired({ db, clock }: Services): Promise<void> {
  const before = (ms: number) => new Date(clock().getTime() - ms)
  await forgetEndedWindows(db, clock())
  await db.deleteFrom('registrations').where('created_at', '<', before(keptMs)).execute()
  await db
    .deleteFrom('code_dispatches')
    .where('sent_at', '<', before(2 * day))
    .execute()
  await db
    .deleteFrom('message_dispatches')
    .where('sent_at', '<', before(2 * day))
    .execute()
  await forgetAddressesOfCodes(db, clock())
  await db.deleteFrom('password_tries').where('last_at', '<', before(day)).execute()
  await db.deleteFrom('login_challenges').where('expires_at', '<', before(day)).execute()
  await db.deleteFrom('state_service_visits').where('expires_at', '<', before(0)).execute()
  await db.deleteFrom('password_resets').where('expires_at', '<', before(day)).execute()
  await db.deleteFrom('email_verifications').where('expires_at', '<', before(day)).execute()
  await db.deleteFrom('first_administrator_links').where('expires_at', '<', before(day)).execute()
  // The newest device of a person is kept at any age: only a person with a known device is warned of a new one.
  await db
    .deleteFrom('known_devices as device')
    .where('last_used_at', '<', before(keptDevice))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('known_devices as newer')
          .whereRef('newer.account_id', '=', 'device.account_id')
          .whereRef('newer.last_used_at', '>', 'device.last_used_at'),
      ),
    )
    .execute()
  await db.deleteFrom('refresh_tokens').where('expires_at', '<', before(0)).execute()
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<', before(30 * day))
    .execute()
  await db
    .deleteFrom('outgoing_messages')
    .where((eb) => eb.or([eb('sent_at', '<', before(30 * day)), eb('failed_at', '<', before(30 * day))]))
    .execute()
}
