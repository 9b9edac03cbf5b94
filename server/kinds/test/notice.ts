import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { keyedHash } from '#server/platform/crypto/hashes.ts'
import { clientKey } from '#server/platform/http/limits.ts'
import type { Services } from '#server/services.ts'
import { type AtAttempt, hearAttempt } from '#server/stages/attempts.ts'

/** Notes that the device is still there, its address, and how long the page was left. Only flags, never decides. */
export async function hearTest(
  services: Services,
  at: AtAttempt,
  { ip, leftMs }: { ip: string; leftMs: number },
): Promise<Awaited<ReturnType<typeof hearAttempt>>> {
  const heard = await hearAttempt(services, at)
  if (leftMs > 0)
    await services.db
      .insertInto('test_signs')
      .values({ attempt_id: heard.id, sign: 'left_page', noticed_at: heard.now, detail: String(leftMs) })
      .execute()
  await noticeAddress(services.db, { attemptId: heard.id, hash: addressHash(services, ip), now: heard.now })
  return heard
}

/** Notes the address from which an attempt is begun. */
export const noticeBegin = (services: Services, { id, now, ip }: { id: number; now: Date; ip: string }) =>
  noticeAddress(services.db, { attemptId: id, hash: addressHash(services, ip), now })

/** An address is kept once an attempt, as a hash that shows only whether two addresses are equal. */
async function noticeAddress(db: Db, { attemptId, hash, now }: { attemptId: number; hash: string; now: Date }) {
  await sql`
    insert into test_signs (attempt_id, sign, noticed_at, detail)
    select ${attemptId}::int, 'address', ${now}, ${hash}::text
    where not exists (
      select from test_signs where attempt_id = ${attemptId} and sign = 'address' and detail = ${hash})`.execute(db)
}

const addressHash = ({ config }: Services, ip: string) =>
  keyedHash(config.pepper, 'address of an attempt', clientKey(ip)).toString('base64url').slice(0, 16)
