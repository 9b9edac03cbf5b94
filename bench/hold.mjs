// For `--import`: tells on SIGWINCH for how many milliseconds of processor time the main thread worked without a pause at
// most since the last time. The time of the clock would also count waits for a busy machine.
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const used = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let [last, most] = [used(), 0]
  setInterval(() => {
    const now = used()
    most = Math.max(most, now - last)
    last = now
  }, 2).unref()
  process.on('SIGWINCH', () => {
    process.stdout.write(`held ${most.toFixed(1)}\n`)
    most = 0
  })
}
