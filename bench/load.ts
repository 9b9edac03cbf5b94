import autocannon from 'autocannon'

export interface Load {
  url: string
  method?: 'GET' | 'PUT'
  headers?: Record<string, string>
  body?: string
  connections?: number
  /** Headers of several callers, used in turn. */
  callers?: Record<string, string>[]
  seconds: number
}

export interface Measured {
  perSecond: number
  /** Milliseconds. */
  p99: number
  /** Answers other than 2xx and 304, and connections that broke. */
  failed: number
}

/** Puts one address under load and measures it, after one second of warm-up. */
export async function load({
  url,
  method = 'GET',
  headers,
  body,
  connections = 32,
  callers,
  seconds,
}: Load): Promise<Measured> {
  const options = {
    url,
    method,
    connections,
    ...(headers ? { headers } : {}),
    ...(body ? { body } : {}),
    ...(callers ? { requests: callers.map((caller) => ({ method, headers: caller })) } : {}),
  }
  await autocannon({ ...options, duration: 1 })
  const result = await autocannon({ ...options, duration: seconds })
  const refused = result.non2xx - (result.statusCodeStats?.['304']?.count ?? 0)
  return {
    perSecond: (result['2xx'] + (result.statusCodeStats?.['304']?.count ?? 0)) / result.duration,
    p99: result.latency.p99,
    failed: Math.max(0, refused) + result.errors,
  }
}
