// The floor of a sign-in: nothing but the same hash, as many at once as the machine has processors. Its parent says for how long.
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
