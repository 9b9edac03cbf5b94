import type { BodyOf } from '#shared/api/route.ts'
import type { Routes } from '#shared/routes.ts'
import { isFailure } from '#web/platform/api/failure.ts'

type Report = BodyOf<Routes['POST /client-errors']>

/** A page that fails in a loop must not drown the log. */
const mostReports = 5
const told = new Set<string>()

const noise = /ResizeObserver loop|AbortError|^Script error/

/** What is told of a fault; null when it is none of ours or has been told. Addresses go without their queries. */
export function faultReport(error: unknown, id: string, path: string): Report | null {
  // A failed call was told where it failed, with the server's name of the request.
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

/** Tells the server; not by the API's client, whose own failures are told here. */
export function reportFault(error: unknown, id: string): void {
  const report = faultReport(error, id, window.location.pathname)
  if (!report || told.has(report.message) || told.size >= mostReports) return
  told.add(report.message)
  fetch('/api/v3/client-errors', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(report),
    keepalive: true,
  }).catch(() => {})
}
