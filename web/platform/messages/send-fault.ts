import type { BodyOf } from '#shared/platform/api/route.ts'
import type { Routes } from '#shared/routes.ts'
import { isFailure } from '#web/platform/api/failure.ts'

type Report = BodyOf<Routes['POST /client-errors']>

/** A page that fails in a loop must not flood the log. */
const maxReports = 5
const reported = new Set<string>()

const noise = /ResizeObserver loop|AbortError|^Script error/

/** The report of a fault; null when it is not ours or was already reported. Addresses are sent without their query. */
export function faultReport(error: unknown, id: string, path: string): Report | null {
  // The server has already logged a failed call, with its request id.
  if (isFailure(error)) return null
  const message = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 1000)
  if (noise.test(message)) return null
  const stack = error instanceof Error ? error.stack?.replace(/\?[^\s:)]*/g, '').slice(0, 4000) : undefined
  const requestId = (error as { requestId?: unknown } | null)?.requestId
  return {
    id,
    message,
    path: path.slice(0, 300),
    ...(stack ? { stack } : {}),
    ...(typeof requestId === 'string' ? { request_id: requestId.slice(0, 64) } : {}),
  }
}

/** Reports without the API client, because failures of the client are reported here too. */
export function sendFault(error: unknown, id: string): void {
  const report = faultReport(error, id, window.location.pathname)
  if (!report || reported.has(report.message) || reported.size >= maxReports) return
  reported.add(report.message)
  fetch('/api/v3/client-errors', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(report),
    keepalive: true,
  }).catch(() => {})
}
