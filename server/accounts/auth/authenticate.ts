import { sql } from 'kysely'
import { verifyAccessToken } from '#server/platform/http/access-token.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import type { AdminFlag } from '#shared/platform/api/route.ts'
import type { SecondFactor } from './tables.ts'

export interface AuthenticatedCaller extends Caller {
  secondFactor: SecondFactor
  isDemo: boolean
}

type Flags = Partial<Record<AdminFlag, string[]>>

/**
 * The holder of this token, or null. The token must be valid, and its session, epoch and account active. A found caller
 * is cached until their access changes.
 */
export async function authenticate(services: Services, token: string): Promise<AuthenticatedCaller | null> {
  const now = services.clock()
  const remembered = services.callers.find(token, now.getTime())
  if (remembered) return remembered
  const claims = await verifyAccessToken(services.config, token, now)
  if (!claims) return null
  const begun = services.callers.begin(claims.accountId)
  const found = await callerOfSession(services, claims, now)
  if (!found || found.epoch !== claims.epoch) return null
  const caller = { ...found.caller, until: Math.min(claims.expiresAt, found.caller.until) }
  services.callers.keep(begun, token, caller)
  return caller
}

/** The account that is logged in by this session; null once the session has ended. */
export async function callerOfSession(
  services: Services,
  { accountId, sessionId }: { accountId: number; sessionId: string },
  now: Date,
): Promise<{ caller: AuthenticatedCaller; epoch: number } | null> {
  const row = await services.db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select([
      'accounts.second_factor',
      'accounts.is_demo',
      'accounts.session_epoch',
      'sessions.expires_at',
      sql<{ flag: AdminFlag; competition: string | null }[]>`array(
        select json_build_object('flag', flag, 'competition', competition_code) from admin_flags
        where account_id = accounts.id)`.as('flags'),
      sql<string[]>`array(select role from account_roles where account_id = accounts.id)`.as('roles'),
    ])
    .where('sessions.id', '=', sessionId)
    .where('sessions.account_id', '=', accountId)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('accounts.disabled_at', 'is', null)
    .$if(!services.config.demo, (query) => query.where('accounts.is_demo', '=', false))
    .executeTakeFirst()
  if (!row) return null
  const caller: AuthenticatedCaller = {
    accountId,
    sessionId,
    until: row.expires_at.getTime(),
    flags: flagsOf(row.flags),
    mayOrganise: row.second_factor === 'totp' || row.is_demo,
    isMentor: row.roles.includes('mentor'),
    isAssessor: row.roles.includes('assessor'),
    secondFactor: row.second_factor,
    isDemo: row.is_demo,
  }
  return { caller, epoch: row.session_epoch }
}

/** A flag for all competitions is an empty list, even when rows for single competitions exist too. */
function flagsOf(rows: { flag: AdminFlag; competition: string | null }[]): Flags {
  const flags: Flags = {}
  const everywhere = new Set(rows.filter(({ competition }) => competition === null).map(({ flag }) => flag))
  for (const { flag, competition } of rows)
    flags[flag] = everywhere.has(flag) || competition === null ? [] : [...(flags[flag] ?? []), competition]
  return flags
}
