import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify'

const everyMs = 250
/** Nobody is answered while the event loop is held, so this is a fault of the portal, whatever came in. */
const heldMs = 1000
/** How many of the latest calls are remembered. */
const remembered = 64

/**
 * Logs that something held the event loop for over a second, with the routes that may have done it: those of calls that
 * came since the loop was last free, or that were not answered yet. A timer that fires late notices it, so that a call
 * costs one entry in a list. Before the portal listens nobody waits for it.
 */
export function logHolds(app: FastifyInstance, logger: FastifyBaseLogger | undefined): void {
  if (!logger) return
  const latest: { reply: FastifyReply; at: number }[] = []
  let next = 0
  let free = performance.now()
  let processor = process.threadCpuUsage()
  app.addHook('onRequest', (_request, reply, done) => {
    latest[next] = { reply, at: performance.now() }
    next = (next + 1) % remembered
    done()
  })
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    const now = performance.now()
    const held = now - free - everyMs
    const { user, system } = process.threadCpuUsage(processor)
    if (held > heldMs) {
      const suspects = latest.filter(({ reply, at }) => at >= free || !reply.raw.writableEnded)
      const routes = [...new Set(suspects.map(({ reply }) => routeOf(reply)))]
      const times = { held_ms: Math.round(held), processor_ms: Math.round((user + system) / 1000) }
      logger.warn({ ...times, routes }, 'the event loop was held')
    }
    free = now
    processor = process.threadCpuUsage()
  }
  app.addHook('onListen', async () => {
    free = performance.now()
    timer = setInterval(look, everyMs).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}

const routeOf = ({ request }: FastifyReply) =>
  request.routeOptions.config.key ?? `${request.method} ${request.routeOptions.url ?? 'unknown'}`
