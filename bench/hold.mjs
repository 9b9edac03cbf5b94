// For `--import`: tells on SIGWINCH how long the event loop of the process was held at most since the last time.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: 5 })
  delays.enable()
  process.on('SIGWINCH', () => {
    process.stdout.write(`held ${(delays.max / 1e6).toFixed(1)}\n`)
    delays.reset()
  })
}
