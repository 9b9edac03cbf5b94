import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { scrubLog } from './scrub-log.ts'

/** The log on standard output: warnings and faults as JSON lines, without anything personal. */
export function portalLog(): FastifyBaseLogger {
  return pino({
    level: 'warn',
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { streamWrite: scrubLog },
  })
}
