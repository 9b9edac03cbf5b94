// Loaded into the portal's process by a benchmark: says on a socket of its own how long the event loop was held at
// most, and how many statements were sent, since it was asked last.
import { channel } from 'node:diagnostics_channel'
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
let statements = 0
channel('portal:query').subscribe(() => {
  statements += 1
})
const watch = createServer((_request, response) => {
  response.end(JSON.stringify({ heldMs: delay.max / 1e6, statements }))
  delay.reset()
  statements = 0
})
// Threads load this file, too.
if (isMainThread) watch.listen(Number(process.env.BENCH_WATCH_PORT), '127.0.0.1').unref()
