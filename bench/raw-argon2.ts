// The baseline of a sign-in: only the same hash, with one in parallel per processor. The parent process sends the
// duration.
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'

const stored = await hash('Demo-Leader-2026', { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

process.on('message', async (seconds: number) => {
  let done = 0
  const began = performance.now()
  const busy = async () => {
    while (performance.now() - began < seconds * 1000) {
      await verify(stored, 'Demo-Leader-2026')
      done += 1
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, busy))
  process.send?.((done * 1000) / (performance.now() - began))
})
process.send?.(0)
