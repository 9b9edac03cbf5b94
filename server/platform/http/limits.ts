import { isIPv6 } from 'node:net'
import type { Pool } from 'pg'
import type { RateLimiterPostgres as RateLimiter } from 'rate-limiter-flexible'
import { type LimitName, limits } from '#shared/api/limits.ts'
import { Refusal } from '#shared/api/refusals.ts'

export type Consume = (name: LimitName, key: string) => Promise<void>

/**
 * Counts calls in the table `throttles`, which all processes share and which survives restarts. Throws
 * `too_many_requests`.
 */
export function limiter(pool: Pool): Consume {
  let opened: ReturnType<typeof openLimiters> | undefined
  return async (name, key) => {
    opened ??= openLimiters(pool)
    const { rows, RateLimiterRes } = await opened
    try {
      await rows.get(name)?.consume(key)
    } catch (cause) {
      if (cause instanceof RateLimiterRes)
        throw new Refusal('too_many_requests', { retryAfter: Math.max(1, Math.ceil(cause.msBeforeNext / 1000)) })
      throw cause
    }
  }
}

async function openLimiters(pool: Pool) {
  const { RateLimiterPostgres, RateLimiterRes } = await import('rate-limiter-flexible')
  const rows = new Map<LimitName, RateLimiter>()
  for (const [name, limit] of Object.entries(limits) as [LimitName, (typeof limits)[LimitName]][])
    rows.set(
      name,
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'throttles',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points: limit.points,
        duration: limit.seconds,
      }),
    )
  return { rows, RateLimiterRes }
}

/** For IPv6 the network counts, because one client owns a whole /64. */
export function clientKey(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip
  const [head = '', tail = ''] = ip.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const gap = ip.includes('::') ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : []
  return `${[...left, ...gap, ...right].slice(0, 4).join(':')}::/64`
}
