import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { Refusal } from '#shared/api/refusals.ts'
import { verifyPassword } from './password-hash.ts'

test('R-03 with a full password queue a call is refused at once, with the time to wait', async () => {
  const places = availableParallelism()
  const more = 3
  const asked = Array.from({ length: places * 51 + more }, () => verifyPassword(null, 'any'))
  const ends = await Promise.allSettled(asked)
  const refused = ends.filter((end) => end.status === 'rejected').map(({ reason }) => reason as Refusal)
  expect(refused).toHaveLength(more)
  for (const refusal of refused) {
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ code: 'overloaded', retryAfter: 3 })
  }
})
