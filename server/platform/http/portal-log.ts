import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { faultForwarder } from './forward-faults.ts'
import { scrubLog } from './scrub-log.ts'

const isFault = /^\{"level":(?:50|60),/

/**
 * The log on standard output: warnings and faults as lines of JSON, without personal data. Faults are also sent to
 * `errorReportUrl`.
 */
export function portalLog(errorReportUrl: string | null = null, out?: DestinationStream): FastifyBaseLogger {
  const forwarder = errorReportUrl === null ? null : faultForwarder(errorReportUrl)
  const write = (line: string) => {
    const clean = scrubLog(line)
    if (forwarder && isFault.test(clean)) forwarder.forward(clean)
    return clean
  }
  const options = { level: 'warn', base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks: { streamWrite: write } }
  return out ? pino(options, out) : pino(options)
}
